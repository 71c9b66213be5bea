// Reading results: what is damaged is named, and nothing worse happens.

#include "tool/compare_file.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "compare_samples.h"
#include "tool/compare_result.h"
#include "tool/exit_status.h"

using namespace threatperft;
using Json = nlohmann::ordered_json;

namespace {

std::string error_of(const Json& json) {
  try {
    document(json);
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

std::string error_after(Json json, const std::string& place, const Json& value) {
  json[Json::json_pointer(place)] = value;
  return error_of(json);
}

/// All places of a value, the innermost last.
void collect_places(const Json& json, const std::string& place, std::vector<std::string>& places) {
  places.push_back(place);
  if (json.is_object()) {
    for (const auto& [name, value] : json.items()) collect_places(value, place + "/" + name, places);
  } else if (json.is_array()) {
    for (std::size_t i = 0; i < json.size(); ++i) {
      collect_places(json[i], place + "/" + std::to_string(i), places);
    }
  }
}

/// Reads and compares. True if the file was refused; anything else thrown fails the test.
bool is_refused(const Json& damaged, const ResultDocument& whole) {
  try {
    const ResultDocument read = document(damaged);
    const Comparison comparison = compare_results(whole, read, {50, 0.05});
    comparison_markdown(comparison);
    comparison_json(comparison).dump();
  } catch (const UserError&) {
    return true;
  }
  return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_kind_is_known_by_its_schema) {
  BOOST_TEST((document(check_sample()).kind == ResultKind::result));
  BOOST_TEST((document(bench_sample({})).kind == ResultKind::bench));
  BOOST_TEST((document(stats_sample()).kind == ResultKind::stats));
}

BOOST_AUTO_TEST_CASE(a_newer_version_is_refused_by_name) {
  BOOST_TEST(
      error_after(check_sample(), "/schema", "threatperft.result/2") ==
      "file.json: schema: found 'threatperft.result/2', but this program reads threatperft.result up to "
      "version 1: it may be older than the file");
  BOOST_TEST(error_after(stats_sample(), "/schema", "threatperft.stats/99").ends_with("older than the file"));
  for (const char* schema : {"threatperft.result", "threatperft.threats/1", "threatperft.result/", "/1", "",
                             "threatperft.result/1x", "threatperft.result/-1"}) {
    BOOST_TEST(error_after(check_sample(), "/schema", schema)
                   .starts_with("file.json: schema: found '" + std::string(schema) +
                                "', expected a result of check, perft, bench "));
  }
}

BOOST_AUTO_TEST_CASE(what_is_damaged_is_named) {
  const Json check = check_sample();
  BOOST_TEST(
      error_after(check, "/positions/1/depths/0/nodes", "48") ==
      "file.json: positions[1].depths[0].nodes: found \"48\", expected a whole number from 0 to 2^64 - 1");
  BOOST_TEST(
      error_after(check, "/positions/1/depths/0/nodes", -1).find("found -1, expected a whole number") !=
      std::string::npos);
  BOOST_TEST(error_after(check, "/positions/1/depths/0/nodes", 1.5).find("found 1.5, ") != std::string::npos);
  BOOST_TEST(error_after(check, "/positions/0/depths/1/signature", "1234") ==
             "file.json: positions[0].depths[1].signature: found \"1234\", expected 16 hexadecimal digits");
  BOOST_TEST(error_after(check, "/suites/0/sha256", nullptr) ==
             "file.json: suites[0].sha256: found null, expected a text");
  BOOST_TEST(error_after(check, "/positions", 7) == "file.json: positions: found 7, expected a list");
  BOOST_TEST(error_after(check, "/positions/2", Json::array({1})) ==
             "file.json: positions[2]: found a list of 1, expected an object");
  Json without = check;
  without["positions"][0].erase("chess960");
  BOOST_TEST(error_of(without) == "file.json: positions[0]: found an object, expected a member 'chess960'");
  BOOST_TEST(error_after(bench_sample({}), "/walks/0/positions/0/rounds/0", 0.0) ==
             "file.json: walks[0].positions[0].rounds[0]: found 0.0, expected more than 0 seconds");
  BOOST_TEST(error_after(stats_sample(), "/by_pieces/0/pieces", "many").find("by_pieces[0].pieces") !=
             std::string::npos);
  BOOST_TEST(error_of(Json::array()) == "file.json: the file: found a list of 0, expected an object");
  BOOST_TEST(error_of(Json::object()) == "file.json: the file: found an object, expected a member 'schema'");
}

// Every value of every kind of file, replaced by values of other types, and taken away.
BOOST_AUTO_TEST_CASE(no_damage_does_more_than_a_refusal) {
  const std::vector<Json> others{nullptr, 7U, -7, "text", Json::array({Json::array()}), Json::object()};
  std::size_t refused = 0;
  std::size_t read = 0;
  for (const Json& sample : {failed_check_sample(), stats_sample(), bench_sample({1, 2, 0, 0, 0, 0})}) {
    const ResultDocument whole = document(sample);
    std::vector<std::string> places;
    collect_places(sample, "", places);
    for (const std::string& place : places) {
      for (const Json& other : others) {
        Json damaged = sample;
        damaged[Json::json_pointer(place)] = other;
        BOOST_TEST_CONTEXT(place << " = " << other.dump()) {
          BOOST_CHECK_NO_THROW(++(is_refused(damaged, whole) ? refused : read));
        }
      }
      if (place.empty()) continue;
      const Json::json_pointer pointer(place);
      Json damaged = sample;
      Json& parent = damaged[pointer.parent_pointer()];
      if (!parent.is_object()) continue;
      parent.erase(pointer.back());
      BOOST_TEST_CONTEXT(place << " taken away") {
        BOOST_CHECK_NO_THROW(++(is_refused(damaged, whole) ? refused : read));
      }
    }
  }
  BOOST_TEST(refused > 300U);
  BOOST_TEST(read > 100U);  // such as another setting, which is a difference
}
