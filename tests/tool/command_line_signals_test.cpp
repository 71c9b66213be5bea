// What happens when the world interferes: signals, closed pipes, full disks, read-only folders.

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <string>

#include "shell.h"

using namespace threatperft;

namespace {

/// Runs for hours unless something ends it.
const std::string kEndless = "perft startpos --depth 12 --counts-only";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(signals_end_a_run_with_their_status) {
  BOOST_TEST(shell("$T " + kEndless + " & p=$!; sleep 0.5; kill -INT $p; wait $p").status == 130);
  BOOST_TEST(shell("$T " + kEndless + " & p=$!; sleep 0.5; kill -TERM $p; wait $p").status == 143);
}

BOOST_AUTO_TEST_CASE(statistics_that_are_not_kept_are_said_to_be_lost) {
  const Outcome outcome =
      shell("$T stats --depth 9 --filter '^kiwipete$' & p=$!; sleep 1; kill -INT $p; wait $p");
  BOOST_TEST(outcome.status == 130);
  BOOST_TEST(outcome.out.empty());
  BOOST_TEST(contains(outcome.err, "interrupted; nothing is written"));
}

BOOST_AUTO_TEST_CASE(what_was_complete_is_still_printed) {
  const std::string suite =
      "printf '%s\\n' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D3 8902'"
      " 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D9 999999999999' >s.epd\n";
  const Outcome outcome = shell(
      suite +
      "$T check s.epd --output r.json & p=$!; sleep 2; kill -TERM $p; wait $p; s=$?; cat r.json; exit $s");
  BOOST_TEST(outcome.status == 143);
  BOOST_TEST(contains(outcome.out, "61e96230a05264e5  ok"));
  BOOST_TEST(contains(outcome.out, "interrupted"));
  BOOST_TEST(contains(outcome.out, "\"complete\": false"));
}

BOOST_AUTO_TEST_CASE(threats_that_were_not_summed_are_not_shown) {
  // The nodes are counted in seconds, the threats take minutes; a slow machine may show nothing yet.
  const Outcome outcome =
      shell("$T perft startpos --depth 7 & p=$!; sleep 6; kill -INT $p; wait $p; echo status $?");
  BOOST_TEST(contains(outcome.out, "status 130"));
  BOOST_TEST(!contains(outcome.out, "signature"));
  BOOST_TEST(!contains(outcome.out, "0000000000000000"));
}

BOOST_AUTO_TEST_CASE(a_closed_pipe_ends_the_run_with_a_message) {
  const Outcome outcome = shell("{ $T check --max-nodes 2000; echo $? >status; } | head -n 2; cat status");
  BOOST_TEST(contains(outcome.out, "id "));
  BOOST_TEST(contains(outcome.out, "\n2\n"));
  BOOST_TEST(outcome.err == "threatperft: standard output: Broken pipe\n");
}

BOOST_AUTO_TEST_CASE(output_that_cannot_be_written_is_an_error) {
  for (const std::string command : {"--help", "check --help", "perft --depth 2", "updaters", "threats"}) {
    const Outcome outcome = shell("$T " + command + " >/dev/full");
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(outcome.err == "threatperft: standard output: No space left on device\n");
  }
}

BOOST_AUTO_TEST_CASE(result_files_that_cannot_be_written_are_refused_before_the_work) {
  const Outcome outcome = shell("$T " + kEndless + " --output no/such/folder/r.json");
  BOOST_TEST(outcome.status == 2);
  BOOST_TEST(outcome.out.empty());
  BOOST_TEST(
      contains(outcome.err, "--output no/such/folder/r.json: cannot create a file beside it: No such file"));
  BOOST_TEST(shell("$T " + kEndless + " --output /dev/full").status == 2);
}

BOOST_AUTO_TEST_CASE(a_disk_that_fills_up_leaves_the_old_result) {
  // A limit on the size of files stands for the full disk; its signal is ignored, so that the write fails.
  const Outcome outcome = shell(
      "echo old >r.json; trap '' XFSZ; ulimit -f 1; $T check --max-nodes 500 --output r.json >out; s=$?; cat "
      "r.json; "
      "ls; exit $s");
  BOOST_TEST(outcome.status == 2);
  BOOST_TEST(contains(outcome.err, "--output r.json: cannot write: File too large"));
  BOOST_TEST(outcome.out == "old\nout\nr.json\n");
}
