// Legal moves and the positions they lead to, against the slow rules of tests/support and by name.

#include "engine_core/chess/moves.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/perft/kernels.h"
#include "tests/support/positions.h"
#include "tests/support/slow_rules.h"

using namespace threatperft;
using support::position_of;

namespace {

constexpr CastlingNotation kChess960 = CastlingNotation::chess960;

std::vector<std::string> texts_of(const std::vector<Move>& moves) {
  std::vector<std::string> texts;
  texts.reserve(moves.size());
  for (const Move move : moves) {
    texts.push_back(to_uci(move, kChess960) + " " + std::to_string(static_cast<int>(move.kind)) +
                    std::to_string(static_cast<int>(move.placed)));
  }
  std::ranges::sort(texts);
  return texts;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string line;
  for (const std::string& text : texts) line += (line.empty() ? "" : ", ") + text;
  return line;
}

/// Moves, the number of them and of the replies by every kernel's count, and every position after them.
void check_position(const Position& position) {
  const std::vector<Move> moves = legal_moves(position);
  BOOST_TEST(joined(texts_of(moves)) == joined(texts_of(slow_rules::legal_moves(position))));
  std::size_t replies = 0;  // bulk counting reuses at the last ply what the ply before leaves alone
  for (const Move move : moves) replies += legal_moves(after(position, move)).size();
  const StopFlag stop{false};
  for (const Kernel* kernel : runnable_kernels()) {
    BOOST_TEST(kernel->count(position, 1, stop) == moves.size());
    BOOST_TEST(kernel->count(position, 2, stop) == replies);
    BOOST_TEST(kernel->count_made(position, 1, stop) == moves.size());
  }
  for (const Move move : moves) {
    const Position child = after(position, move);
    if (same_position(child, slow_rules::after(position, move))) continue;
    BOOST_ERROR(to_uci(move, kChess960) << " leads to " << to_fen(child, kChess960) << " instead of "
                                        << to_fen(slow_rules::after(position, move), kChess960));
  }
}

void check_invariants(const Position& position) {
  BOOST_TEST(std::string_view(slow_rules::inconsistency(position)) == "");
  const FenResult again = parse_fen(to_fen(position, kChess960));
  BOOST_REQUIRE(again.position.has_value());
  BOOST_TEST(same_position(*again.position, position));
  BOOST_TEST(in_check(position) ==
             slow_rules::is_attacked(position, position.king(position.side_to_move), ~position.side_to_move));
}

struct Special {
  std::string_view name;
  std::string_view fen;
  std::size_t count;         ///< of legal moves; 0 where it is not said
  std::string_view legal;    ///< among the legal moves, in Chess960 notation
  std::string_view illegal;  ///< not among them
};

constexpr Special kSpecial[] = {
    {"en passant opens the rank", "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", 6, "e5e6", "e5d6"},
    {"en passant opens the rank, black", "7K/8/8/8/k2Pp2R/8/8/8 b - d3 0 1", 6, "e4e3", "e4d3"},
    {"en passant along the pin", "7k/2b5/8/3pP3/8/6K1/8/8 w - d6 0 1", 9, "e5d6", ""},
    {"en passant across the pin", "k7/6b1/8/3pP3/3K4/8/8/8 w - d6 0 1", 5, "", "e5d6 e5e6"},
    {"en passant unshields a diagonal", "8/1b6/8/3pP3/8/5K2/8/7k w - d6 0 1", 7, "e5e6", "e5d6"},
    {"en passant on a pinning file", "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 6, "e5e6", "e5d6"},
    {"en passant takes the checker", "7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1", 8, "e5d6", "e5e6"},
    {"two capturers, one pinned", "4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", 8, "c5d6", "e5d6"},
    {"castling out of check", "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", 3, "e1e2", "e1h1 e1a1"},
    {"castling through an attack", "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", 23, "e1a1", "e1h1"},
    {"castling into an attack", "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", 25, "e1a1", "e1h1"},
    {"the rook may pass an attack", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 16, "e1a1", ""},
    {"an attacked rook may castle", "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 16, "e1a1", ""},
    {"a piece on the rook's way", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", 15, "", "e1a1"},
    {"king and rook swap", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", 13, "f1g1", ""},
    {"the king stays", "4k3/8/8/8/8/8/8/2KR4 w D - 0 1", 0, "", ""},
    {"the rook stays", "4k3/8/8/8/8/8/8/3RK3 w D - 0 1", 0, "e1d1", ""},
    {"the rook shields its king", "4k3/8/8/8/8/8/8/qR2K3 w B - 0 1", 8, "", "e1b1"},
    {"double check: the king only", "4k3/8/8/8/1b6/8/8/r3K2R w K - 0 1", 0, "e1e2", "e1h1 h1f1 h1h4 e1d2"},
    {"double check, no escape by taking one", "4k3/8/4r3/8/8/3n4/P1P5/4K3 w - - 0 1", 0, "", "c2d3"},
    {"promotion captures", "r1n4k/1P6/8/8/8/8/8/4K3 w - - 0 1", 17, "b7a8q b7a8n b7c8r b7c8b b7b8q", "b7b8k"},
    {"a pinned pawn promotes along the pin", "r1n4k/1P6/2K5/8/8/8/8/8 w - - 0 1", 0, "b7a8q", ""},
    {"a pawn pinned diagonally takes its pinner", "2b4k/1P6/K7/8/8/8/8/8 w - - 0 1", 0, "b7c8q b7c8n",
     "b7b8q"},
    {"a pawn pinned on its file pushes", "4r2k/8/8/8/8/3p4/4P3/4K3 w - - 0 1", 0, "e2e3 e2e4", "e2d3"},
    {"a double push answers the check", "7k/8/8/8/K6r/8/4P3/8 w - - 0 1", 0, "e2e4", "e2e3"},
    {"no square behind the king", "4k3/8/8/8/r3K3/8/8/8 w - - 0 1", 0, "e4d3 e4f5", "e4f4 e4d4"},
    {"mate", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 0, "", "g8f8 g8h8"},
    {"stalemate", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", 0, "", "a8b8 a8a7"},
    {"218 moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218, "", ""},
    {"258 moves", "kqQqQQQ1/n1Q4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1", 258, "", ""},
    {"265 moves, black", "qqqqqqqk/q6q/q6q/q6q/q6q/qq5q/P1q4q/KNqqqqqq b - - 0 1", 265, "", ""},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(moves)

BOOST_AUTO_TEST_CASE(special_cases) {
  for (const Special& special : kSpecial) {
    BOOST_TEST_CONTEXT(special.name << ": " << special.fen) {
      const Position position = position_of(special.fen);
      check_invariants(position);
      check_position(position);
      if (special.count > 0) BOOST_TEST(legal_moves(position).size() == special.count);
      std::istringstream legal{std::string(special.legal)};
      for (std::string text; legal >> text;) {
        BOOST_TEST_CONTEXT(text) BOOST_TEST(parse_uci(position, text).has_value());
      }
      std::istringstream illegal{std::string(special.illegal)};
      for (std::string text; illegal >> text;) {
        BOOST_TEST_CONTEXT(text) BOOST_TEST(!parse_uci(position, text).has_value());
      }
    }
  }
  BOOST_TEST(legal_moves(position_of("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")).empty());
  BOOST_TEST(legal_moves(position_of("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")).empty());
}

/// Random games of both variants: every legal move, every position, every invariant.
BOOST_AUTO_TEST_CASE(random_games) {
  support::Random random{1};
  for (const Position& position : support::game_positions(12, 160, random)) {
    BOOST_TEST_CONTEXT(to_fen(position, kChess960)) {
      check_invariants(position);
      check_position(position);
      BOOST_TEST(parse_fen(to_fen(position, kChess960)).warnings.empty());
    }
  }
}

/// King and rook on any two files of the first rank, with enemies about.
BOOST_AUTO_TEST_CASE(castling_from_all_files) {
  support::Random random{2};
  std::size_t castlings = 0;
  for (unsigned king = 0; king < 8; ++king) {
    for (unsigned rook = 0; rook < 8; ++rook) {
      for (int round = 0; king != rook && round < 40; ++round) {
        Position position = empty_position();
        position.put(Piece::white_king, square_at(king, 0));
        position.put(Piece::white_rook, square_at(rook, 0));
        position.put(Piece::black_king, Square::e8);
        for (const Piece piece :
             {Piece::black_rook, Piece::black_queen, Piece::black_bishop, Piece::white_knight}) {
          const Square square = square_at(static_cast<unsigned>(support::random_below(random, 56)));
          if (position.at(square) == Piece::none) position.put(piece, square);
        }
        position.castling_rooks = Bitboard{square_at(rook, 0)};
        if (slow_rules::is_attacked(position, Square::e8, Color::white)) continue;
        BOOST_TEST_CONTEXT(to_fen(position, kChess960)) check_position(position);
        castlings += static_cast<std::size_t>(
            std::ranges::count(legal_moves(position), MoveKind::castling, &Move::kind));
      }
    }
  }
  BOOST_TEST(castlings > 150u);
}

BOOST_AUTO_TEST_SUITE_END()
