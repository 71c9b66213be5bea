// The program on several threads: little work, but all ways in which threads work together - units of trees,
// a journal's rounds, a memory budget, chunks of a position set, the progress line. The thread sanitizer runs
// it, too.

#include <boost/test/unit_test.hpp>
#include <string>

#include "shell.h"

using namespace threatperft;

namespace {

/// The first tree is large enough to be cut.
const std::string kSuite =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; id \"start\"; D4 197281;\n"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1; id \"kiwipete\"; D2 2039;\n"
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1; id \"third\"; D3 2812;\n"
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8; id \"fifth\"; D2 1486;\n"
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9; id \"fischer\"; D2 528;\n";

/// `same A B`: two results, files or folders, are equal but for the time and the machine.
const std::string kSame =
    "lasting() { sed -e '/\"machine\": {/,/}/d' -e '/\"timing\": {/,/}/d' \"$1\"; }\n"
    "same() {\n"
    "  for r in \"$1\" \"$2\"; do\n"
    "    if [ -d $r ]; then rm $r/report.html; s=$r/summary.json; else s=$r; fi\n"
    "    lasting $s > lasting && mv lasting $s || return 1\n"
    "  done\n"
    "  diff -r \"$1\" \"$2\"\n"
    "}\n";

/// Runs the program with these options on one thread and on four, behind `prepare`; input and results are in
/// files.
void check_same(const std::string& options, const std::string& for_four = "",
                const std::string& prepare = "cat > suite.epd") {
  const std::string call = "$T " + options + " > /dev/null --output ";
  const Outcome outcome = shell(kSame + prepare + " && " + call + "one --threads 1 && " + call +
                                    "four --threads 4 " + for_four + " && same one four",
                                kSuite);
  BOOST_TEST_CONTEXT(options << '\n' << outcome.out << outcome.err) { BOOST_TEST(outcome.status == 0); }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_check_is_the_same) {
  check_same("check suite.epd", "--journal j");
  check_same("check suite.epd --counts-only");
}

BOOST_AUTO_TEST_CASE(statistics_of_trees_are_the_same) {
  check_same("stats suite.epd --depth 2 --layouts none", "--journal j");
  check_same("stats suite.epd --depth 2 --layouts none --unique");
}

BOOST_AUTO_TEST_CASE(statistics_of_a_position_set_are_the_same) {
  // Some 700 KB in few positions, which are three chunks.
  check_same("stats set --depth 0 --layouts none", "--journal j",
             "sed \"s/$/ c9 \\\"$(printf %01000d 0)\\\";/\" > one-set && "
             "for i in $(seq 120); do cat one-set; done > set");
}

BOOST_AUTO_TEST_CASE(progress_is_shown_until_a_signal_ends_the_run) {
  const Outcome outcome = shell(
      "TERM=linux script -qec 'timeout --preserve-status -s INT 2 $T perft startpos --depth 12 --threads 4' "
      "typescript > /dev/null < /dev/null; s=$?; cat typescript; exit $s");
  BOOST_TEST_CONTEXT(outcome.out << outcome.err) {
    BOOST_TEST(outcome.status == 130);
    BOOST_TEST(outcome.out.find("nodes/s") != std::string::npos);
    BOOST_TEST(outcome.out.find("interrupted") != std::string::npos);
  }
}
