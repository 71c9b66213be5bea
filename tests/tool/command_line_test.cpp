// The program as a user calls it: what it prints, and how it ends.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "shell.h"

using namespace threatperft;
using Json = nlohmann::ordered_json;

namespace {

const std::string kSuite =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; id \"start\"; D1 20; D2 400; D3 8902; T3 "
    "364218; "
    "S3 61e96230a05264e5;\n"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1; id \"kiwipete\"; D1 48; D2 2039; "
    "D3 97862; T3 5810169; S3 045724015d16a5aa;\n"
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9; id \"fischer\"; D3 12189; T3 582205; "
    "S3 b0e74c02e3006089;\n";

std::string golden(const std::string& name) {
  std::ifstream file(std::string(GOLDEN_FOLDER "/") + name, std::ios::binary);
  BOOST_REQUIRE_MESSAGE(file.good(), "no golden file " << name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The part of a result that must not depend on the machine or the time.
std::string lasting(const std::string& text) {
  Json json = Json::parse(text);
  json.erase("machine");
  json.erase("timing");
  return json.dump(1);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void check_contains(const std::string& text, const std::string& part) {
  BOOST_TEST_CONTEXT("in: " << text) { BOOST_TEST(contains(text, part), "expected: " << part); }
}

std::size_t count_of(const std::string& text, char c) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), c));
}

}  // namespace

BOOST_AUTO_TEST_CASE(help_is_as_agreed_and_fits_a_screen) {
  for (const std::string command : {"check", "perft", "threats", "stats", "merge", "compare", "updaters"}) {
    const Outcome outcome = shell("$T " + command + " --help");
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.err.empty());
    BOOST_TEST(outcome.out == golden("help-" + command + ".txt"));
    BOOST_TEST(count_of(outcome.out, '\n') <= 32U);
    BOOST_TEST(shell("$T help " + command).out == outcome.out);
  }
}

BOOST_AUTO_TEST_CASE(the_overview_lists_the_commands) {
  const Outcome outcome = shell("$T --help");
  BOOST_TEST(outcome.status == 0);
  for (const std::string command : {"check", "perft", "threats", "stats", "merge", "compare", "updaters"}) {
    check_contains(outcome.out, "\n  " + command + " ");
  }
  const Outcome nothing = shell("$T");
  BOOST_TEST(nothing.status == 2);
  BOOST_TEST(nothing.out.empty());
  check_contains(nothing.err, "Usage: threatperft COMMAND");
}

BOOST_AUTO_TEST_CASE(the_version_names_revision_and_compiler) {
  const Outcome outcome = shell("$T --version");
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.out.starts_with("threatperft "));
  BOOST_TEST(count_of(outcome.out, '\n') == 1U);
}

BOOST_AUTO_TEST_CASE(wrong_words_are_answered_with_what_was_meant) {
  const auto error_of = [](const std::string& call) {
    const Outcome outcome = shell("$T " + call);
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(outcome.out.empty());
    return outcome.err;
  };
  BOOST_TEST(error_of("chekc") == "threatperft: unknown command 'chekc'; did you mean 'check'?\n");
  BOOST_TEST(error_of("xyzzy") ==
             "threatperft: unknown command 'xyzzy'; 'threatperft --help' lists the commands\n");
  BOOST_TEST(error_of("check --dpeth 3") == "threatperft: unknown option --dpeth; did you mean --depth?\n");
  BOOST_TEST(error_of("perft --devide") == "threatperft: unknown option --devide; did you mean --divide?\n");
  BOOST_TEST(error_of("updaters now") == "threatperft: updaters takes no 'now'\n");
  check_contains(error_of("perft kiwipet"), "did you mean kiwipete?");
  check_contains(error_of("perft 8/8/8/8/8/8/8/8 w - - 0 1"), "FEN: ");
  check_contains(error_of("check no-such-file.epd"), "no-such-file.epd");
}

BOOST_AUTO_TEST_CASE(check_finds_the_reference_values) {
  const Outcome outcome = shell("$T check -", kSuite);
  BOOST_TEST(outcome.status == 0);
  check_contains(outcome.out, "61e96230a05264e5  ok");
  check_contains(outcome.out, "045724015d16a5aa  ok");
  check_contains(outcome.out, "b0e74c02e3006089  ok");
  check_contains(outcome.out, "3 positions");
  check_contains(outcome.out, "all well");
  BOOST_TEST(!contains(outcome.out, "\x1b"));
  BOOST_TEST(outcome.err.empty());
}

BOOST_AUTO_TEST_CASE(results_do_not_depend_on_threads) {
  for (const std::string options : {"check -", "check - --counts-only", "check - --depth 2 --filter '^k'"}) {
    const std::string one = shell("$T " + options + " --threads 1 --output -", kSuite).out;
    for (const std::string threads : {"2", "4"}) {
      BOOST_TEST(lasting(shell("$T " + options + " --output - --threads " + threads, kSuite).out) ==
                 lasting(one));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_result_file_has_its_fields_in_order) {
  const Json json = Json::parse(shell("$T check - --max-nodes 9000 --output -", kSuite).out);
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  BOOST_TEST(keys == (std::vector<std::string>{"schema", "tool", "machine", "command", "suites", "positions",
                                               "totals", "complete", "failures", "input_errors", "timing"}),
             boost::test_tools::per_element());
  BOOST_TEST(json["schema"] == "threatperft.result/1");
  BOOST_TEST(json["command"]["name"] == "check");
  BOOST_TEST(json["command"]["max_nodes"] == 9000);
  BOOST_TEST(json["suites"][0]["path"] == "-");
  BOOST_TEST(json["suites"][0]["positions"] == 3);
  BOOST_TEST(json["suites"][0]["sha256"].get<std::string>().size() == 64U);
  BOOST_REQUIRE(json["positions"].size() == 3U);
  BOOST_TEST(json["positions"][1]["id"] == "kiwipete");
  BOOST_TEST(json["positions"][1]["depths"].size() == 2U);
  const Json& depth = json["positions"][1]["depths"][0];
  BOOST_TEST(depth["depth"] == 1);
  BOOST_TEST(depth["nodes"] == 48);
  BOOST_TEST(depth["expected_nodes"] == 48);
  BOOST_TEST(depth["threats"] == 2920);
  BOOST_TEST(depth["signature"] == "9421bff2f1097ee6");
  BOOST_TEST(depth["checked"] == 48);
  BOOST_TEST(depth["mismatches"] == 0);
  BOOST_TEST(json["positions"][2]["chess960"] == true);
  BOOST_TEST(json["positions"][2]["state"] == "skipped");
  BOOST_TEST(json["totals"]["nodes"] == 20 + 400 + 8902 + 48 + 2039);
  BOOST_TEST(json["totals"]["skipped_positions"] == 1);
  BOOST_TEST(json["complete"] == true);
}

BOOST_AUTO_TEST_CASE(counts_alone_leave_threats_open) {
  const Json json = Json::parse(shell("$T check - --counts-only --output -", kSuite).out);
  BOOST_TEST(json["positions"][0]["depths"][2]["nodes"] == 8902);
  BOOST_TEST(json["positions"][0]["depths"][2]["threats"].is_null());
  BOOST_TEST(json["totals"]["signature"].is_null());
}

BOOST_AUTO_TEST_CASE(wrong_numbers_of_every_kind_are_found) {
  const std::string fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; ";
  const auto outcome_of = [&](const std::string& operation) { return shell("$T check -", fen + operation); };
  const Outcome nodes = outcome_of("D2 401;");
  BOOST_TEST(nodes.status == 1);
  check_contains(nodes.out, "depth 2: nodes 400, expected 401 (-1)");
  check_contains(nodes.out, "FAILED: 1 position with 0 wrong lists and 1 wrong value");
  check_contains(outcome_of("D3 8902; T3 364217;").out, "depth 3: threats 364218, expected 364217 (+1)");
  check_contains(outcome_of("D3 8902; S3 0000000000000001;").out,
                 "depth 3: signature 61e96230a05264e5, expected 0000000000000001");
  // A wrong count at a shallower depth is found on the way.
  check_contains(outcome_of("D1 21; D3 8902;").out, "depth 1: nodes 20, expected 21 (-1)");
  BOOST_TEST(shell("$T check - --counts-only", fen + "D2 401;").status == 1);
}

BOOST_AUTO_TEST_CASE(a_wrong_number_is_shown_with_its_line) {
  const Outcome outcome = shell(
      "printf '# a comment\n8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1; id \"a\"; D1 15;\n' > s.epd; "
      "$T check s.epd");
  check_contains(
      outcome.out,
      "  depth 1: nodes 14, expected 15 (-1) at s.epd:2: 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\n");
}

BOOST_AUTO_TEST_CASE(a_shard_compares_no_numbers_and_says_nothing_of_them) {
  const Outcome outcome = shell("$T check - --shard 1/2", kSuite);
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.out.find("expected") == std::string::npos);
  check_contains(outcome.out, "shared");
}

BOOST_AUTO_TEST_CASE(a_run_that_skips_everything_is_not_well) {
  const Outcome outcome = shell("$T check - --max-nodes 10", kSuite);
  BOOST_TEST(outcome.status == 2);
  check_contains(outcome.out, "nothing was checked: see --max-nodes");
}

BOOST_AUTO_TEST_CASE(what_a_run_reads_is_not_replaced_by_its_output) {
  const std::string before =
      "cat > s.epd; $T check s.epd --output a.json > /dev/null; ln -s a.json l.json; "
      "$T check s.epd --shard 1/1 --output s1.json > /dev/null; md5sum *.epd *.json > sums; ";
  const std::string after = "; s=$?; md5sum --quiet -c sums && exit $s";
  for (const std::string command :
       {"check s.epd --output s.epd", "check s.epd --output ./s.epd", "check s.epd --journal q --output q",
        "check s.epd --baseline a.json --output a.json", "check s.epd --baseline a.json --output l.json",
        "compare a.json a.json --output a.json", "merge s1.json --output s1.json"}) {
    const Outcome outcome = shell(before + "$T " + command + after, kSuite);
    BOOST_TEST_CONTEXT(command << ": " << outcome.err) {
      BOOST_TEST(outcome.status == 2);
      check_contains(outcome.err, ": is read by this run, as ");
    }
  }
}

BOOST_AUTO_TEST_CASE(failures_stop_the_run_at_the_limit) {
  std::string suite;
  for (int i = 0; i < 5; ++i) suite += "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D2 192\n";
  std::string expected;
  for (const std::string threads : {"1", "2", "4"}) {
    const Outcome outcome = shell("$T check - --max-failures 3 --output - --threads " + threads, suite);
    BOOST_TEST(outcome.status == 1);
    if (expected.empty()) expected = lasting(outcome.out);
    BOOST_TEST(lasting(outcome.out) == expected);
  }
  const Json json = Json::parse(expected);
  BOOST_TEST(json["positions"][2]["state"] == "failed");
  BOOST_TEST(json["positions"][3]["state"] == "not_run");
  BOOST_TEST(json["complete"] == false);
  const Outcome outcome = shell("$T check - --max-failures 3", suite);
  check_contains(outcome.out, "stopped after 3 failures");
  check_contains(outcome.out, "not finished: 2 positions");
}

BOOST_AUTO_TEST_CASE(bad_lines_are_named_and_the_rest_is_run) {
  const Outcome outcome = shell("$T check -", "nonsense\n" + kSuite);
  BOOST_TEST(outcome.status == 2);
  check_contains(outcome.err, "error: standard input:1: fields: found \"nonsense\"");
  check_contains(outcome.out, "61e96230a05264e5  ok");
  // Wrong input comes before a failed check, and both are told.
  const Outcome both = shell("$T check -", "nonsense\n8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 15\n");
  BOOST_TEST(both.status == 2);
  check_contains(both.out, "input: 1 error");
  check_contains(both.out, "FAILED: 1 position");
}

BOOST_AUTO_TEST_CASE(filters_that_match_nothing_are_errors) {
  const Outcome outcome = shell("$T check - --filter petite", kSuite);
  BOOST_TEST(outcome.status == 2);
  BOOST_TEST(outcome.err == "threatperft: --filter: 'petite' matches none of the 3 positions\n");
}

BOOST_AUTO_TEST_CASE(perft_takes_a_fen_in_any_form) {
  for (const std::string call :
       {"'8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "position3", "--depth 4 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"}) {
    const Outcome outcome = shell("$T perft " + call);
    BOOST_TEST(outcome.status == 0);
    check_contains(outcome.out, "4               43238            324762  653b043a4babb419\n");
  }
  const Outcome piped = shell("$T perft - --depth 2", "\n8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\n");
  check_contains(piped.out, "2                 191");
}

BOOST_AUTO_TEST_CASE(divide_adds_up) {
  for (const std::string mode : {"", " --counts-only"}) {
    const Json json = Json::parse(shell("$T perft kiwipete --depth 3 --divide --output -" + mode).out);
    const Json& position = json["positions"][0];
    std::uint64_t nodes = 0;
    std::string last;
    for (const Json& branch : position["divide"]) {
      nodes += branch["nodes"].get<std::uint64_t>();
      BOOST_TEST(last < branch["move"].get<std::string>());
      last = branch["move"];
    }
    BOOST_TEST(position["divide"].size() == 48U);
    BOOST_TEST(nodes == 97862U);
    BOOST_TEST(position["depths"][2]["nodes"] == 97862);
  }
  const Outcome text = shell("$T perft kiwipete --depth 1 --divide --counts-only");
  check_contains(text.out, "e1g1                1\n");
}

BOOST_AUTO_TEST_CASE(perft_knows_depth_zero_and_positions_without_moves) {
  check_contains(shell("$T perft --depth 0").out, "0                   1                40");
  check_contains(shell("$T perft 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1 --depth 3 --divide").out,
                 "3                   0                 0  0000000000000000");
}

BOOST_AUTO_TEST_CASE(castling_is_written_as_the_variant_demands) {
  const std::string fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  check_contains(shell("$T perft --divide --depth 1 --counts-only " + fen).out, "e1g1 ");
  check_contains(shell("$T perft --divide --depth 1 --counts-only --chess960 always " + fen).out, "e1h1 ");
  const std::string fischer = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
  BOOST_TEST(shell("$T perft --depth 1 --chess960 never " + fischer).status == 2);
}

BOOST_AUTO_TEST_CASE(threats_are_shown_and_verified) {
  const Outcome outcome = shell("$T threats startpos --move e2e4 e7e5");
  BOOST_TEST(outcome.status == 0);
  check_contains(outcome.out, "   a b c d e f g h\n");
  check_contains(outcome.out, "40 threats\n");
  check_contains(outcome.out, "  Qd1 > Bc1 Ke1 Pc2 Pd2 Pe2\n");
  check_contains(outcome.out, "removed 4: ");
  check_contains(outcome.out, "equal to a fresh list");
  const Outcome illegal = shell("$T threats startpos --move e2e5");
  BOOST_TEST(illegal.status == 2);
  check_contains(illegal.err, "--move: found 'e2e5', expected a legal move in ");
  check_contains(illegal.err, " a2a3 ");
}

BOOST_AUTO_TEST_CASE(threats_as_json_hold_the_same) {
  const Json json = Json::parse(shell("$T threats kiwipete --move e1g1 --json").out);
  BOOST_TEST(json["schema"] == "threatperft.threats/1");
  BOOST_REQUIRE(json["moves"].size() == 1U);
  const Json& move = json["moves"][0];
  BOOST_TEST(move["move"] == "e1g1");
  BOOST_TEST(move["san"] == "O-O");
  BOOST_TEST(move["verified"] == true);
  BOOST_TEST(json["threats"].size() + move["added"].size() - move["removed"].size() ==
             move["threats"].get<std::size_t>());
}

BOOST_AUTO_TEST_CASE(updaters_names_the_one_that_auto_picks) {
  const Outcome outcome = shell("$T updaters");
  BOOST_TEST(outcome.status == 0);
  for (const std::string updater : {"scalar", "avx2", "avx512"})
    check_contains(outcome.out, "\n" + updater + " ");
  check_contains(outcome.out, "auto picks ");
}
