// `compare` and `check --baseline` as a user calls them.

#include <boost/test/unit_test.hpp>
#include <string>

#include "shell.h"

using namespace threatperft;

namespace {

const std::string kSuite =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; id \"start\"; D1 20; D2 400;\n"
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1; id \"third\"; D1 14; D2 191;\n";

/// Makes base.json of the suite, which stays in suite.epd.
const std::string kBase = "cat > suite.epd && $T check suite.epd --output base.json >/dev/null && ";

void check_contains(const std::string& text, const std::string& part) {
  BOOST_TEST_CONTEXT("in: " << text) {
    BOOST_TEST((text.find(part) != std::string::npos), "expected: " << part);
  }
}

Outcome with_base(const std::string& command) { return shell(kBase + command, kSuite); }

}  // namespace

BOOST_AUTO_TEST_CASE(equal_results_end_in_0) {
  const Outcome outcome = with_base("$T compare base.json base.json");
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.err.empty());
  check_contains(outcome.out, "equal: 2 positions, 4 depths\n");
  check_contains(outcome.out, "speed is not compared: ");
  BOOST_TEST(with_base("$T check suite.epd --output - | $T compare base.json -").status == 0);
  BOOST_TEST(with_base("gzip base.json && $T compare base.json.gz base.json.gz").status == 0);
  for (const std::string threads : {"1", "3"}) {
    BOOST_TEST(with_base("$T check suite.epd --threads " + threads + " --updater scalar --baseline base.json")
                   .status == 0);
  }
}

BOOST_AUTO_TEST_CASE(other_results_end_in_1) {
  const std::string change = "sed 's/\"nodes\": 191,/\"nodes\": 190,/' base.json > other.json && ";
  const Outcome outcome = with_base(change + "$T compare base.json other.json");
  BOOST_TEST(outcome.status == 1);
  check_contains(
      outcome.out,
      "third  (suite.epd)  8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\n      2  nodes  191  190  -1\n");
  check_contains(outcome.out, "DIFFERENT: 1 difference (positions 1)\n");
  const Outcome markdown = with_base(change +
                                     "$T compare base.json other.json --markdown --output out.md; "
                                     "echo $?; cat out.md");
  check_contains(markdown.out, "1\n### threatperft: DIFFERENT: 1 difference");
  check_contains(markdown.err, "DIFFERENT: 1 difference");
  check_contains(with_base(change + "$T compare base.json other.json --json").out, "\"change\": -1\n");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_compared_ends_in_2) {
  const auto error_of = [](const std::string& call) {
    const Outcome outcome = with_base("$T " + call);
    BOOST_TEST(outcome.status == 2);
    return outcome.err;
  };
  check_contains(error_of("compare base.json"), "found 1 file, expected two");
  check_contains(error_of("compare base.json none.json"), "none.json: No such file");
  check_contains(error_of("compare base.json suite.epd"), "suite.epd: line 1: is no JSON");
  check_contains(error_of("compare base.json ."), "summary.json: No such file");
  check_contains(error_of("compare - -"), "named more than once");
  check_contains(error_of("compare base.json base.json --max-slowdown much"),
                 "found 'much', expected a percentage");
  check_contains(error_of("compare base.json base.json --json --markdown"), "exclude each other");
  check_contains(error_of("compare base.json base.json --output /dev/full"), "--output /dev/full");
  check_contains(with_base("head -c 300 base.json > cut.json; $T compare base.json cut.json").err,
                 "cut.json: line ");
  check_contains(
      with_base("sed 's,result/1,result/2,' base.json > new.json; $T compare base.json new.json").err,
      "reads threatperft.result up to version 1");
  BOOST_TEST(with_base("$T compare base.json base.json > /dev/full").status == 2);
}

BOOST_AUTO_TEST_CASE(a_bound_on_the_speed_needs_speeds) {
  const Outcome of_checks = with_base("$T compare base.json base.json --max-slowdown 5%");
  BOOST_TEST(of_checks.status == 2);
  check_contains(of_checks.err, "expected two results of bench");
  const std::string bench =
      "$T bench --rounds 2 --position kiwipete --walk count --depth 2 --output b.json > /dev/null && ";
  const Outcome too_few = shell(bench + "$T compare b.json b.json --max-slowdown 5%");
  BOOST_TEST(too_few.status == 2);
  check_contains(too_few.out, "too few rounds");
  BOOST_TEST(shell(bench + "$T compare b.json b.json").status == 0);
}

BOOST_AUTO_TEST_CASE(statistics_are_compared_by_folder) {
  const std::string two = kBase + "$T stats suite.epd --output a >/dev/null 2>&1 && cp -r a b && ";
  const auto run = [&](const std::string& command) { return shell(two + command, kSuite); };
  BOOST_TEST(run("$T compare a b").status == 0);
  BOOST_TEST(run("$T compare a/summary.json b").status == 0);
  // One byte of a counter; and a file that is cut short.
  const Outcome changed =
      run("printf '\\001' | dd of=b/features.npy bs=1 seek=720504 conv=notrunc 2>/dev/null; $T compare a b");
  BOOST_TEST(changed.status == 1);
  check_contains(changed.out, "[90047] kh8>kg8    0    1  +1\n");
  const Outcome cut = run("truncate -s 1000 b/features.npy; $T compare a b");
  BOOST_TEST(cut.status == 2);
  check_contains(cut.err, "b/features.npy: expected 90048 unsigned 64-bit numbers");
  const Outcome without = run("rm b/features.npy; $T compare a b");
  BOOST_TEST(without.status == 0);
  check_contains(without.out, "features.npy is only beside the baseline's summary");
  BOOST_TEST(run("$T compare base.json b").status == 2);
  BOOST_TEST(run("gzip b/features.npy b/summary.json; $T compare a b").status == 0);
}

BOOST_AUTO_TEST_CASE(a_check_is_compared_with_its_baseline) {
  const Outcome good = with_base("$T check suite.epd --baseline base.json");
  BOOST_TEST(good.status == 0);
  check_contains(good.out, "all well\n\nbaseline  base.json: check, ");
  check_contains(good.out, "equal: 2 positions, 4 depths\n");

  const Outcome settings = with_base("$T check suite.epd --depth 1 --baseline base.json");
  BOOST_TEST(settings.status == 1);
  check_contains(settings.out,
                 "settings: 1\n  depth  field          old  new  change\n         command.depth    -    1\n");
  check_contains(settings.out, "third  (suite.epd)");

  const Outcome suite = with_base("echo '#' >> suite.epd; $T check suite.epd --baseline base.json");
  BOOST_TEST(suite.status == 1);
  check_contains(suite.out, "(suite.epd)\n         sha256");
  check_contains(suite.out, "DIFFERENT: 1 difference (settings 1)");

  // Wrong input still comes before a difference.
  BOOST_TEST(with_base("echo nonsense >> suite.epd; $T check suite.epd --baseline base.json").status == 2);

  const Outcome json = with_base("$T check suite.epd --depth 1 --baseline base.json --output -");
  BOOST_TEST(json.status == 1);
  BOOST_TEST(json.out.starts_with("{"));
  BOOST_TEST(json.out.ends_with("}\n"));
  check_contains(json.err, "command.depth");
}

BOOST_AUTO_TEST_CASE(a_bad_baseline_is_noticed_before_the_run) {
  for (const std::string name : {"none.json", "suite.epd", "."}) {
    const Outcome outcome = with_base("$T check suite.epd --baseline " + name);
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(outcome.out.empty());
    check_contains(outcome.err, name == "." ? "summary.json" : name);
  }
  const Outcome kind =
      with_base("$T stats suite.epd --output a >/dev/null 2>&1; $T check suite.epd --baseline a");
  BOOST_TEST(kind.status == 2);
  check_contains(kind.err, "found a threatperft.stats, expected a threatperft.result");
}

BOOST_AUTO_TEST_CASE(bench_files_are_compared_by_speed) {
  const std::string bench =
      "$T bench --rounds 2 --depth 1 --position kiwipete --output b.json >/dev/null && ";
  const Outcome outcome = shell(bench + "$T compare b.json b.json --max-slowdown 5%");
  BOOST_TEST(outcome.status == 2);
  check_contains(outcome.out, "processor time: medians of the rounds");
  check_contains(outcome.out, "cannot tell anything from so few rounds");
  const std::string append =
      "$T bench --rounds 2 --depth 1 --position kiwipete --output b.json --append >/dev/null";
  const Outcome appended = shell(append + " && " + append + " && $T compare b.json b.json");
  BOOST_TEST(appended.status == 0);
  check_contains(appended.out, "4/4");
  const Outcome other = shell(append + " && $T bench --rounds 1 --depth 2 --output b.json --append");
  BOOST_TEST(other.status == 2);
  check_contains(other.err, "--append: b.json holds rounds of other work");
  const std::string slower =
      "$T bench --rounds 12 --depth 3 --walk count --position kiwipete --output b.json >/dev/null && "
      "sed -E '/rounds\": \\[/,/\\]/s/([0-9.]+)(e-0?[0-9])?(,?)$/9\\1\\2\\3/' b.json > c.json; "
      "$T compare b.json c.json --max-slowdown 5%";
  const Outcome lost = shell(slower);
  BOOST_TEST(lost.status == 1);
  check_contains(lost.out, "SLOWER: 1 of 1 comparisons lost more than 5 %");
}
