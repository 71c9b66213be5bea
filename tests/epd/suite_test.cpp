#include "epd/suite.h"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/printable.h"
#include "tests/epd/scratch.h"

namespace threatperft {
namespace {

namespace data = boost::unit_test::data;
using namespace std::string_literals;
using namespace std::string_view_literals;

const std::string kFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const std::string kKings = "4k3/8/8/8/8/8/8/4K3 w - -";

// "1:20 2:400", with T and S as "2:400/15/00000000000000ff".
std::string depths_of(const SuitePosition& position) {
  std::string text;
  for (const DepthExpectation& entry : position.depths) {
    if (!text.empty()) text += ' ';
    text += std::to_string(entry.depth) + ':' + (entry.nodes ? std::to_string(*entry.nodes) : "-");
    if (entry.threats) text += " T" + std::to_string(*entry.threats);
    if (entry.signature) text += " S" + std::to_string(*entry.signature);
  }
  return text;
}

Suite clean_suite(std::string_view bytes, const LineOptions& options = {}) {
  Suite suite = parse_suite("folder/suite.epd", bytes, options);
  for (const Diagnostic& error : suite.errors) BOOST_ERROR(error.text());
  return suite;
}

SuitePosition only_position(std::string_view bytes) {
  Suite suite = clean_suite(bytes);
  BOOST_REQUIRE(suite.positions.size() == 1u);
  return suite.positions.front();
}

std::vector<std::string> texts(const DiagnosticList& list) {
  std::vector<std::string> lines;
  for (const Diagnostic& diagnostic : list) lines.push_back(diagnostic.text());
  return lines;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(suite)

struct Style {
  std::string line, depths;
  friend std::ostream& operator<<(std::ostream& out, const Style& style) {
    return out << printable(style.line, 200);
  }
};

const Style kStyles[] = {
    {kFen, ""},
    {kFen + ";", ""},
    {kFen + " ;D1 20 ;D2 400", "1:20 2:400"},
    {kFen + "; D1 20; D2 400;", "1:20 2:400"},
    {kFen + ";D1 20;D2 400", "1:20 2:400"},
    {kFen + " ; D1 20 ; D2 400 ;", "1:20 2:400"},
    {kFen + " D1 20; D2 400;", "1:20 2:400"},
    {kFen + " ;d1 20 ;d2 400", "1:20 2:400"},
    {kFen + " ;D6 119060324", "6:119060324"},
    {kFen + " ;D1 20 ;D4 197281 ;D3 8902", "1:20 3:8902 4:197281"},
    {kFen + ";; D1 20 ;;; D2 400;;", "1:20 2:400"},
    {kFen + "\t;D1\t20\t;D2   400  ", "1:20 2:400"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\tw  KQkq   -\t0 1 ;D1 20", "1:20"},
    {kFen + " ;D1 20 ;D1 20", "1:20"},
    {kFen + " ;D0 1 ;D1 20", "0:1 1:20"},
    {kFen + " ;D1 18446744073709551615", "1:18446744073709551615"},
    {kFen + " D3 8902; T3 364218; S3 61e96230a05264e5;", "3:8902 T364218 S7055278252240299237"},
    {kFen + " ;t3 364218 ;s2 00000000000000FF", "2:- S255 3:- T364218"},
    {"4k3/8/8/8/8/8/8/4K3 w - - ;D1 5", "1:5"},
    {"4k3/8/8/8/8/8/8/4K3 w - -;D1 5", "1:5"},
    {"4k3/8/8/8/8/8/8/4K3 w - - D1 5;", "1:5"},
    {"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2; ce +12; D1 5;", "1:5"},
    {"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2", ""},
    {"4k3/8/8/8/8/8/8/4K3 w - - c0 \"a; b; D1 7\"; D1 5; c1 \"\";", "1:5"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 7 noop; D1 5;", "1:5"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 7 ;D1 5", "1:5"},
    {"4k3/8/8/8/8/8/8/4K3 w ;D1 5", "1:5"},
    {"4k3/8/8/8/8/8/8/4K3 w - ;D1 5", "1:5"},
    {kFen + "; Ourown_op x y; D1 20;", "1:20"},
};

BOOST_DATA_TEST_CASE(styles, data::make(kStyles), style) {
  BOOST_TEST(depths_of(only_position(style.line)) == style.depths);
  // The end of the line is not part of it, whichever it is.
  for (const std::string_view end : {"\n"sv, "\r\n"sv, "\r"sv, "\0\n"sv, " \0\r\n"sv, "\n\x1A"sv}) {
    BOOST_TEST(depths_of(only_position(style.line + std::string(end))) == style.depths);
  }
}

struct BadLine {
  std::string line, kind, field, found;
  friend std::ostream& operator<<(std::ostream& out, const BadLine& bad) {
    return out << printable(bad.line, 200);
  }
};

const BadLine kBadLines[] = {
    {kFen + " ;D1 8,902", "count", "D1", "8,902"},
    {kFen + " ;D1 -5", "count", "D1", "-5"},
    {kFen + " ;D1 +5", "count", "D1", "+5"},
    {kFen + " ;D1 1e6", "count", "D1", "1e6"},
    {kFen + " ;D1 0x10", "count", "D1", "0x10"},
    {kFen + " ;D1 20.0", "count", "D1", "20.0"},
    {kFen + " ;D1 18446744073709551616", "count", "D1", "18446744073709551616"},
    {kFen + " ;D1", "count", "D1", ""},
    {kFen + " ;D1 20 400", "count", "D1", "20 400"},
    {kFen + " ;D1 20 D2 400", "count", "D1", "20 D2 400"},
    {kFen + " ;D1 20, D2 400", "count", "D1", "20, D2 400"},
    {kFen + " ;D1 20 ;D1 21", "count", "D1", "21"},
    {kFen + " ;D0 2", "count", "D0", "2"},
    {kFen + " ;D33 1", "count", "operations", "D33"},
    {kFen + " ;D 1 20", "count", "operations", "D"},
    {kFen + " ;D1x 20", "count", "operations", "D1x"},
    {kFen + " ;D1=20", "operation", "operations", "D1=20"},
    {kFen + " ;D-1 20", "operation", "operations", "D-1"},
    {kFen + " ;T3 x", "count", "T3", "x"},
    {kFen + " ;S3 61e96230a05264e", "count", "S3", "61e96230a05264e"},
    {kFen + " ;S3 061e96230a05264e5", "count", "S3", "061e96230a05264e5"},
    {kFen + " ;S3 0x61e96230a05264", "count", "S3", "0x61e96230a05264"},
    {kFen + " ;S3 00000000000000ff ;S3 00000000000000fe", "count", "S3", "00000000000000fe"},
    {kFen + " ;20 400", "operation", "operations", "20"},
    {kFen + " junk", "operation", "operations", "junk"},
    {kFen + " moves e2e4", "operation", "operations", "moves"},
    {kFen + " 12", "operation", "operations", "12"},
    {kFen + " | 12 | 0.5", "operation", "operations", "|"},
    {kFen + "; id \"never closed; D1 20;", "operation", "operations", "\"never closed; D1 20;"},
    {"4k3/8/8/8/8/8/8/4K3 w - - hmvc x; D1 5;", "operation", "hmvc", "x"},
    {"4k3/8/8/8/8/8/8/4K3 w - - -5 1 ;D1 5", "clock", "halfmove", "-5"},
    {"4k3/8/8/8/8/8/8 w - - 0 1 ;D1 5", "rank-count", "board", "4k3/8/8/8/8/8/8"},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5", "king-count", "board", "8/8/8/8/8/8/8/4K3"},
    {"hello", "field-count", "fields", "hello"},
    {";D1 20", "field-count", "fields", ""},
    {"\xEF\xBB\xBF" + kFen, "unknown-piece", "board",
     "\\xef"},  // a byte-order mark, but not at the beginning
    {"a\0b"s, "field-count", "fields", "a\\x00b"},
};

BOOST_DATA_TEST_CASE(a_bad_line_is_one_error_and_the_rest_goes_on, data::make(kBadLines), bad) {
  // Far enough down that a NUL does not mean a binary file.
  const std::string before(5000, '\n');
  const Suite suite =
      parse_suite("s.epd", before + kFen + " ;D1 20\n" + bad.line + "\n" + kFen + " ;D1 20\n");
  BOOST_TEST(suite.positions.size() == 2u);
  BOOST_REQUIRE(suite.errors.count() == 1u);
  const Diagnostic& error = suite.errors.listed().front();
  BOOST_TEST(error.file == "s.epd");
  BOOST_TEST(error.line == 5002u);
  BOOST_TEST(error.kind == bad.kind);
  BOOST_TEST(error.field == bad.field);
  BOOST_TEST(error.found == bad.found);
  BOOST_TEST(!error.expected.empty());
  BOOST_TEST(suite.sha256.size() == 64u);
}

BOOST_AUTO_TEST_CASE(an_error_as_a_line) {
  const Suite suite = parse_suite("a/b.epd", "\n" + kFen + " ;D1 8,902");
  BOOST_TEST(texts(suite.errors) ==
                 std::vector<std::string>{
                     "a/b.epd:2: D1: found \"8,902\", expected a whole number below 2^64, digits only"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(positions_and_their_order) {
  const Suite suite =
      clean_suite("\xEF\xBB\xBF# a comment\n\n" + kFen + " ;D1 20\r\n%\n \t\n" + kKings + " 3 9\r" + kFen);
  BOOST_REQUIRE(suite.positions.size() == 3u);
  BOOST_TEST(suite.path == "folder/suite.epd");
  BOOST_TEST(suite.positions[0].line == 3u);
  BOOST_TEST(suite.positions[1].line == 6u);
  BOOST_TEST(suite.positions[2].line == 7u);
  BOOST_TEST(suite.positions[0].id == "suite:3");
  BOOST_TEST(suite.positions[0].fen == kFen);
  BOOST_TEST(suite.positions[1].fen == kKings + " 3 9");
  for (const SuitePosition& position : suite.positions) {
    BOOST_TEST(same_position(position.position, *parse_fen(position.fen).position));
  }
}

BOOST_AUTO_TEST_CASE(ids) {
  BOOST_TEST(only_position(kFen + " ;id \"one; two\" ;D1 20").id == "one; two");
  BOOST_TEST(only_position(kKings + " D1 5; id \"x\";").id == "x");
  BOOST_TEST(only_position(kKings + " id plain;").id == "plain");
  BOOST_TEST(only_position(kKings + " id \"\";").id == "suite:1");
  BOOST_TEST(only_position(kKings + " id \"Gr\xC3\xBC\xC3\x9F"
                                    "e\";")
                 .id ==
             "Gr\xC3\xBC\xC3\x9F"
             "e");
  BOOST_TEST(only_position(kKings + " id \"\xE9\";").id == "\\xe9");
  BOOST_TEST(only_position(kKings + " id \"\x1B[2J\";").id == "\\x1b[2J");
  BOOST_TEST(only_position(kKings + " id \"\xC2\x9B"
                                    "2J\";")
                 .id == "\\xc2\\x9b2J");
  BOOST_TEST(parse_suite("-", kFen).positions.front().id == "stdin:1");
  BOOST_TEST(parse_suite("/a/b.c/known.epd.gz", kFen).positions.front().id == "known:1");
  BOOST_TEST(parse_suite("no_extension", kFen).positions.front().id == "no_extension:1");
  BOOST_TEST(parse_suite(".hidden", kFen).positions.front().id == ".hidden:1");
}

BOOST_AUTO_TEST_CASE(repeated_ids_are_warned_of) {
  const Suite suite = clean_suite(kFen + " ;id \"a\"\n" + kFen + " ;id \"b\"\n" + kFen + " ;id \"a\"\n");
  BOOST_TEST(suite.positions.size() == 3u);
  BOOST_REQUIRE(suite.warnings.count() == 1u);
  BOOST_TEST(suite.warnings.listed().front().kind == "id-repeated");
  BOOST_TEST(suite.warnings.listed().front().line == 3u);
}

BOOST_AUTO_TEST_CASE(clocks_as_operations) {
  BOOST_TEST(only_position(kKings + " hmvc 12; fmvn 40;").fen == kKings + " 12 40");
  BOOST_TEST(only_position(kKings + " 3 hmvc 12; fmvn 40;").fen == kKings + " 3 40");
  BOOST_TEST(only_position(kKings + " 3 4 hmvc 12; fmvn 40;").fen == kKings + " 3 4");
  BOOST_TEST(clean_suite(kKings + " hmvc 12; fmvn 40;").warnings.empty());
  const Suite suite = clean_suite(kKings + " hmvc 12;");
  BOOST_REQUIRE(suite.warnings.count() == 1u);
  BOOST_TEST(suite.warnings.only_verbose_count() == 1u);
  BOOST_TEST(suite.warnings.listed().front().kind == "clocks-missing");
}

BOOST_AUTO_TEST_CASE(blocks) {
  const Suite suite = clean_suite(
      "# blocks\n"
      "id first one\n"
      "epd " +
      kFen +
      "\n"
      "perft 1 20\n"
      "perft   3\t8902\n"
      "\n"
      "perft 2 400\n"
      "id \"second\"\r\n"
      "epd " +
      kKings +
      "\r\n"
      "perft 1 5\r\n"
      "epd " +
      kKings +
      " 7 8\n"
      "perft 1 5\n" +
      kKings +
      " ;D2 25\n"
      "id last\n"
      "epd " +
      kKings);
  BOOST_REQUIRE(suite.positions.size() == 5u);
  BOOST_TEST(suite.positions[0].id == "first one");
  BOOST_TEST(suite.positions[0].line == 3u);
  BOOST_TEST(depths_of(suite.positions[0]) == "1:20 2:400 3:8902");
  BOOST_TEST(suite.positions[1].id == "second");
  BOOST_TEST(depths_of(suite.positions[1]) == "1:5");
  BOOST_TEST(suite.positions[2].id == "suite:11");
  BOOST_TEST(suite.positions[2].fen == kKings + " 7 8");
  BOOST_TEST(depths_of(suite.positions[3]) == "2:25");
  BOOST_TEST(suite.positions[4].id == "last");
}

BOOST_AUTO_TEST_CASE(bad_blocks) {
  const Suite suite = parse_suite("b",
                                  "perft 1 20\n"           // 1: no epd
                                  "id without position\n"  // 2
                                  "id x\n"                 // 3
                                  "epd 8/8/8 w - -\n"      // 4: the error of this block
                                  "perft 1 20\n"
                                  "id y\n"
                                  "epd " +
                                      kFen +
                                      "\n"
                                      "perft 1 20\n"
                                      "perft 2 4e2\n"       // 9
                                      "perft 1 21\n"        // 10: two counts
                                      "perft 33 1\n"        // 11
                                      "perft 0 2\n"         // 12
                                      "perft 3\n"           // 13
                                      "perft 4 197281 x\n"  // 14
                                      "perft 3 8902\n"
                                      "id at the end\n");  // 16
  BOOST_REQUIRE(suite.positions.size() == 1u);
  BOOST_TEST(depths_of(suite.positions[0]) == "1:20 3:8902");
  std::vector<std::size_t> lines;
  for (const Diagnostic& error : suite.errors) lines.push_back(error.line);
  BOOST_TEST(lines == (std::vector<std::size_t>{1, 2, 4, 9, 10, 11, 12, 13, 14, 16}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(chess960) {
  const std::string line = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
  BOOST_TEST(only_position(line).chess960);
  BOOST_TEST(only_position(line).fen == line);
  BOOST_TEST(!only_position(kFen).chess960);

  LineOptions always;
  always.chess960 = Chess960::always;
  const Suite shredder = clean_suite(kFen, always);
  BOOST_TEST(shredder.positions.front().chess960);
  BOOST_TEST(shredder.positions.front().fen == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");

  LineOptions never;
  never.chess960 = Chess960::never;
  BOOST_TEST(clean_suite(kFen, never).positions.size() == 1u);
  const Suite refused = parse_suite("s", line, never);
  BOOST_REQUIRE(refused.errors.count() == 1u);
  BOOST_TEST(refused.errors.listed().front().kind == "chess960");
}

BOOST_AUTO_TEST_CASE(warnings_and_strictness) {
  const std::string text = "4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1\n4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1\n";
  const Suite lenient = clean_suite(text);
  BOOST_TEST(lenient.positions.size() == 2u);
  std::vector<std::string> kinds;
  for (const Diagnostic& warning : lenient.warnings)
    kinds.push_back(std::to_string(warning.line) + ' ' + warning.kind);
  BOOST_TEST(kinds == (std::vector<std::string>{"1 castling-right-dropped", "1 en-passant-dropped",
                                                "2 too-many-promoted"}),
             boost::test_tools::per_element());
  LineOptions strict;
  strict.strictness = FenStrictness::strict;
  const Suite refused = parse_suite("s", text, strict);
  BOOST_TEST(refused.positions.size() == 1u);
  BOOST_REQUIRE(refused.errors.count() == 1u);
  BOOST_TEST(refused.errors.listed().front().kind == "too-many-promoted");
}

BOOST_AUTO_TEST_CASE(files_as_a_whole) {
  const ScratchFolder folder;
  const auto error = [](const Suite& suite) {
    BOOST_REQUIRE(suite.errors.count() == 1u);
    BOOST_TEST(suite.errors.listed().front().line == 0u);
    return suite.errors.listed().front().text();
  };
  const std::string missing = folder.path("missing");
  BOOST_TEST(error(read_suite(missing)) == missing + ": No such file or directory");
  BOOST_TEST(error(read_suite(folder.path(""))).ends_with(": is a directory, not a file"));
  BOOST_TEST(error(read_suite(folder.write("empty.epd", ""))).ends_with(": holds no position"));
  BOOST_TEST(error(parse_suite("-", "# nothing\n\n")) == "standard input: holds no position");
  BOOST_TEST(error(parse_suite("u", "\xFF\xFEr\0n\0b\0"sv)) ==
             "u: is UTF-16 text; convert it to UTF-8 or ASCII");
  BOOST_TEST(error(parse_suite("u",
                               "\x7F"
                               "ELF\0\0\0\3"sv)) == "u: is a binary file, not text");
  const std::string twice = compressed(compressed(kFen, Compression::gzip), Compression::gzip);
  BOOST_TEST(error(parse_suite("twice", twice)) == "twice: is a binary file, not text");
}

BOOST_AUTO_TEST_CASE(compressed_files) {
  const ScratchFolder folder;
  for (const Compression compression : kCompressions) {
    const std::string bytes = compressed(kFen + " ;D1 20\n", compression);
    const Suite suite = read_suite(folder.write("suite.epd", bytes));
    BOOST_TEST(suite.errors.empty());
    BOOST_REQUIRE(suite.positions.size() == 1u);
    BOOST_TEST(depths_of(suite.positions.front()) == "1:20");
    BOOST_TEST(suite.sha256.size() == 64u);
    BOOST_TEST(suite.sha256 == parse_suite("memory", bytes).sha256);
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_is_cut_short_keeps_what_was_read) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += kKings + " 0 " + std::to_string(i * 7919 % 20011) + '\n';
  const std::string bytes = compressed(text, Compression::gzip);
  const Suite suite = parse_suite("cut.gz", std::string_view(bytes).substr(0, bytes.size() - 4));
  BOOST_REQUIRE(suite.errors.count() == 1u);
  BOOST_TEST(suite.errors.listed().front().kind == "input");
  BOOST_TEST(suite.errors.listed().front().text() == "cut.gz: the gzip data is cut short or damaged");
  BOOST_TEST(suite.positions.size() > 1000u);
  BOOST_TEST(suite.sha256.empty());
}

BOOST_AUTO_TEST_CASE(long_lines_are_errors) {
  const Suite suite =
      parse_suite("s", kFen + "\n" + kFen + " ;c0 \"" + std::string(1000000, 'x') + "\"\n" + kFen);
  BOOST_TEST(suite.positions.size() == 2u);
  BOOST_REQUIRE(suite.errors.count() == 1u);
  BOOST_TEST(suite.errors.listed().front().kind == "line-too-long");
  BOOST_TEST(suite.errors.listed().front().line == 2u);
  BOOST_TEST(suite.errors.listed().front().text().size() < 300u);
}

BOOST_AUTO_TEST_CASE(lists_of_diagnostics_are_bounded) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "bad\n" + kKings + "\n4k3/8/8/8/8/8/8/4K3 w K - 0 1\n";
  const Suite suite = parse_suite("s", text);
  BOOST_TEST(suite.errors.count() == 5000u);
  BOOST_TEST(suite.errors.listed().size() == DiagnosticList::kListed);
  BOOST_TEST(suite.warnings.count() == 10000u);  // castling rights and missing clocks
  BOOST_TEST(suite.warnings.only_verbose_count() == 5000u);
  BOOST_TEST(suite.warnings.listed().size() == 2 * DiagnosticList::kListed);
  BOOST_TEST(suite.positions.size() == 10000u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace threatperft
