#include "engine_core/chess/fen.h"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/chess/printable.h"

namespace threatperft {
namespace {

namespace data = boost::unit_test::data;
using namespace std::string_view_literals;

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

FenResult accepted(std::string_view text, FenStrictness strictness = FenStrictness::lenient) {
  FenResult result = parse_fen(text, strictness);
  BOOST_TEST(!result.error, text << ": " << (result.error ? result.error->text() : ""));
  BOOST_REQUIRE(result.position);
  BOOST_TEST(result.error_kind.empty());
  return result;
}

std::string rewritten(std::string_view text, CastlingNotation notation = CastlingNotation::standard) {
  return to_fen(*accepted(text).position, notation);
}

std::vector<std::string> warning_kinds(const FenResult& result) {
  std::vector<std::string> kinds;
  for (const FenWarning& warning : result.warnings) kinds.push_back(warning.kind);
  return kinds;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fen)

BOOST_AUTO_TEST_CASE(start_position) {
  const FenResult result = accepted(kStart);
  const Position& position = *result.position;
  BOOST_TEST(result.warnings.empty());
  BOOST_TEST(!result.chess960);
  BOOST_TEST((position.at(Square::e1) == Piece::white_king));
  BOOST_TEST((position.at(Square::d8) == Piece::black_queen));
  BOOST_TEST((position.at(Square::e4) == Piece::none));
  BOOST_TEST(position.pieces(PieceType::pawn).bits == 0x00FF00000000FF00u);
  BOOST_TEST(position.pieces(Color::black).bits == 0xFFFF000000000000u);
  BOOST_TEST(position.castling_rooks.bits == 0x8100000000000081u);
  BOOST_TEST(position.en_passant.empty());
  BOOST_TEST((position.side_to_move == Color::white));
  BOOST_TEST(position.halfmove_clock == 0u);
  BOOST_TEST(position.fullmove_number == 1u);
}

BOOST_AUTO_TEST_CASE(state_fields) {
  const Position position =
      *accepted("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Kq e3 17 4294967295").position;
  BOOST_TEST((position.side_to_move == Color::black));
  BOOST_TEST((position.castling_rooks == (Bitboard{Square::h1} | Bitboard{Square::a8})));
  BOOST_TEST((position.en_passant == Bitboard{Square::e3}));
  BOOST_TEST(position.halfmove_clock == 17u);
  BOOST_TEST(position.fullmove_number == 4294967295u);
}

struct Rejection {
  std::string_view text, kind, field, found;
  friend std::ostream& operator<<(std::ostream& out, const Rejection& r) { return out << printable(r.text); }
};

const Rejection kRejections[] = {
    {"", "field-count", "fields", ""},
    {"   ", "field-count", "fields", "   "},
    {"4k3/8/8/8/8/8/8/4K3", "field-count", "fields", "4k3/8/8/8/8/8/8/4K3"},
    {"4k3/8/8/8/8/8/4K3 w - - 0 1", "rank-count", "board", "4k3/8/8/8/8/8/4K3"},
    {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "rank-count", "board", "4k3/8/8/8/8/8/8/8/4K3"},
    {"4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "rank-count", "board", "4k3/8/8/8/8/8/8/4K3/"},
    {"4k3/8/8/8//8/8/4K3 w - - 0 1", "file-count", "board", ""},
    {"4k3/8/8/8/7/8/8/4K3 w - - 0 1", "file-count", "board", "7"},
    {"4k3/8/8/p8/8/8/8/4K3 w - - 0 1", "file-count", "board", "p8"},
    {"4k3/8/8/ppppppppp/8/8/8/4K3 w - - 0 1", "file-count", "board", "ppppppppp"},
    {"4k3/8/8/8/8/8/8/4K4 w - - 0 1", "file-count", "board", "4K4"},
    {"4k3/9/8/8/8/8/8/4K3 w - - 0 1", "unknown-piece", "board", "9"},
    {"4k3/0p7/8/8/8/8/8/4K3 w - - 0 1", "unknown-piece", "board", "0"},
    {"4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", "unknown-piece", "board", "x"},
    {"4k3/8/8/3\xC3\xA9"
     "4/8/8/8/4K3 w - - 0 1",
     "unknown-piece", "board", "\\xc3"},
    {"4k3/8/8/8/8/8/8/4K3\0 w - - 0 1"sv, "unknown-piece", "board", "\\x00"},
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", "king-count", "board", "4k3/8/8/8/8/8/8/8"},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", "king-count", "board", "8/8/8/8/8/8/8/4K3"},
    {"k6k/8/8/8/8/8/8/4K3 w - - 0 1", "king-count", "board", "k6k/8/8/8/8/8/8/4K3"},
    {"8/8/8/8/8/8/8/8 w - - 0 1", "king-count", "board", "8/8/8/8/8/8/8/8"},
    {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawn-on-last-rank", "board", "4k2P/8/8/8/8/8/8/4K3"},
    {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawn-on-last-rank", "board", "4k3/8/8/8/8/8/8/P3K3"},
    {"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "pawn-on-last-rank", "board", "4k2p/8/8/8/8/8/8/4K3"},
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side", "side", "W"},
    {"4k3/8/8/8/8/8/8/4K3 white - - 0 1", "side", "side", "white"},
    {"4k3/8/8/8/8/8/8/4K3 - - - 0 1", "side", "side", "-"},
    {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "side-not-to-move-in-check", "position", "4k3/8/8/8/8/8/4R3/4K3"},
    {"4k3/8/8/b7/8/8/8/4K3 b - - 0 1", "side-not-to-move-in-check", "position", "4k3/8/8/b7/8/8/8/4K3"},
    {"4k3/8/3N4/8/8/8/8/4K3 w - - 0 1", "side-not-to-move-in-check", "position", "4k3/8/3N4/8/8/8/8/4K3"},
    {"4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "side-not-to-move-in-check", "position", "4k3/3P4/8/8/8/8/8/4K3"},
    {"4k3/8/8/8/8/8/5p2/4K3 b - - 0 1", "side-not-to-move-in-check", "position", "4k3/8/8/8/8/8/5p2/4K3"},
    {"8/8/8/3kK3/8/8/8/8 w - - 0 1", "side-not-to-move-in-check", "position", "8/8/8/3kK3/8/8/8/8"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQxq - 0 1", "castling", "castling", "KQxq"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQ-q - 0 1", "castling", "castling", "KQ-q"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w I - 0 1", "castling", "castling", "I"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w -- - 0 1", "castling", "castling", "--"},
    {"r3k2r/8/8/8/8/8/8/R3KR1R w FH - 0 1", "castling-same-wing", "castling", "FH"},
    {"rr2k3/8/8/8/8/8/8/4K3 w qb - 0 1", "castling-same-wing", "castling", "qb"},
    {"4k3/8/8/8/8/8/8/4K3 w - e 0 1", "en-passant", "en-passant", "e"},
    {"4k3/8/8/8/8/8/8/4K3 w - i6 0 1", "en-passant", "en-passant", "i6"},
    {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en-passant", "en-passant", "e9"},
    {"4k3/8/8/8/8/8/8/4K3 w - E6 0 1", "en-passant", "en-passant", "E6"},
    {"4k3/8/8/8/8/8/8/4K3 w - e66 0 1", "en-passant", "en-passant", "e66"},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "clock", "halfmove", "-1"},
    {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "clock", "halfmove", "x"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", "clock", "halfmove", "1.5"},
    {"4k3/8/8/8/8/8/8/4K3 w - - +1 1", "clock", "halfmove", "+1"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1x", "clock", "fullmove", "1x"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296", "clock", "fullmove", "4294967296"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 junk", "trailing-text", "fields", "junk"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;;", "trailing-text", "fields", ";"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1; D1 5", "trailing-text", "fields", "D1 5"},
};

BOOST_DATA_TEST_CASE(rejects, data::make(kRejections), rejection) {
  const FenResult result = parse_fen(rejection.text);
  BOOST_TEST(!result.position);
  BOOST_REQUIRE(result.error);
  BOOST_TEST(result.error_kind == rejection.kind);
  BOOST_TEST(result.error->field == rejection.field);
  BOOST_TEST(result.error->found == rejection.found);
  BOOST_TEST(!result.error->expected.empty());
  BOOST_TEST(result.error->text().find('\n') == std::string::npos);
}

struct Mending {
  std::string_view text, kind, mended;
  friend std::ostream& operator<<(std::ostream& out, const Mending& m) { return out << m.text; }
};

// What is dropped or filled in, the one warning, and the FEN of what is left.
const Mending kMendings[] = {
    {"4k3/8/8/8/8/8/8/4K3 b", "fields-missing", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2R w K", "fields-missing", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2R w K -", "clocks-missing", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2R w K - 12", "clocks-missing", "4k3/8/8/8/8/8/8/4K2R w K - 12 1"},
    {"4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling-right-dropped", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"},
    {"4k3/8/8/8/8/8/8/4KN1r b K - 0 1", "castling-right-dropped", "4k3/8/8/8/8/8/8/4KN1r b - - 0 1"},
    {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "castling-right-dropped", "4k3/8/8/8/8/8/4K3/7R w - - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2R w KG - 0 1", "castling-right-dropped", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2R w KE - 0 1", "castling-right-dropped", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    {"r3k3/8/8/8/8/8/8/4K3 w kq - 0 1", "castling-right-dropped", "r3k3/8/8/8/8/8/8/4K3 w q - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling-right-repeated", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2R w HK - 0 1", "castling-right-repeated", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    // No pawn in front; a piece that is no pawn; the wrong colour; the squares behind not empty; the wrong
    // rank.
    {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en-passant-dropped", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"k7/8/8/3Pn3/8/8/8/4K3 w - e6 0 1", "en-passant-dropped", "k7/8/8/3Pn3/8/8/8/4K3 w - - 0 1"},
    {"k7/8/8/3PP3/8/8/8/4K3 w - e6 0 1", "en-passant-dropped", "k7/8/8/3PP3/8/8/8/4K3 w - - 0 1"},
    {"k7/4b3/8/3Pp3/8/8/8/4K3 w - e6 0 1", "en-passant-dropped", "k7/4b3/8/3Pp3/8/8/8/4K3 w - - 0 1"},
    {"k7/8/4b3/3Pp3/8/8/8/4K3 w - e6 0 1", "en-passant-dropped", "k7/8/4b3/3Pp3/8/8/8/4K3 w - - 0 1"},
    {"k7/8/8/3Pp3/8/8/8/4K3 w - e5 0 1", "en-passant-dropped", "k7/8/8/3Pp3/8/8/8/4K3 w - - 0 1"},
    {"k7/8/8/3Pp3/8/8/8/4K3 w - e3 0 1", "en-passant-dropped", "k7/8/8/3Pp3/8/8/8/4K3 w - - 0 1"},
    {"k7/8/8/3Pp3/8/8/8/4K3 b - e6 0 1", "en-passant-dropped", "k7/8/8/3Pp3/8/8/8/4K3 b - - 0 1"},
};

BOOST_DATA_TEST_CASE(mends, data::make(kMendings), mending) {
  for (const FenStrictness strictness : {FenStrictness::lenient, FenStrictness::strict}) {
    const FenResult result = accepted(mending.text, strictness);
    BOOST_TEST(warning_kinds(result) == std::vector<std::string>{std::string(mending.kind)},
               boost::test_tools::per_element());
    BOOST_TEST(result.warnings.front().only_verbose == (mending.kind == "clocks-missing"));
    BOOST_TEST(to_fen(*result.position, CastlingNotation::standard) == mending.mended);
  }
}

struct Oddity {
  std::string_view text, kind;
  friend std::ostream& operator<<(std::ostream& out, const Oddity& o) { return out << o.text; }
};

const Oddity kOddities[] = {
    {"4k3/8/8/8/PP6/PPPPPPPP/8/4K3 w - - 0 1", "too-many-pawns"},
    {"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "too-many-pawns"},
    {"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "too-many-promoted"},
    {"4k3/8/8/8/8/8/PPPPPPPP/RRR1K3 w - - 0 1", "too-many-promoted"},
    {"4k3/8/8/8/8/N1NN4/PPPPPPPP/4K3 w - - 0 1", "too-many-promoted"},
    {"4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1", "too-many-promoted"},  // both on dark squares
    {"nnnnknnn/n7/8/8/8/8/8/4K3 w - - 0 1", ""},  // six promotions, no pawn left: possible
    {"nnnnknnn/nnnnp3/8/8/8/8/8/4K3 w - - 0 1", "too-many-promoted"},
    {"4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 b - - 0 1", "too-many-pieces"},
    // Three checks; two that no last move can have given (two knights; both ends of one line; knight and
    // pawn).
    {"4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1", "triple-check"},
    {"4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "impossible-check"},
    {"R3k2R/8/8/8/8/8/8/4K3 b - - 0 1", "impossible-check"},
    {"R3k3/8/8/8/B7/8/8/4K3 b - - 0 1", "impossible-check"},
    {"4k3/3P4/5N2/8/8/8/8/4K3 b - - 0 1", "impossible-check"},
    // A check that the double push just made can neither have given nor uncovered.
    {"4k3/8/3N4/8/P7/8/8/4K3 b - a3 0 1", "impossible-check"},
    // What looks odd but happens: a knight uncovering a rook; a promotion on the line; a capture that
    // promotes; en passant uncovering two lines at once; a rook's check by castling with every other way
    // there blocked.
    {"4k3/8/3N4/8/8/8/4R3/4K3 b - - 0 1", ""},
    {"3Rk3/8/8/8/B7/8/8/4K3 b - - 0 1", ""},
    {"2b2k2/8/1K3P2/8/1B6/8/8/5R2 b - - 0 1", ""},
    {"8/8/3P4/8/R1k1K3/8/8/8 b - - 0 1", ""},
    {"k7/8/8/8/3P4/8/1B6/4K3 b - d3 0 1", ""},
    {"5k2/8/8/8/8/8/4PPPP/4NRK1 b - - 0 1", ""},
    {"5k2/8/8/8/8/8/4P1PP/4NRK1 b - - 0 1", ""},
};

BOOST_DATA_TEST_CASE(what_cannot_arise_in_a_game, data::make(kOddities), oddity) {
  const FenResult lenient = accepted(oddity.text);
  const FenResult strict = parse_fen(oddity.text, FenStrictness::strict);
  if (oddity.kind.empty()) {
    BOOST_TEST(lenient.warnings.empty());
    BOOST_TEST(strict.position.has_value());
    return;
  }
  BOOST_REQUIRE(lenient.warnings.size() == 1u);
  BOOST_TEST(lenient.warnings.front().kind == oddity.kind);
  BOOST_TEST(lenient.warnings.front().diagnostic.field == "position");
  BOOST_TEST(!lenient.warnings.front().only_verbose);
  BOOST_TEST(!strict.position);
  BOOST_TEST(strict.error_kind == oddity.kind);
}

BOOST_AUTO_TEST_CASE(a_right_en_passant_square_without_a_capturer_is_kept) {
  const FenResult result = accepted("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  BOOST_TEST(result.warnings.empty());
  BOOST_TEST((result.position->en_passant == Bitboard{Square::e3}));
}

BOOST_AUTO_TEST_CASE(blanks_and_a_lone_semicolon) {
  const std::string expected = "4k3/8/8/8/8/8/8/4K3 w - - 3 7";
  BOOST_TEST(rewritten("  4k3/8/8/8/8/8/8/4K3\tw  -   -\t 3 7  ") == expected);
  BOOST_TEST(rewritten("4k3/8/8/8/8/8/8/4K3 w - - 3 7;") == expected);
  BOOST_TEST(rewritten("4k3/8/8/8/8/8/8/4K3 w - - 3 7 ; ") == expected);
  BOOST_TEST(rewritten("4k3/8/8/8/8/8/8/4K3 w - -;") == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

BOOST_AUTO_TEST_CASE(digits_side_by_side) {
  BOOST_TEST(rewritten("4k3/8/11111111/44/8/8/8/4K3 w - - 0 1") == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

struct Castling {
  std::string_view text;
  std::vector<Square> rooks;
  bool chess960;
  std::string_view standard, shredder;  // the castling fields written in the two notations
  friend std::ostream& operator<<(std::ostream& out, const Castling& c) { return out << c.text; }
};

const Castling kCastlings[] = {
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
     {Square::h1, Square::a1, Square::h8, Square::a8},
     false,
     "KQkq",
     "HAha"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
     {Square::h1, Square::a1, Square::h8, Square::a8},
     false,
     "KQkq",
     "HAha"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w qHkA - 0 1",
     {Square::h1, Square::a1, Square::h8, Square::a8},
     false,
     "KQkq",
     "HAha"},
    // K and Q are the outermost rooks, not the nearest.
    {"2k5/8/8/8/8/8/8/RR1K1R1R w KQ - 0 1", {Square::h1, Square::a1}, true, "KQ", "HA"},
    // The inner rooks can only be named by their files.
    {"2k5/8/8/8/8/8/8/RR1K1R1R w FB - 0 1", {Square::f1, Square::b1}, true, "FB", "FB"},
    {"rr1k1r1r/8/8/8/8/8/8/2K5 b fq - 0 1", {Square::f8, Square::a8}, true, "fq", "fa"},
    {"4k3/8/8/8/8/8/8/4KR1R w F - 0 1", {Square::f1}, true, "F", "F"},
    {"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", {Square::g1}, true, "K", "G"},
    {"4k3/8/8/8/8/8/8/KR6 w K - 0 1", {Square::b1}, true, "K", "B"},
    {"6rk/8/8/8/8/8/8/K7 w q - 0 1", {Square::g8}, true, "q", "g"},
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
     {Square::h1, Square::f1, Square::h8, Square::f8},
     true,
     "KQkq",
     "HFhf"},
};

BOOST_DATA_TEST_CASE(castling_letters, data::make(kCastlings), castling) {
  const FenResult result = accepted(castling.text);
  BOOST_TEST(result.warnings.empty());
  BOOST_TEST(result.chess960 == castling.chess960);
  Bitboard rooks;
  for (const Square rook : castling.rooks) rooks |= Bitboard{rook};
  BOOST_TEST((result.position->castling_rooks == rooks));
  const auto field = [&](CastlingNotation notation) {
    const std::string fen = to_fen(*result.position, notation);
    const FenResult again = accepted(fen);
    BOOST_TEST(same_position(*again.position, *result.position));
    const std::size_t start = fen.find(' ') + 3;
    return fen.substr(start, fen.find(' ', start) - start);
  };
  BOOST_TEST(field(CastlingNotation::standard) == castling.standard);
  BOOST_TEST(field(CastlingNotation::chess960) == castling.shredder);
}

BOOST_AUTO_TEST_CASE(writing_gives_back_what_was_read) {
  for (const std::string_view text : {
           kStart,
           "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"sv,
           "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"sv,
           "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"sv,
           "rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"sv,
           "3K4/2B1Q3/kr1RNRn1/2QnQnq1/1QNQnr1B/2QNqNq1/1b1qNqn1/2b1r3 w - - 0 1"sv,
           "4k3/8/8/8/8/8/8/4K3 b - - 4294967295 0"sv,
       }) {
    BOOST_TEST(rewritten(text) == text);
  }
}

BOOST_AUTO_TEST_CASE(messages_are_one_line_of_printable_characters) {
  BOOST_TEST(parse_fen("4k3/8/8/8/8/8/8/4K3 w - \x1B[31m 0 1").error->text() ==
             "en-passant: found \"\\x1b[31m\", expected - or a square");
  BOOST_TEST(printable("tab\there \\ \xC3\xA9\n") == "tab\\there \\\\ \\xc3\\xa9\\x0a");
  BOOST_TEST(printable(std::string(300, 'x'), 5) == "xxxxx...");
  BOOST_TEST(parse_fen(std::string(1000000, 'K') + " w").error->text().size() < 300u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace threatperft
