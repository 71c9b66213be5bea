// UCI and SAN texts of moves.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "engine_core/chess/moves.h"
#include "tests/support/positions.h"

using namespace threatperft;
using support::position_of;

namespace {

constexpr CastlingNotation kStandard = CastlingNotation::standard;
constexpr CastlingNotation kChess960 = CastlingNotation::chess960;

struct Texts {
  std::string_view fen;
  std::string_view standard;  ///< what stands for the move in standard UCI
  std::string_view chess960;
  std::string_view san;
};

constexpr Texts kTexts[] = {
    // pieces that reach the same square: by file, by rank, by both, and pinned ones do not count
    {"4k3/8/8/8/8/8/8/RN2K1N1 w - - 0 1", "b1d2", "b1d2", "Nd2"},
    {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "b1d2", "Nbd2"},
    {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "f3d2", "f3d2", "Nfd2"},
    {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "a1a3", "R1a3"},
    {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a5a3", "a5a3", "R5a3"},
    {"2k5/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "h4e1", "h4e1", "Qh4e1"},
    {"2k5/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "e4e1", "e4e1", "Qee1"},
    {"2k5/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "h1e1", "h1e1", "Q1e1"},
    {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "g1e2", "Ne2"},
    {"k7/8/8/3n4/8/2R1R3/8/K7 w - - 0 1", "c3d3", "c3d3", "Rcd3"},
    {"k7/8/8/3n4/8/2B1B3/8/K7 w - - 0 1", "c3d4", "c3d4", "Bcd4"},
    // captures, en passant, promotions
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "e4d5", "exd5"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5d6", "exd6"},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "e4d3", "exd3"},
    {"3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e7e8n", "e8=N"},
    {"3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8b", "e7d8b", "exd8=B"},
    {"3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "e7d8q", "exd8=Q+"},
    {"4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", "a2b1r", "a2b1r", "axb1=R+"},
    {"4k3/8/8/8/8/8/r7/R3K3 w - - 0 1", "a1a2", "a1a2", "Rxa2"},
    {"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", "e1e2", "Kxe2"},
    // check and mate, stalemate without a sign
    {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "a1a8", "Ra8+"},
    {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "a1a8", "Ra8#"},
    {"k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7", "c1c7", "Qc7"},
    {"k7/2Q5/8/8/8/8/8/4K3 w - - 0 1", "c7b8", "c7b8", "Qb8+"},
    {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "d8h4", "Qh4#"},
    {"4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4c3", "e4c3", "Nc3+"},
    // castling, also with check
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1h1", "O-O"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "e1a1", "O-O-O"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", "e8h8", "O-O"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e8a8", "O-O-O"},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1h1", "O-O+"},
    {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "e1a1", "O-O-O+"},
    // Chess960: king and rook swap, the king stays, the king goes the other way
    {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "f1g1", "O-O"},
    {"4k3/8/8/8/8/8/8/1R4K1 w B - 0 1", "g1c1", "g1b1", "O-O-O"},
    {"4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1c1", "c1b1", "O-O-O"},
    {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1c1", "b1a1", "O-O-O"},
    {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "f1h1", "O-O"},
};

std::optional<Move> move_of_san(const Position& position, std::string_view san) {
  std::optional<Move> found;
  for (const Move move : legal_moves(position)) {
    if (to_san(position, move) != san) continue;
    if (found) return std::nullopt;  // a text must name one move
    found = move;
  }
  return found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(move_texts)

BOOST_AUTO_TEST_CASE(by_hand) {
  for (const Texts& texts : kTexts) {
    BOOST_TEST_CONTEXT(texts.fen << " " << texts.san) {
      const Position position = position_of(texts.fen);
      const std::optional<Move> move = move_of_san(position, texts.san);
      BOOST_REQUIRE(move.has_value());
      BOOST_TEST(to_uci(*move, kStandard) == texts.standard);
      BOOST_TEST(to_uci(*move, kChess960) == texts.chess960);
      BOOST_TEST((parse_uci(position, texts.chess960) == move));
    }
  }
}

BOOST_AUTO_TEST_CASE(castling_is_read_in_both_notations) {
  const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  BOOST_TEST(
      (parse_uci(position, "e1g1") == Move{Square::e1, Square::h1, MoveKind::castling, PieceType::king}));
  BOOST_TEST(
      (parse_uci(position, "e1h1") == Move{Square::e1, Square::h1, MoveKind::castling, PieceType::king}));
  BOOST_TEST(
      (parse_uci(position, "e1c1") == Move{Square::e1, Square::a1, MoveKind::castling, PieceType::king}));
  BOOST_TEST(
      (parse_uci(position, "e1a1") == Move{Square::e1, Square::a1, MoveKind::castling, PieceType::king}));
}

/// With the king on f1, "f1g1" is a plain step although standard notation would write O-O so, too.
BOOST_AUTO_TEST_CASE(a_plain_king_move_comes_before_castling) {
  const Position position = position_of("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  BOOST_TEST((parse_uci(position, "f1g1") == Move{Square::f1, Square::g1, MoveKind::quiet, PieceType::king}));
  BOOST_TEST(
      (parse_uci(position, "f1h1") == Move{Square::f1, Square::h1, MoveKind::castling, PieceType::king}));
  const Position queen_side = position_of("4k3/8/8/8/8/8/8/R2K4 w A - 0 1");
  BOOST_TEST(
      (parse_uci(queen_side, "d1c1") == Move{Square::d1, Square::c1, MoveKind::quiet, PieceType::king}));
  // Where the rook stands on the king's square to be, both notations mean castling.
  const Position swap = position_of("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
  BOOST_TEST((parse_uci(swap, "f1g1") == Move{Square::f1, Square::g1, MoveKind::castling, PieceType::king}));
}

BOOST_AUTO_TEST_CASE(what_names_no_legal_move_is_not_read) {
  const Position start = support::start_position();
  for (const std::string_view text : {"", "e2", "e2e5", "e7e5", "e2e4q", "E2E4", "e2-e4", "e2e4 ", " e2e4",
                                      "e9e4", "Nf3", "0000", "e1g1", "e1h1", "g1f3n", "i1i2"}) {
    BOOST_TEST_CONTEXT(text) BOOST_TEST(!parse_uci(start, text).has_value());
  }
  const Position promotion = position_of("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  for (const std::string_view text : {"e7e8", "e7e8k", "e7e8p", "e7e8Q", "e7d8"}) {
    BOOST_TEST_CONTEXT(text) BOOST_TEST(!parse_uci(promotion, text).has_value());
  }
  // In check, and with the king's way attacked, there is no castling to be named.
  for (const std::string_view fen :
       {"4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1"}) {
    BOOST_TEST_CONTEXT(fen) BOOST_TEST(!parse_uci(position_of(fen), "e1g1").has_value());
    BOOST_TEST_CONTEXT(fen) BOOST_TEST(!parse_uci(position_of(fen), "e1h1").has_value());
  }
}

/// Every legal move has texts of its own, and the Chess960 one leads back to it.
BOOST_AUTO_TEST_CASE(texts_lead_back_to_their_moves) {
  support::Random random{7};
  for (const Position& position : support::game_positions(8, 100, random)) {
    for (const Move move : legal_moves(position)) {
      const std::string san = to_san(position, move);
      const std::string uci = to_uci(move, kChess960);
      BOOST_TEST_CONTEXT(to_fen(position, kChess960) << " " << uci << " " << san) {
        BOOST_REQUIRE((parse_uci(position, uci) == move));
        const Position child = after(position, move);
        BOOST_REQUIRE((san.back() == '+' || san.back() == '#') == in_check(child));
      }
    }
    std::vector<std::string> texts;
    for (const Move move : legal_moves(position)) texts.push_back(to_san(position, move));
    std::ranges::sort(texts);
    BOOST_REQUIRE(std::ranges::adjacent_find(texts) == texts.end());
  }
}

BOOST_AUTO_TEST_SUITE_END()
