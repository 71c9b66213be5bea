#include "tool/stats_report.h"

#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/threats/feature_space.h"
#include "engine_core/threats/layout.h"
#include "tool/stats_report_data.h"
#include "tool/stats_run.h"

using namespace threatperft;
using Json = nlohmann::ordered_json;

namespace {

StatsResult statistics_of(const std::vector<std::string>& arguments) {
  std::FILE* const sink = std::fopen("/dev/null", "w");
  BOOST_REQUIRE(sink != nullptr);
  Console console(sink, sink);
  const std::optional<StatsResult> result =
      run_stats(read_stats_settings(parse_options(arguments, stats_options())), console);
  std::fclose(sink);
  BOOST_REQUIRE(result.has_value());
  return *result;
}

const StatsResult& kiwipete() {
  static const StatsResult result =
      statistics_of({"--filter", "kiwipete", "--depth", "2", "--threads", "1", "--layouts", "59808"});
  return result;
}

std::size_t occurrences(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

constexpr std::string_view kDataBegin = "<script type=\"application/json\" id=\"data\">";

/// The text of the page's data block, as a browser takes it: up to the next end of a script.
std::string data_block(const std::string& page) {
  BOOST_REQUIRE(occurrences(page, kDataBegin) == 1u);
  const std::size_t begin = page.find(kDataBegin) + kDataBegin.size();
  return page.substr(begin, page.find("</script", begin) - begin);
}

/// The page without what stands inside its scripts.
std::string markup(const std::string& page) {
  std::string text;
  std::size_t at = 0;
  for (std::size_t begin; (begin = page.find("<script", at)) != std::string::npos;) {
    const std::size_t end = page.find("</script>", begin);
    BOOST_REQUIRE(end != std::string::npos);
    text += page.substr(at, page.find('>', begin) + 1 - at) + "</script>";
    at = end + std::string_view("</script>").size();
  }
  return text + page.substr(at);
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_page_loads_nothing) {
  const std::string text = markup(report_html(kiwipete()));
  BOOST_TEST(occurrences(text, "<script") == 5u);
  BOOST_TEST(occurrences(text, " src=") == 0u);
  BOOST_TEST(occurrences(text, "url(") == 0u);
  BOOST_TEST(occurrences(text, "@import") == 0u);
  const std::regex link("href=\"(?!#|data:)[^\"]*\"");
  BOOST_TEST(!std::regex_search(text, link));
}

BOOST_AUTO_TEST_CASE(every_part_is_in_its_place) {
  const std::string page = report_html(kiwipete());
  BOOST_TEST(occurrences(markup(page), "{{") == 0u);
  BOOST_TEST(page.starts_with("<!DOCTYPE html>"));
  BOOST_TEST(page.ends_with("</html>\n"));
  for (const char* part : {"Chart.js v3", "var d3=", "Permission is hereby granted",
                           "Redistributions in binary", "color-scheme", "dataset.rendered = 'yes'"}) {
    BOOST_TEST(occurrences(page, part) > 0u, part << " is missing");
  }
}

BOOST_AUTO_TEST_CASE(the_data_agree_with_the_totals) {
  const Json data = Json::parse(data_block(report_html(kiwipete())));
  BOOST_TEST(data["totals"]["nodes"] == 2039);
  BOOST_TEST(data["totals"]["threats"] == 123133);
  BOOST_TEST(data["totals"]["signature"] == "677c8a42192deb86");
  std::uint64_t in_pairs = 0;
  for (const Json& row : data["pairs"]) {
    for (const Json& count : row) in_pairs += count.get<std::uint64_t>();
  }
  BOOST_TEST(in_pairs == 123133u);
  std::uint64_t moves = 0;
  for (const Json& each : data["move_classes"]) {
    for (const Json& cell : each["cells"]) moves += cell[2].get<std::uint64_t>();
  }
  BOOST_TEST(data["totals"]["moves"] == moves);
  BOOST_TEST(!data.contains("machine"));
  BOOST_TEST(!data.contains("timing"));
}

BOOST_AUTO_TEST_CASE(features_can_be_read_back) {
  const StatsResult& result = kiwipete();
  const Json data = report_data(result);
  std::vector<std::pair<char, unsigned>> reach;
  for (const Json& attacker : data["reach"]) {
    for (const Json& squares : attacker["squares"]) {
      reach.emplace_back(attacker["attacker"].get<std::string>().at(0), squares.get<unsigned>());
    }
  }
  BOOST_REQUIRE(reach.size() == kSquarePairs);
  for (std::uint32_t i = 0; i < kRawThreats; ++i) {
    const Threat threat = threat_of(i);
    const auto [attacker, squares] = reach[i / kPieceCount];
    BOOST_REQUIRE(attacker == letter_of(threat.attacker));
    BOOST_REQUIRE(squares == 64 * index(threat.attacker_square) + index(threat.victim_square));
    BOOST_REQUIRE(i % kPieceCount == index(threat.victim));
  }
  std::vector<std::uint64_t> raw(kRawThreats);
  std::size_t place = 0;
  for (std::size_t i = 0; i < data["features"]["counts"].size(); ++i) {
    place += data["features"]["distances"][i].get<std::size_t>();
    raw.at(place) = data["features"]["counts"][i].get<std::uint64_t>();
  }
  BOOST_TEST((raw == result.tables.raw));
}

BOOST_AUTO_TEST_CASE(curves_agree_with_the_coverage) {
  const StatsResult& result = kiwipete();
  const Json data = report_data(result);
  BOOST_REQUIRE(data["curves"].size() == 1 + result.tables.layouts.size());
  for (const Json& curve : data["curves"]) {
    double last = 0;
    for (const Json& point : curve["points"]) {
      BOOST_REQUIRE(point[1].get<double>() >= last);
      last = point[1];
    }
    BOOST_TEST(last == 1.0);
  }
  const Json& points = data["curves"][0]["points"];
  BOOST_TEST(points.back()[0] == data["totals"]["features_seen"]);
  const std::size_t half = covering(result.tables.raw, std::array<std::uint64_t, 1>{500}).front();
  for (const Json& point : points) {
    BOOST_TEST((point[0].get<std::size_t>() >= half) == (point[1].get<double>() >= 0.5));
  }
}

BOOST_AUTO_TEST_CASE(every_raw_feature_has_one_state) {
  const Json data = report_data(kiwipete());
  std::uint64_t sum = 0;
  for (const char* state : {"seen", "unseen", "unreachable", "impossible", "dropped"}) {
    sum += data["raw_indices"][state].get<std::uint64_t>();
  }
  BOOST_TEST(sum == kRawThreats);
  BOOST_TEST(data["raw_indices"]["seen"] == data["totals"]["features_seen"]);
}

BOOST_AUTO_TEST_CASE(hostile_text_stays_text) {
  const std::string hostile = "a</script><script>fail()</script><!--<script>{{page.css}}\"\\ \xff";
  StatsResult result = kiwipete();
  result.inputs[0].path = hostile;
  result.command["filter"] = hostile;
  result.bad_lines.push_back({hostile, 1, hostile, hostile, hostile, hostile});
  const std::string page = report_html(result);
  BOOST_TEST(occurrences(page, "fail()") == occurrences(page, "\\u003cscript>fail()"));
  BOOST_TEST(occurrences(page, "fail()") > 0u);
  BOOST_TEST(occurrences(page, "<script") == occurrences(report_html(kiwipete()), "<script"));
  BOOST_TEST(occurrences(page, ":root {") == 1u);
  const Json data = Json::parse(data_block(page));
  const std::string shown = hostile.substr(0, hostile.size() - 1) + "\xef\xbf\xbd";
  BOOST_TEST(data["inputs"][0]["path"] == shown);
  BOOST_TEST(data["bad_lines"][0]["found"] == shown);
}

BOOST_AUTO_TEST_CASE(numbers_that_scripts_cannot_hold_are_text) {
  StatsResult result = kiwipete();
  constexpr std::uint64_t kLargest = 9'007'199'254'740'991;
  result.roots = kLargest;
  BOOST_TEST(report_data(result)["totals"]["roots"] == kLargest);
  result.roots = kLargest + 1;
  BOOST_TEST(report_data(result)["totals"]["roots"] == "9007199254740992");
}

BOOST_AUTO_TEST_CASE(long_lists_are_shortened) {
  StatsResult result = kiwipete();
  result.duplicate_lines.resize(250, {"file", 2, "file", 1});
  result.duplicates = 250;
  const Json data = report_data(result);
  BOOST_TEST(data["duplicates"]["lines"].size() == 100u);
  BOOST_TEST(data["duplicates"]["count"] == 250);
}

BOOST_AUTO_TEST_CASE(the_page_depends_on_the_settings_alone) {
  const auto page = [](const char* threads, const char* updater) {
    return report_html(statistics_of({"--filter", "kiwipete", "--depth", "2", "--threads", threads,
                                      "--updater", updater, "--layouts", "none"}));
  };
  BOOST_TEST((page("1", "scalar") == page("2", "auto")));
}

BOOST_AUTO_TEST_CASE(nothing_but_positions_makes_a_page_too) {
  const StatsResult result =
      statistics_of({"--filter", "kiwipete", "--depth", "1", "--layouts", "none", "--threads", "1"});
  const Json data = Json::parse(data_block(report_html(result)));
  BOOST_TEST(data["layouts"].empty());
  BOOST_TEST(data["curves"].size() == 1u);
}
