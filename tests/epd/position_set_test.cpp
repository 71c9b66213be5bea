#include "epd/position_set.h"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/chess/fen.h"
#include "tests/epd/scratch.h"

namespace threatperft {
namespace {

namespace data = boost::unit_test::data;

const std::string kFen = "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 1 5";

std::vector<PositionLine> lines_of(std::string_view bytes, std::size_t chunk_size = 0,
                                   const LineOptions& options = {}) {
  Input input = Input::from_memory(bytes);
  LineReader reader(input, chunk_size);
  LineChunk chunk;
  std::vector<PositionLine> lines;
  while (reader.next(chunk)) {
    PositionCursor cursor("set.txt", chunk, options);
    for (PositionLine line; cursor.next(line);) lines.push_back(line);
  }
  return lines;
}

std::string fen_of(const PositionLine& line) { return to_fen(line.position, CastlingNotation::standard); }

}  // namespace

BOOST_AUTO_TEST_SUITE(position_set)

struct Good {
  std::string line, fen;
  friend std::ostream& operator<<(std::ostream& out, const Good& good) { return out << good.line; }
};

const std::string kFourFields = "4k3/8/8/8/8/8/8/4K3 w - -";
const Good kGoodLines[] = {
    {kFen, kFen},
    {kFen + ";", kFen},
    {kFourFields, kFourFields + " 0 1"},
    {kFourFields + "  ", kFourFields + " 0 1"},
    {kFourFields + " hmvc 3; fmvn 9; bm Kd2;", kFourFields + " 3 9"},
    {kFourFields + " bm Kd2; id \"a | b, [c]; d\";", kFourFields + " 0 1"},
    {kFourFields + " c9 \"1/2-1/2\";", kFourFields + " 0 1"},
    {kFen + " | 35 | 0.5", kFen},
    {kFen + "|-35|1.0", kFen},
    {kFourFields + " | 35 | 0.5", kFourFields + " 0 1"},
    {kFen + " [0.5] 35", kFen},
    {kFen + ",35,0.5", kFen},
    {kFen + " ;D1 20", kFen},
};

BOOST_DATA_TEST_CASE(good_lines, data::make(kGoodLines), good) {
  const std::vector<PositionLine> lines = lines_of(good.line + "\r\n");
  BOOST_REQUIRE(lines.size() == 1u);
  BOOST_TEST(lines[0].valid, lines[0].error.text());
  BOOST_TEST(lines[0].line == 1u);
  BOOST_TEST(lines[0].warnings.empty());
  BOOST_TEST(fen_of(lines[0]) == good.fen);
}

struct Bad {
  std::string line, kind;
  friend std::ostream& operator<<(std::ostream& out, const Bad& bad) { return out << bad.line; }
};

const Bad kBadLines[] = {
    {"hello", "field-count"},
    {"| 35 | 0.5", "field-count"},
    {"4k3/8/8/8/8/8/8/8 w - - | 35 | 0.5", "king-count"},
    {"4k3/8/8/8/8/8/8/4K3 w - - x | 35", "operation"},
    {kFen + " 35 0.5", "operation"},
    {kFen + " ;D1 2,0", "count"},
    {kFen + " ;id \"open", "operation"},
};

BOOST_DATA_TEST_CASE(bad_lines, data::make(kBadLines), bad) {
  const std::vector<PositionLine> lines = lines_of(kFen + "\n#\n" + bad.line + "\n" + kFen);
  BOOST_REQUIRE(lines.size() == 3u);
  BOOST_TEST(lines[0].valid);
  BOOST_TEST(!lines[1].valid);
  BOOST_TEST(lines[2].valid);
  BOOST_TEST(lines[1].line == 3u);
  BOOST_TEST(lines[1].error.kind == bad.kind);
  BOOST_TEST(lines[1].error.text().starts_with("set.txt:3: "));
}

BOOST_AUTO_TEST_CASE(warnings_carry_their_place) {
  const std::vector<PositionLine> lines = lines_of("\n4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\n" + kFen);
  BOOST_REQUIRE(lines.size() == 2u);
  BOOST_REQUIRE(lines[0].warnings.size() == 1u);
  BOOST_TEST(lines[0].warnings[0].kind == "castling-right-dropped");
  BOOST_TEST(lines[0].warnings[0].file == "set.txt");
  BOOST_TEST(lines[0].warnings[0].line == 2u);
  BOOST_TEST(lines[1].warnings.empty());
}

BOOST_AUTO_TEST_CASE(options_hold) {
  const std::string chess960 = "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1";
  const std::string nine_queens = "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1";
  BOOST_TEST(lines_of(chess960)[0].chess960);
  BOOST_TEST(lines_of(nine_queens)[0].valid);
  LineOptions options;
  options.chess960 = Chess960::never;
  options.strictness = FenStrictness::strict;
  BOOST_TEST(lines_of(chess960, 0, options)[0].error.kind == "chess960");
  BOOST_TEST(lines_of(nine_queens, 0, options)[0].error.kind == "too-many-promoted");
}

BOOST_AUTO_TEST_CASE(the_same_whatever_the_chunks_and_the_compression) {
  std::string text;
  for (int i = 0; i < 6000; ++i) {
    text += i % 10 == 3 ? "rubbish\n"
                        : "4k3/8/8/8/8/8/8/4K3 w - - 0 " + std::to_string(i) + (i % 2 ? "\r\n" : "\n");
  }
  const std::vector<PositionLine> whole = lines_of(text, 1 << 24);
  BOOST_REQUIRE(whole.size() == 6000u);
  std::vector<std::string> sources = {text};
  for (const Compression compression : kCompressions) sources.push_back(compressed(text, compression));
  for (const std::string& source : sources) {
    const std::vector<PositionLine> chunked = lines_of(source, 1);
    BOOST_REQUIRE(chunked.size() == whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
      BOOST_REQUIRE(chunked[i].line == i + 1);
      BOOST_REQUIRE(chunked[i].valid == (i % 10 != 3));
      BOOST_REQUIRE(!chunked[i].valid || chunked[i].position.fullmove_number == i);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_line_that_is_too_long_is_an_error) {
  for (const std::size_t size : {kMaxLineLength + 1, 10 * kMaxLineLength}) {
    const std::vector<PositionLine> lines = lines_of(kFen + "\n" + std::string(size, 'x') + "\n" + kFen);
    BOOST_REQUIRE(lines.size() == 3u);
    BOOST_TEST(lines[1].error.kind == "line-too-long");
    BOOST_TEST(lines[1].error.line == 2u);
    BOOST_TEST(lines[2].valid);
    BOOST_TEST(lines[2].line == 3u);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace threatperft
