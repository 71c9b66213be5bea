// `stats` and `merge` as a user calls them.

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "shell.h"

using namespace threatperft;
using Json = nlohmann::ordered_json;

namespace {

/// What two folders must have in common: everything but the time, the machine, and how it was counted.
const std::string kSame =
    "same() {\n"
    "  for f in $(ls \"$1\"); do\n"
    "    case $f in\n"
    "      report.html) ;;\n"
    "      summary.json) for d in \"$1\" \"$2\"; do\n"
    "          sed -e '/\"machine\": {/,/}/d' -e '/\"timing\": {/,/}/d' $d/$f > "
    "$d.comparable\n"
    "        done; cmp \"$1.comparable\" \"$2.comparable\" || return 1 ;;\n"
    "      *) cmp \"$1/$f\" \"$2/$f\" || return 1 ;;\n"
    "    esac\n"
    "  done\n"
    "}\n";

const std::string kSet =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 12 | 0.5\n"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - c9 \"a; b\";\r\n"
    "# a comment\n"
    "\n"
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";

void check_contains(const std::string& text, const std::string& part) {
  BOOST_TEST_CONTEXT("in: " << text) {
    BOOST_TEST(text.find(part) != std::string::npos, "expected: " << part);
  }
}

void check_well(const Outcome& outcome) {
  BOOST_TEST_CONTEXT(outcome.out << outcome.err) { BOOST_TEST(outcome.status == 0); }
}

Json summary_of(const std::string& call, const std::string& input = "") {
  const Outcome outcome = shell("$T stats " + call + " --output d > /dev/null && cat d/summary.json", input);
  check_well(outcome);
  return Json::parse(outcome.out);
}

void check_refused(const std::string& command, const std::string& message, const std::string& input = "") {
  const Outcome outcome = shell(command, input);
  BOOST_TEST_CONTEXT(command) {
    BOOST_TEST(outcome.status == 2);
    check_contains(outcome.err, message);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(threats_and_signature_come_from_the_table_too) {
  const Json summary = summary_of("--filter '^kiwipete$' --depth 3 --verify");
  BOOST_TEST(summary["schema"] == "threatperft.stats/1");
  BOOST_TEST(summary["totals"]["nodes"] == 97862);
  BOOST_TEST(summary["totals"]["threats"] == 5810169);
  BOOST_TEST(summary["totals"]["signature"] == "045724015d16a5aa");
}

BOOST_AUTO_TEST_CASE(threads_and_updaters_change_nothing) {
  const std::string call = "$T stats --max-nodes 3000 > /dev/null --output ";
  check_well(shell(kSame + call + "one --threads 1 --updater scalar && " + call +
                   "two --threads 2 && same one two && " + call + "four --threads 4 && same one four"));
}

BOOST_AUTO_TEST_CASE(the_delta_method_equals_the_naive_one_on_the_embedded_suites) {
  for (const std::string at : {"leaves", "all-nodes"}) {
    const std::string call = "$T stats --depth 2 --max-nodes 20000 --at " + at + " > /dev/null --output ";
    check_well(shell(kSame + call + "fast && " + call + "slow --naive && same fast slow"));
  }
}

BOOST_AUTO_TEST_CASE(parts_merge_to_the_whole) {
  const std::string parts =
      "printf '%s\\n' '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D3 2812' > a.epd\n"
      "printf '%s\\n' 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 ;D3 9467' > b.epd\n"
      "$T stats a.epd --output a > /dev/null && $T stats b.epd --output b > /dev/null || exit 9\n";
  check_well(
      shell(parts +
            "$T stats a.epd b.epd --output whole > /dev/null && $T merge a b --output both > both.txt "
            "&& for f in features.npy features.csv pairs.csv pieces.csv active.csv deltas.csv "
            "redundant.csv layouts.csv layout-60144.npy; do cmp whole/$f both/$f || exit 8; done; "
            "$T stats a.epd b.epd | sed -n '/^Threats/,$p' > whole.txt; sed -n '/^Threats/,$p' both.txt "
            "| cmp - whole.txt"));
  check_refused(parts + "$T stats b.epd --layouts 60144 --output c > /dev/null; $T merge a c",
                "a and c do not add up: in the second, ");
  check_refused(parts + "$T stats b.epd --at all-nodes --output c > /dev/null; $T merge a c", "at is");
  check_refused(parts + "sed -i 's/\"nodes\": 9467/\"nodes\": 9466/' b/summary.json; $T merge a b",
                "the number of nodes does not agree with the tables");
  check_refused(parts + "truncate -s -8 b/features.npy; $T merge a b", "features.npy");
  check_refused(parts + "echo 3 > b/summary.json; $T merge a b", "is not a summary of statistics");
  check_refused(parts + "$T merge a", "two folders or more");
}

BOOST_AUTO_TEST_CASE(position_sets_are_read_as_they_are_found) {
  const Json summary = summary_of("--depth 0 -", kSet);
  BOOST_TEST(summary["totals"]["nodes"] == 3);
  BOOST_TEST(summary["duplicates"]["count"] == 1);
  BOOST_TEST(summary["duplicates"]["lines"][0]["line"] == 5);
  BOOST_TEST(summary["duplicates"]["lines"][0]["first_line"] == 1);
  for (const std::string pack : {"gzip", "xz", "bzip2", "zstd -q"}) {
    const Outcome outcome =
        shell(kSame + "cat > set; $T stats --depth 0 - --output plain < set > /dev/null || exit 9; " + pack +
                  " -c < set > packed; $T stats --depth 0 packed --output packed.d > /dev/null && cmp "
                  "plain/features.npy packed.d/features.npy && cmp plain/deltas.csv packed.d/deltas.csv",
              kSet);
    check_well(outcome);
  }
}

BOOST_AUTO_TEST_CASE(a_run_that_counts_nothing_says_why) {
  check_refused("$T stats --filter zzz", "--filter: 'zzz' matches none of the positions");
  check_refused("$T stats --filter kiwipete --max-nodes 1 --depth 3", "have more leaves than --max-nodes");
  check_refused("$T stats --filter kiwipete --no-moves --depth 2", "--no-moves: only with --depth 0");
  check_refused("$T stats --filter kiwipete --output -",
                "--output: found '-', expected the name of a folder");
}

BOOST_AUTO_TEST_CASE(what_is_not_shown_is_counted) {
  const std::string good = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\n";
  for (const int lines : {20, 21, 30}) {
    std::string set = good;
    for (int i = 0; i < lines; ++i) set += "8/8/8 w - -\n";
    for (const std::string depth : {"0", "1"}) {
      const Outcome outcome = shell("$T stats --depth " + depth + " -", set);
      std::size_t shown = 0;
      for (std::size_t at = 0; (at = outcome.err.find("board: found", at)) != std::string::npos; ++at)
        ++shown;
      BOOST_TEST(shown == 20u);
      const bool told =
          outcome.err.find("error: " + std::to_string(lines - 20) + " more\n") != std::string::npos;
      BOOST_TEST(told == (lines > 20), outcome.err);
      check_contains(outcome.err, std::to_string(lines) + " bad lines");
    }
  }
  // A note that is shown with --verbose only is no warning.
  BOOST_TEST(shell("$T stats --depth 1 - 2>&1 > /dev/null", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\n")
                 .out.find("more") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_bad_line_is_an_error_unless_it_may_be_left_out) {
  const std::string set = kSet + "8/8/8 w - -\n";
  const Outcome refused = shell("$T stats --depth 0 - --output d; s=$?; ls; exit $s", set);
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(refused.out.empty());
  check_contains(refused.err, "standard input:6: board: found \"8/8/8\", expected 8 ranks");
  const Json summary = summary_of("--depth 0 - --skip-bad-lines", set);
  BOOST_TEST(summary["totals"]["nodes"] == 3);
  BOOST_TEST(summary["bad_lines"][0]["line"] == 6);
}

BOOST_AUTO_TEST_CASE(unique_positions_are_counted_once) {
  // 1, 20, 400, 5362 and 72078 different positions after so many plies: OEIS A083276.
  BOOST_TEST(summary_of("--filter '^startpos$' --depth 4 --unique")["totals"]["nodes"] == 72078);
  check_refused("$T stats --filter '^startpos$' --depth 4 --unique --memory 1",
                "--unique needs more than the 1 MiB");
}

BOOST_AUTO_TEST_CASE(a_folder_appears_whole_or_not_at_all) {
  const std::string call = "$T stats --filter '^kiwipete$' --depth 2 ";
  check_refused("mkdir d; " + call + "--output d", "--output d: exists; --force replaces it");
  check_refused("mkdir d; touch d/mine; " + call + "--output d --force",
                "holds something else than statistics");
  check_refused(call + "--output no/such/d", "cannot create a folder beside it");
  check_well(shell(call + "--output d > /dev/null && " + call +
                   "--output d --force > /dev/null && test $(ls | wc -l) = 1"));
  const std::string killed =
      "$T stats --filter '^kiwipete$' --depth 6 --output d > /dev/null 2>&1 & sleep 0.5; kill -s ";
  const Outcome terminated = shell(killed + "TERM $!; wait $!; s=$?; ls; exit $s");
  BOOST_TEST(terminated.status == 143);
  BOOST_TEST(terminated.out.empty());
  BOOST_TEST(shell(killed + "KILL $!; wait $!; test ! -e d").status == 0);
}

BOOST_AUTO_TEST_CASE(a_full_disk_leaves_nothing) {
  // A limit on the size of files stands for it: the same calls fail.
  const Outcome outcome = shell(
      "trap '' XFSZ; ulimit -f 100; $T stats --filter '^kiwipete$' --depth 2 --output d > /dev/null; s=$?; "
      "ls; exit $s");
  BOOST_TEST(outcome.status == 2);
  BOOST_TEST(outcome.out.empty());
  check_contains(outcome.err, "cannot write features.csv: File too large");
}

BOOST_AUTO_TEST_CASE(shards_merge_to_the_whole) {
  const std::string trees = "$T stats --filter '^(kiwipete|position-3|bqnb.*)$' --depth 3";
  const std::string share = " --shard $i/3 --output s$i > /dev/null || exit 8; done; ";
  check_well(shell(kSame + trees + " --output one > /dev/null || exit 9; for i in 1 2 3; do " + trees +
                   share + "$T merge s2 s3 s1 --output both > /dev/null && same one both"));
  const std::string set = "cat > set; for i in 1 2 3; do $T stats --depth 0 set";
  check_well(shell(kSame + set + share +
                       "$T stats --depth 0 set --output one > /dev/null && $T merge s1 s2 s3 --output both > "
                       "/dev/null && same one both",
                   kSet));
  check_refused(set + share + "$T merge s1 s3", "shard 2/3 is missing", kSet);
  check_refused(set + share + "$T merge s1 s2 s2 s3", "shard 2/3 is there twice", kSet);
  check_refused(set + share + "$T stats --depth 0 set --output one > /dev/null; $T merge s1 one",
                "only one of s1 and one is of a shard", kSet);
}

BOOST_AUTO_TEST_CASE(a_killed_run_goes_on) {
  const std::string call = "$T stats --filter '^kiwipete$' --depth 4 --journal j --output d > /dev/null";
  check_well(shell(kSame + "$T stats --filter '^kiwipete$' --depth 4 --output one > /dev/null\n" +
                   "timeout -s KILL 0.3 " + call + "\ntimeout -s TERM 0.2 " + call + "\nrm -rf d\n" + call +
                   " && same one d && rm -rf d && " + call + " && same one d"));
  check_refused(call + "; $T stats --filter '^kiwipete$' --depth 3 --journal j",
                "--journal j: belongs to another run: command/depth is 4 there, 3 here");
  check_refused("$T stats --depth 0 --journal j -", "standard input cannot be read again");
}

BOOST_AUTO_TEST_CASE(layouts_of_one_s_own) {
  const std::string layout =
      R"(echo '{"name":"mine","victims":{"P":"PN","N":"Q"},"once":"P"}' > mine.json; )";
  const std::string call = "$T stats --filter '^kiwipete$' --depth 1 --layouts ";
  const Outcome outcome =
      shell(layout + call + "mine.json,60144 --output d > /dev/null && ls d && wc -l < d/layout-mine.csv");
  check_well(outcome);
  check_contains(outcome.out, "layout-60144.npy");
  // 2 * (84 pairs of squares * 2 types * 2 colours + 336 * 2), and the line of names.
  check_contains(outcome.out, "2017");
  check_refused(call + "none-such", "none-such is no known size, and cannot be read as a file");
  const auto refused = [&](const std::string& text, const std::string& message) {
    check_refused("echo '" + text + "' > l.json; " + call + "l.json", message);
  };
  refused(R"({"name":"x","victims":{"P":"PX"}})",
          R"(l.json: "victims", "P": expected a text of the letters PNBRQK)");
  refused(R"({"name":"x","victims":{"P":"PP"}})", "expected each letter once");
  refused(R"({"name":"x/y","victims":{"P":"P"}})", R"("name": expected 1 to 40 letters)");
  refused(R"({"victims":{"P":"P"}})", R"("name": expected a name)");
  refused(R"({"name":"x","victims":{"P":"P"},"blocks":[{"attacker":"P","victim":"P","start":0}]})",
          "is missing");
  refused(R"({"name":"x",)", "no JSON");
  refused(R"({"name":1e999})", "holds a number that is too large");
}
