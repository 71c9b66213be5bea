// What people and programs are shown of a comparison.

#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "compare_samples.h"
#include "tool/compare_result.h"

using namespace threatperft;
using Json = nlohmann::ordered_json;

namespace {

std::string golden(const std::string& name) {
  std::ifstream file(std::string(GOLDEN_FOLDER "/") + name, std::ios::binary);
  BOOST_REQUIRE_MESSAGE(file.good(), "no golden file " << name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Differences of every list that results have, with names that mark-up could be made of.
Json changed_sample() {
  Json json = failed_check_sample();
  json["command"]["max_nodes"] = 9000U;
  json["suites"][1]["sha256"] = "cc33";
  json["positions"][0]["depths"][1]["nodes"] = 401U;
  json["positions"][0]["depths"][1]["signature"] = "00000000000000ff";
  json["positions"].erase(2);
  json["positions"].push_back(json["positions"][0]);
  json["positions"][2]["id"] = "a|b `c` *d* <e> @f\n\x1b[31m";
  json["positions"][2]["fen"] = "8/8/8/8/8/8/8/8 b - - 0 1";
  json["totals"]["captures"] = 7U;
  return json;
}

/// No noise: the figures of the golden files are the same everywhere.
Json steady_bench() { return bench_sample({1, 12, 0, 0, 0, 0}); }

Json slower_bench() {
  Json bench = steady_bench();
  slow_down(bench, "check", "avx2", 1.25);
  slow_down(bench, "moves", "", 0.5, "two");
  return bench;
}

struct Compared {
  ResultDocument baseline;
  ResultDocument current;
  Comparison comparison;
  Compared(const Json& before, const Json& after, const CompareSettings& settings = {})
      : baseline(document(before, "baseline.json")),
        current(document(after, "current.json")),
        comparison(compare_results(baseline, current, settings)) {}
};

std::string text_of(const Comparison& comparison) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> nowhere(std::fopen("/dev/null", "w"), std::fclose);
  BOOST_REQUIRE(nowhere != nullptr);
  return comparison_text(comparison, Console(nowhere.get(), nowhere.get()));
}

}  // namespace

BOOST_AUTO_TEST_CASE(differences_are_shown_as_agreed) {
  const Compared compared(check_sample(), changed_sample());
  BOOST_TEST(text_of(compared.comparison) == golden("compare.txt"));
  BOOST_TEST(comparison_markdown(compared.comparison) == golden("compare.md"));
}

BOOST_AUTO_TEST_CASE(speeds_are_shown_as_agreed) {
  const Compared compared(steady_bench(), slower_bench(), {50, 0.05});
  BOOST_TEST(text_of(compared.comparison) == golden("compare-speed.txt"));
  BOOST_TEST(comparison_markdown(compared.comparison) == golden("compare-speed.md"));
}

BOOST_AUTO_TEST_CASE(nothing_in_a_file_steers_a_terminal_or_breaks_a_table) {
  const Compared compared(check_sample(), changed_sample());
  const std::string text = text_of(compared.comparison);
  BOOST_TEST(text.find('\x1b') == std::string::npos);
  const std::string markdown = comparison_markdown(compared.comparison);
  BOOST_TEST(markdown.find('\x1b') == std::string::npos);
  BOOST_TEST(markdown.find("a\\|b \\`c\\` \\*d\\* &lt;e&gt; &#64;f") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_limit_holds_for_each_list_and_the_rest_is_counted) {
  const Compared compared(check_sample(), changed_sample(), {1, std::nullopt});
  const std::string text = text_of(compared.comparison);
  BOOST_TEST(text.find("positions: 7\n") != std::string::npos);
  BOOST_TEST(text.find("  and 6 more\n") != std::string::npos);
  BOOST_TEST(comparison_markdown(compared.comparison).find("\nand 6 more\n") != std::string::npos);
  const Json json = comparison_json(compared.comparison);
  BOOST_TEST(json["lists"][2]["count"] == 7U);
  BOOST_TEST(json["lists"][2]["listed"].size() == 1U);
}

BOOST_AUTO_TEST_CASE(json_holds_the_same) {
  const Compared compared(check_sample(), changed_sample());
  const Json json = comparison_json(compared.comparison);
  BOOST_TEST(json["schema"] == "threatperft.compare/1");
  BOOST_TEST(json["good"] == false);
  BOOST_TEST(json["differences"] == compared.comparison.differences.count());
  BOOST_TEST(json["baseline"]["path"] == "baseline.json");
  BOOST_TEST(json["lists"][0]["of"] == "settings");
  const Json& first = json["lists"][0]["listed"][0];
  BOOST_TEST(first["kind"] == "changed");
  BOOST_TEST(first["field"] == "command.max_nodes");
  BOOST_TEST(first["old"] == 5000U);
  BOOST_TEST(first["new"] == 9000U);
  BOOST_TEST(first["change"] == 4000U);
  BOOST_TEST(first["depth"].is_null());
  BOOST_TEST(json["notes"].size() == 1U);
  BOOST_TEST(json["speed"]["compared"] == false);

  const Compared slower(steady_bench(), slower_bench(), {50, 0.05});
  const Json speed = comparison_json(slower.comparison)["speed"];
  BOOST_TEST(speed["compared"] == true);
  BOOST_TEST(speed["max_slowdown"] == 0.05);
  BOOST_TEST(speed["rows"].size() == 16U);
  BOOST_TEST(speed["rows"][12]["verdict"] == "lost");
  BOOST_TEST(speed["rows"][12]["low"].get<double>() > 0.24);
}

BOOST_AUTO_TEST_CASE(equal_files_take_few_words) {
  const Compared compared(check_sample(), check_sample());
  BOOST_TEST(compared.comparison.is_good());
  BOOST_TEST(verdict_text(compared.comparison) == "equal: 3 positions, 6 depths");
  BOOST_TEST(comparison_json(compared.comparison)["good"] == true);
}
