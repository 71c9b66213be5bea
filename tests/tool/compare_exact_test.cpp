// Every sort of difference between two results, and what is none.

#include "tool/compare_exact.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "compare_samples.h"
#include "tool/exit_status.h"

using namespace threatperft;
using Json = nlohmann::ordered_json;
using Lines = std::vector<std::string>;

namespace {

void check_lines(const Json& before, const Json& after, const Lines& expected) {
  BOOST_TEST(lines_of(differences_of(before, after)) == expected, boost::test_tools::per_element());
}

/// The lines for a sample that `change` was done to.
template <class Change>
Lines lines_after(Json sample, Change change) {
  const Json before = sample;
  change(sample);
  return lines_of(differences_of(before, sample));
}

void check_same(const Lines& found, const Lines& expected) {
  BOOST_TEST(found == expected, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_CASE(equal_results_have_no_differences) {
  for (const Json& sample : {check_sample(), failed_check_sample(), stats_sample(), bench_sample({})}) {
    const Differences differences = differences_of(sample, sample);
    BOOST_TEST(differences.count() == 0U);
    BOOST_TEST(lines_of(differences).empty());
  }
}

BOOST_AUTO_TEST_CASE(machine_time_and_program_are_no_differences) {
  for (const Json& sample : {check_sample(), stats_sample()}) {
    Json other = sample;
    other["machine"] = {{"processor", "Q"}, {"threads", 64U}};
    other["timing"] = {{"seconds", 9.0}};
    other["tool"]["revision"] = "5d6e7f8";
    check_lines(sample, other, {});
  }
}

BOOST_AUTO_TEST_CASE(every_number_of_a_depth_is_compared) {
  const auto change = [](const char* field, const Json& value) {
    return lines_after(check_sample(), [&](Json& json) { json["positions"][1]["depths"][1][field] = value; });
  };
  check_same(change("nodes", 2040U), {"changed known.epd:kiwipete depth 2 nodes: 2039 -> 2040 (+1)"});
  check_same(change("expected_nodes", 2038U),
             {"changed known.epd:kiwipete depth 2 expected_nodes: 2039 -> 2038 (-1)"});
  check_same(change("expected_nodes", nullptr),
             {"changed known.epd:kiwipete depth 2 expected_nodes: 2039 -> -"});
  check_same(change("threats", 1U), {"changed known.epd:kiwipete depth 2 threats: 123133 -> 1 (-123132)"});
  check_same(change("signature", "0000000000000000"),
             {"changed known.epd:kiwipete depth 2 signature: 677c8a42192deb86 -> 0000000000000000"});
  check_same(change("checked", 0U), {"changed known.epd:kiwipete depth 2 checked: 2039 -> 0 (-2039)"});
  check_same(change("mismatches", 3U), {"changed known.epd:kiwipete depth 2 mismatches: 0 -> 3 (+3)"});
  check_same(change("complete", false), {"changed known.epd:kiwipete depth 2 complete: true -> false"});
  // All 64 bits count.
  check_same(
      change("nodes", 18446744073709551615U),
      {"changed known.epd:kiwipete depth 2 nodes: 2039 -> 18446744073709551615 (+18446744073709549576)"});
}

BOOST_AUTO_TEST_CASE(totals_and_capacities_are_compared) {
  check_same(lines_after(check_sample(),
                         [](Json& json) {
                           json["totals"]["redundant"] = 11U;
                           json["totals"]["largest_list"] = 73U;
                           json["complete"] = false;
                           json["input_errors"].push_back({{"file", "known.epd"}});
                         }),
             {"changed complete: true -> false", "changed input errors: 0 -> 1 (+1)",
              "changed totals.redundant: 12 -> 11 (-1)", "changed totals.largest_list: 72 -> 73 (+1)"});
}

BOOST_AUTO_TEST_CASE(positions_and_depths_that_come_or_go_are_listed) {
  check_same(lines_after(check_sample(), [](Json& json) { json["positions"].erase(1); }),
             {"missing known.epd:kiwipete position: 2 depths -> -"});
  check_same(lines_after(check_sample(), [](Json& json) { json["positions"][1]["depths"].erase(1); }),
             {"missing known.epd:kiwipete depth 2 nodes: 2039 -> -"});
  Json less = check_sample();
  less["positions"].erase(2);
  less["positions"][0]["depths"].erase(0);
  check_lines(
      less, check_sample(),
      {"added known.epd:start depth 1 nodes: - -> 20", "added edge.epd:again position: - -> 2 depths"});
}

BOOST_AUTO_TEST_CASE(positions_are_paired_by_suite_and_board) {
  // The same board in another suite is another position; under another id it is the same.
  check_same(
      lines_after(check_sample(), [](Json& json) { json["positions"][2]["suite"] = 0U; }),
      {"missing edge.epd:again position: 2 depths -> -", "added known.epd:again position: - -> 2 depths"});
  check_same(lines_after(check_sample(), [](Json& json) { json["positions"][1]["id"] = "position-2"; }),
             {"changed known.epd:kiwipete id: kiwipete -> position-2"});
  // Two of one board and id are paired in their order.
  Json twice = check_sample();
  twice["positions"].push_back(twice["positions"][1]);
  twice["positions"][3]["depths"][0]["nodes"] = 49U;
  check_lines(twice, twice, {});
  Json other = twice;
  other["positions"][3]["depths"][0]["nodes"] = 50U;
  check_lines(twice, other, {"changed known.epd:kiwipete depth 1 nodes: 49 -> 50 (+1)"});
}

BOOST_AUTO_TEST_CASE(files_that_do_not_tell_the_suites_are_read_too) {
  Json old = check_sample();
  for (Json& position : old["positions"]) position.erase("suite");
  check_lines(old, check_sample(), {});
  // With a filter in between, nobody knows the suites, and none is told.
  old["positions"].erase(0);
  Json filtered = check_sample();
  filtered["positions"].erase(0);
  filtered["positions"][0]["depths"][0]["nodes"] = 47U;
  check_lines(old, filtered, {"changed kiwipete depth 1 nodes: 48 -> 47 (-1)"});
}

BOOST_AUTO_TEST_CASE(settings_come_first) {
  Json other = check_sample();
  other["positions"][0]["depths"][0]["nodes"] = 21U;
  other["command"]["max_nodes"] = 9000U;
  other["command"]["filter"] = "kiwi";
  check_lines(check_sample(), other,
              {"changed command.max_nodes: 5000 -> 9000 (+4000)", "changed command.filter: - -> kiwi",
               "changed known.epd:start depth 1 nodes: 20 -> 21 (+1)"});
}

BOOST_AUTO_TEST_CASE(suites_are_told_by_their_bytes) {
  const auto change = [](const char* field, const char* value) {
    return lines_after(check_sample(), [&](Json& json) { json["suites"][1][field] = value; });
  };
  check_same(change("sha256", "cc33"), {"changed edge.epd sha256: bb22 -> cc33"});
  // A suite that merely lies elsewhere is the same, and so are its positions.
  check_same(change("path", "elsewhere/edge.epd"), {});
  check_same(change("path", "corners.epd"), {});
  check_same(lines_after(check_sample(),
                         [](Json& json) {
                           json["suites"].erase(1);
                           json["positions"].erase(2);
                         }),
             {"missing edge.epd sha256: bb22 -> -", "missing edge.epd:again position: 2 depths -> -"});
  check_same(
      lines_after(check_sample(),
                  [](Json& json) {
                    json["suites"][1]["sha256"] = "cc33";
                    json["suites"][1]["path"] = "odd.epd";
                  }),
      {"added odd.epd sha256: - -> cc33", "missing edge.epd sha256: bb22 -> -",
       "missing edge.epd:again position: 2 depths -> -", "added odd.epd:again position: - -> 2 depths"});
}

BOOST_AUTO_TEST_CASE(a_mismatch_leads_to_its_place) {
  check_lines(check_sample(), failed_check_sample(),
              {"changed totals.mismatches: 0 -> 1 (+1)",
               "added kiwipete mismatch after e1g1 a6e2 (made): - -> the delta is wrong; missing: be2>Rf1",
               "changed known.epd:kiwipete state: ok -> failed",
               "changed known.epd:kiwipete depth 2 mismatches: 0 -> 1 (+1)"});
  // Who found it does not matter, what it is does.
  Json other = failed_check_sample();
  other["failures"][0]["updater"] = "scalar";
  check_lines(failed_check_sample(), other, {});
  other["failures"][0]["missing"] = {"be2>Qd1"};
  BOOST_TEST(differences_of(failed_check_sample(), other).count() == 2U);
}

BOOST_AUTO_TEST_CASE(fields_of_one_file_alone_are_noted) {
  Json newer = check_sample();
  newer["totals"]["captures"] = 7U;
  newer["positions"][0]["depths"][0]["captures"] = 7U;
  newer["positions"][1]["depths"][0]["captures"] = 7U;
  const Differences differences = differences_of(check_sample(), newer);
  BOOST_TEST(differences.count() == 0U);
  BOOST_TEST(differences.notes() == (Lines{"'totals.captures' is only in the current file: not compared",
                                           "'captures' is only in the current file: not compared"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(divided_counts_are_compared_by_move) {
  Json before = check_sample();
  before["positions"][0]["divide"] = {{{"move", "a2a3"}, {"nodes", 20U}}, {{"move", "b2b3"}, {"nodes", 20U}}};
  Json after = before;
  after["positions"][0]["divide"] = {{{"move", "b2b3"}, {"nodes", 21U}}, {{"move", "c2c3"}, {"nodes", 20U}}};
  check_lines(before, after,
              {"missing known.epd:start divide[a2a3]: present -> -",
               "changed known.epd:start divide[b2b3].nodes: 20 -> 21 (+1)",
               "added known.epd:start divide[c2c3]: - -> present"});
}

BOOST_AUTO_TEST_CASE(statistics_are_compared_in_all_their_parts) {
  const auto change = [](const std::string& place, const Json& value) {
    return lines_after(stats_sample(), [&](Json& json) { json[Json::json_pointer(place)] = value; });
  };
  check_same(change("/totals/nodes", 2440U), {"changed totals.nodes: 2439 -> 2440 (+1)"});
  check_same(change("/active/maximum", 73U), {"changed active.maximum: 72 -> 73 (+1)"});
  check_same(change("/moves/net/minimum", -8), {"changed moves.net.minimum: -9 -> -8"});
  check_same(change("/maxima/0/value", 73U), {"changed maxima[active].value: 72 -> 73 (+1)"});
  check_same(change("/coverage/99.9", 901U), {"changed coverage.99.9: 900 -> 901 (+1)"});
  check_same(change("/moves_by_kind/0/moves", 1U), {"changed moves_by_kind[quiet N].moves: 800 -> 1 (-799)"});
  check_same(change("/by_pieces/1/histogram/2", 3U), {"changed by_pieces[32].histogram[2]: 2 -> 3 (+1)"});
  check_same(change("/by_pieces/1/histogram", {0U, 2U, 2U, 9U}),
             {"changed by_pieces[32].histogram[3]: 0 -> 9 (+9)"});
  check_same(change("/by_pieces/0/pairs/1/0", 4U), {"changed by_pieces[31].pairs[1][0]: 3 -> 4 (+1)"});
  check_same(change("/move_classes/0/cells/1/2", 8U),
             {"changed move_classes[quiet N white].cells[2,3]: 9 -> 8 (-1)"});
  check_same(change("/move_classes/0/cells", Json{{0U, 1U, 7U}}),
             {"changed move_classes[quiet N white].cells[2,3]: 9 -> 0 (-9)"});
  check_same(change("/layouts/0/indices/seen", 6U), {"changed layouts[l1].indices.seen: 5 -> 6 (+1)"});
  check_same(change("/layouts/0/indices/reasons/new", 2U),
             {"changed layouts[l1].indices.reasons[new]: 0 -> 2 (+2)"});
  check_same(change("/layouts/0/active_histogram/1", 5U),
             {"changed layouts[l1].active_histogram[1]: 4 -> 5 (+1)"});
  check_same(lines_after(stats_sample(), [](Json& json) { json["by_pieces"].erase(0); }),
             {"missing by_pieces[31]: present -> -"});
  // What follows from the histograms.
  check_same(change("/active/mean", 57.6), {});
}

BOOST_AUTO_TEST_CASE(layouts_and_inputs_are_settings) {
  check_same(lines_after(stats_sample(),
                         [](Json& json) { json["layouts"][0]["definition"]["victims"]["P"] = "PN"; }),
             {"changed layouts[l1].definition.victims.P: PNR -> PN"});
  check_same(lines_after(stats_sample(), [](Json& json) { json["layouts"] = Json::array(); }),
             {"missing layouts[l1]: present -> -"});
  check_same(lines_after(stats_sample(), [](Json& json) { json["inputs"][0]["bad_lines"] = 1U; }),
             {"changed known.epd bad_lines: 0 -> 1 (+1)"});
}

BOOST_AUTO_TEST_CASE(the_work_of_a_bench_is_compared) {
  const Json bench = bench_sample({});
  check_same(lines_after(bench, [](Json& json) { json["positions"][0]["moves"] = 999999U; }),
             {"changed one depth 4 moves: 1000000 -> 999999 (-1)"});
  check_same(lines_after(bench, [](Json& json) { json["positions"][1]["depth"] = 5U; }),
             {"missing two depth 4 moves: 1000000 -> -", "added two depth 5 moves: - -> 1000000"});
  check_same(lines_after(bench, [](Json& json) { json["command"]["rounds"] = 99U; }), {});
  check_same(lines_after(bench, [](Json& json) { json["walks"].erase(3); }),
             {"missing walk: check avx2 -> -"});
  // Another processor may have other updaters.
  Json elsewhere = bench;
  elsewhere["walks"].erase(3);
  elsewhere["machine"]["processor"] = "Q";
  const Differences differences = differences_of(bench, elsewhere);
  BOOST_TEST(differences.count() == 0U);
  BOOST_TEST(differences.notes().size() == 1U);
}

BOOST_AUTO_TEST_CASE(all_are_counted_and_some_listed) {
  Json other = check_sample();
  for (Json& position : other["positions"]) {
    for (Json& depth : position["depths"]) depth["checked"] = 0U;
  }
  const Differences differences = differences_of(check_sample(), other, 2);
  BOOST_TEST(differences.positions.count() == 6U);
  BOOST_TEST(differences.positions.listed().size() == 2U);
  BOOST_TEST(differences.positions.unlisted() == 4U);
}

BOOST_AUTO_TEST_CASE(files_of_two_kinds_are_refused) {
  BOOST_CHECK_EXCEPTION(differences_of(check_sample(), stats_sample()), UserError,
                        [](const UserError& error) {
                          return std::string(error.what()) ==
                                 "file.json is a threatperft.result, file.json a threatperft.stats: expected "
                                 "two files of one kind";
                        });
}
