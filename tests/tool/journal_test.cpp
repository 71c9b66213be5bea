// Journals, shards and their merging: whatever is interrupted, and however the work is shared, the result is
// the same.

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <string>

#include "shell.h"
#include "tool/exit_status.h"
#include "tool/shard.h"
#include "tool/work_journal.h"

using namespace threatperft;

namespace {

/// A run of a second or so, and the part of its result that lasts.
const std::string kSetUp =
    "cat > suite.epd <<'END'\n"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1; id \"kiwipete\"; D3 97862;\n"
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1; id \"third\"; D4 43238; D5 674624;\n"
    "7k/8/8/8/8/8/8/K7 w - - 0 1; D1 3;\n"
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9; id \"fischer\"; D4 326672;\n"
    "END\n"
    "lasting() { sed -e '/^  \"machine\": {/,/}/d' -e '/^  \"timing\": {/,/}/d' \"$1\"; }\n"
    "$T check suite.epd --output one.json > /dev/null || exit 9\n"
    "lasting one.json > one.txt\n";

const std::string kCall = "$T check suite.epd --journal j --output j.json > /dev/null";
const std::string kSame = "lasting j.json | cmp - one.txt";

void check_well(const std::string& command) {
  const Outcome outcome = shell(command);
  BOOST_TEST_CONTEXT(command << "\n" << outcome.out << outcome.err) { BOOST_TEST(outcome.status == 0); }
}

void check_refused(const std::string& command, const std::string& message) {
  const Outcome outcome = shell(kSetUp + command);
  BOOST_TEST_CONTEXT(command << "\n" << outcome.err) {
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(outcome.err.find(message) != std::string::npos, "expected: " << message);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_run_killed_again_and_again_ends_in_the_same_result) {
  std::mt19937 random(20261130);
  std::string command = kSetUp;
  for (int i = 0; i < 12; ++i) {
    const std::string threads = std::to_string(1 + random() % 4);
    const std::string seconds = "0." + std::to_string(10 + random() % 60);
    const std::string signal = i % 3 == 0 ? "TERM" : "KILL";
    command += "timeout -s " + signal + " " + seconds + " " + kCall + " --threads " + threads + "\n";
  }
  check_well(command + kCall + " && " + kSame + " && " + kCall + " && " + kSame);
}

BOOST_AUTO_TEST_CASE(a_failing_run_goes_on_to_the_same_failures) {
  // Wrong counts stand for failures: the second position is over the limit.
  const std::string wrong =
      "sed -i -e 's/97862/97861/' -e 's/43238/43239/' suite.epd; call='$T check suite.epd --max-failures "
      "2'\n";
  check_well(kSetUp + wrong +
             "eval $call --output one.json > /dev/null; test $? = 1 || exit 8; lasting one.json > one.txt\n"
             "for i in 1 2; do eval $call --journal j --output j.json > /dev/null; test $? = 1 || exit 7; " +
             kSame + " || exit 6; done");
}

BOOST_AUTO_TEST_CASE(a_torn_last_line_is_done_again) {
  check_well(kSetUp + kCall + "\nfor left in 1 2 50 200; do truncate -s $(($(stat -c %s j) - left)) j; " +
             kCall + " 2> err && " + kSame + " && grep -q torn err || exit 8; done; printf abc >> j; " +
             kCall + " && " + kSame);
  // Even the first line.
  check_well(kSetUp + kCall + "; truncate -s 20 j; " + kCall + " && " + kSame);
  check_well(kSetUp + ": > j; " + kCall + " && " + kSame);
}

BOOST_AUTO_TEST_CASE(a_journal_of_something_else_is_refused_and_kept) {
  check_refused(kCall + "; cp j k; " + kCall + " --depth 2; s=$?; cmp j k && exit $s",
                "belongs to another run: command/depth is null there, 2 here");
  check_refused(kCall + "; " + kCall + " --counts-only", "command/counts_only is false there, true here");
  check_refused(kCall + "; " + kCall + " --shard 1/2", "command/shard is nothing there");
  check_refused(kCall + "; echo >> suite.epd; " + kCall, "suites/0/sha256 is ");
  check_refused(kCall + "; sed -i '2y/0123456789/1234567890/' j; echo '00000000 1' >> j; " + kCall,
                "line 2 is damaged");
  check_refused("cp suite.epd k; $T check suite.epd --journal suite.epd; s=$?; cmp suite.epd k && exit $s",
                "--journal suite.epd: is no journal");
  check_refused("$T check suite.epd --journal .", "--journal .: is not a regular file");
  check_refused("mkfifo f; $T check suite.epd --journal f", "--journal f: is not a regular file");
  check_refused("$T check suite.epd --journal no/j", "--journal no/j: cannot be opened: No such file");
}

BOOST_AUTO_TEST_CASE(a_journal_has_one_run_at_a_time) {
  check_refused("mkfifo f; (flock 9; : > f; sleep 5) 9> j & : < f; " + kCall + "; s=$?; kill $!; exit $s",
                "--journal j: is in use by another run");
}

BOOST_AUTO_TEST_CASE(a_full_disk_ends_the_run_and_keeps_what_is_written) {
  check_refused(
      "trap '' XFSZ; (ulimit -f 1; $T check suite.epd --journal j --output j.json > /dev/null); s=$?; "
      "test ! -e j.json && " +
          kCall + " && " + kSame + " && exit $s",
      "--journal j: cannot be written: File too large");
}

BOOST_AUTO_TEST_CASE(shards_merge_to_the_result_of_one_run) {
  std::mt19937 random(7);
  std::string command = kSetUp;
  for (const int count : {1, 2, 3, 7}) {
    const std::string n = std::to_string(count);
    command += "for i in $(seq " + n + "); do $T check suite.epd --shard $i/" + n + " --threads " +
               std::to_string(1 + random() % 4) + " --output s$i.json > /dev/null || exit 8; done\n" +
               "$T merge $(ls s*.json | shuf) --output j.json && " + kSame + " && rm s*.json || exit 7\n";
  }
  check_well(command + ":");
}

BOOST_AUTO_TEST_CASE(shards_of_bulk_counts_and_of_wrong_counts) {
  check_well(
      kSetUp + "sed -i -e 's/97862/97861/' suite.epd\n" +
      "for o in '' --counts-only; do $T check suite.epd $o --output one.json > /dev/null; "
      "test $? = 1 || exit 9; lasting one.json > one.txt\n"
      "for i in 1 2; do $T check suite.epd $o --shard $i/2 --output s$i.json > /dev/null || exit 8; done\n"
      "$T merge s1.json s2.json --output j.json; test $? = 1 || exit 7; " +
      kSame + " || exit 6; done");
}

BOOST_AUTO_TEST_CASE(gaps_overlaps_and_strangers_do_not_merge) {
  const std::string shards =
      "for i in 1 2 3; do $T check suite.epd --depth 2 --shard $i/3 --output s$i.json > /dev/null; done; ";
  check_refused(shards + "$T merge s1.json s3.json", "shard 2/3 is missing");
  check_refused(shards + "$T merge s1.json s2.json", "shard 3/3 is missing");
  check_refused(shards + "$T merge s1.json s2.json s2.json s3.json", "shard 2/3 is there twice");
  check_refused("$T merge one.json", "one.json: is not the result of a shard");
  check_refused(
      shards + "$T check suite.epd --depth 3 --shard 2/3 --output s2.json > /dev/null; $T merge s?.json",
      "are not of one run: command differs");
  check_refused(
      shards + "$T check suite.epd --depth 2 --shard 2/4 --output s2.json > /dev/null; $T merge s?.json",
      "shards 1/3 and 2/4 do not go together");
  check_refused(shards + "sed -i 's/\"nodes\": /\"nodez\": /' s2.json; $T merge s?.json", "damaged");
  check_refused("$T merge suite.epd", "suite.epd: is no result");
  check_refused("$T check suite.epd --shard 3/2", "--shard: found '3/2', expected I/N");
}

BOOST_AUTO_TEST_CASE(every_unit_has_one_shard_and_shards_have_equal_work) {
  std::mt19937 random(3);
  for (const std::uint32_t count : {1u, 2u, 5u, 100u}) {
    std::vector<ShardPicker> pickers;
    for (std::uint32_t i = 1; i <= count; ++i) pickers.emplace_back(Shard{i, count});
    std::vector<double> work(count);
    for (int unit = 0; unit < 5000; ++unit) {
      const auto leaves = static_cast<double>(random() % 100000);
      unsigned taken = 0;
      for (std::uint32_t i = 0; i < count; ++i) {
        if (!pickers[i].takes(leaves)) continue;
        ++taken;
        work[i] += leaves;
      }
      BOOST_REQUIRE_EQUAL(taken, 1u);
    }
    const auto [least, most] = std::minmax_element(work.begin(), work.end());
    BOOST_TEST(*most - *least <= 200000);
  }
}

BOOST_AUTO_TEST_CASE(a_part_is_read_back_as_it_was_written) {
  WorkPart part;
  part.job = 3;
  part.units = 12;
  part.last = true;
  part.found.complete = false;
  part.found.seconds = 0.25;
  part.found.totals.depths[5] = {1, 2, ~std::uint64_t{0}, 4, 5};
  part.found.totals.redundant = 6;
  part.found.totals.largest_list = 7;
  part.found.totals.largest_added = 8;
  part.found.totals.largest_removed = 9;
  Mismatch mismatch;
  mismatch.path = {{Square::e2, Square::e4, MoveKind::double_push, PieceType::pawn},
                   {Square::a7, Square::b8, MoveKind::promotion_capture, PieceType::knight}};
  mismatch.walk_start = 1;
  mismatch.stage = CheckStage::unmade;
  mismatch.added = {unpack(0x01020304), unpack(0xFFFFFFFF)};
  mismatch.overlong = true;
  part.found.mismatches.push_back(mismatch);
  const auto json = part_json(part);
  const WorkPart again = parse_part(nlohmann::ordered_json::parse(json.dump()));
  BOOST_TEST(part_json(again) == json);
  BOOST_TEST(again.found.totals.depths[5].signature == ~std::uint64_t{0});
  BOOST_TEST((again.found.mismatches.at(0).path == mismatch.path));
  BOOST_TEST((again.found.mismatches.at(0).added == mismatch.added));
  BOOST_TEST((again.found.mismatches.at(0).stage == CheckStage::unmade));
}
