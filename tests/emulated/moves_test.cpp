// Whole moves: what the AVX-512 updater writes against the oracle and against the scalar updater, in random
// games of standard chess and Chess960, and on boards that no game reaches; with canaries around every delta.

#include "engine_core/chess/moves.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <iostream>
#include <string>

#include "engine_core/chess/fen.h"
#include "engine_core/threats/avx512_updater.h"
#include "engine_core/threats/oracle.h"
#include "engine_core/threats/scalar_updater.h"
#include "tests/emulated/collected_deltas.h"
#include "tests/emulated/positions.h"
#include "tests/emulated/reference.h"

namespace threatperft::inline THREATPERFT_BUILD {
namespace {

using reference::Random;

struct Tally {
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
  std::size_t largest_added = 0;
  std::size_t largest_removed = 0;
};

void check_same(const Position& position, const CollectedDelta& found, const CollectedDelta& expected,
                Tally& tally) {
  const Delta& delta = found.guarded.delta;
  const auto added = reference::sorted(delta.added);
  const auto removed = reference::sorted(delta.removed);
  ++tally.moves;
  tally.largest_added = std::max(tally.largest_added, added.size());
  tally.largest_removed = std::max(tally.largest_removed, removed.size());
  const bool right = found.guarded.is_intact() && found.move == expected.move &&
                     added == reference::sorted(expected.guarded.delta.added) &&
                     removed == reference::sorted(expected.guarded.delta.removed) &&
                     reference::balances(position, after(position, found.move), delta);
  if (right) [[likely]]
    return;
  BOOST_FAIL(to_fen(position, CastlingNotation::chess960)
             << " move " << to_uci(found.move, CastlingNotation::chess960) << ": "
             << (found.guarded.is_intact() ? "a wrong delta" : "written out of bounds"));
}

void check_all_moves(const Position& position, Tally& tally) {
  const auto vector = collect_deltas<Avx512Updater>(position);
  const auto scalar = collect_deltas<ScalarUpdater>(position);
  ++tally.positions;
  BOOST_REQUIRE_EQUAL(vector.deltas.size(), legal_moves(position).size());
  BOOST_REQUIRE_EQUAL(vector.deltas.size(), scalar.deltas.size());
  for (std::size_t i = 0; i < vector.deltas.size(); ++i) {
    check_same(position, vector.deltas[i], scalar.deltas[i], tally);
  }
  for (const auto* others : {&vector.in_one, &vector.again}) {
    for (const CollectedDelta& other : *others) {
      const auto same = std::ranges::find(scalar.deltas, other.move, &CollectedDelta::move);
      BOOST_REQUIRE(same != scalar.deltas.end());
      check_same(position, other, *same, tally);
    }
  }
}

/// Plays at random, with a taste for what is rare.
Move choose(const std::vector<Move>& moves, Random& random) {
  std::vector<Move> rare;
  for (const Move move : moves) {
    if (move.kind == MoveKind::castling || move.kind == MoveKind::en_passant || is_promotion(move.kind)) {
      rare.push_back(move);
    }
  }
  const std::vector<Move>& from = !rare.empty() && random() % 2 == 0 ? rare : moves;
  return from[random() % from.size()];
}

void play(Position position, int plies, Random& random, Tally& tally) {
  for (int ply = 0; ply < plies; ++ply) {
    check_all_moves(position, tally);
    const std::vector<Move> moves = legal_moves(position);
    if (moves.empty()) return;
    position = after(position, choose(moves, random));
  }
}

/// A start position of Chess960 with independent set-ups for the two sides.
std::string random_chess960_fen(Random& random) {
  const auto back_rank = [&random] {
    std::string rank = "rnbqkbnr";
    std::size_t king = 0;
    do {
      for (std::size_t i = 8; i > 1; --i) std::swap(rank[i - 1], rank[random() % i]);
      king = rank.find('k');
    } while (rank.find('r') > king || rank.rfind('r') < king);
    return rank;
  };
  const auto rights = [](const std::string& rank, char first_file) {
    return std::string{static_cast<char>(first_file + static_cast<char>(rank.rfind('r'))),
                       static_cast<char>(first_file + static_cast<char>(rank.find('r')))};
  };
  const std::string black = back_rank();
  std::string white = back_rank();
  const std::string castling = rights(white, 'A') + rights(black, 'a');
  for (char& letter : white) letter = static_cast<char>(letter - 'a' + 'A');
  return black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w " + castling + " - 0 1";
}

void report(const char* what, const Tally& tally) {
  std::cout << what << ": " << tally.moves << " deltas at " << tally.positions << " positions, at most "
            << tally.largest_added << " added and " << tally.largest_removed << " removed\n";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(avx512_moves)

BOOST_AUTO_TEST_CASE(random_games) {
  Random random{1};
  Tally tally;
  const auto positions = test_positions();
  for (std::size_t i = 0; i < positions.size(); i += 12) play(read_fen(positions[i].fen), 12, random, tally);
  report("random games from the suites", tally);
  BOOST_TEST(tally.moves > 10000u);
}

BOOST_AUTO_TEST_CASE(random_chess960_games) {
  Random random{2};
  Tally tally;
  for (int game = 0; game < 8; ++game) play(read_fen(random_chess960_fen(random)), 40, random, tally);
  report("random Chess960 games", tally);
  BOOST_TEST(tally.moves > 10000u);
}

// The positions with the most threats and the largest deltas that are known.
BOOST_AUTO_TEST_CASE(crowded_boards) {
  Random random{3};
  Tally tally;
  constexpr std::array kFens{
      "K7/8/8/BNQNQNB1/N5N1/R1Q1q2r/n5n1/bnqnqnbk w - - 0 1",
      "qqqqqqqq/qqqqqqqq/qqqqqqqk/8/8/KQQQQQQQ/QQQQQQQQ/QQQQQQQQ w - - 0 1",
      "QQQQQQQQ/QqqqqqqQ/QqQQQQqQ/QqQqqQqQ/QqQqqQqQ/QqQQQQqQ/KqqqqqqQ/QQQQQQQk w - - 0 1",
      "4k3/8/2NQNQN1/3NQQ2/2QQPQQ1/2NQQQN1/3N1N2/4K3 w - - 0 1",
      "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
      "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
      "8/8/NQN3k1/QrQ5/QPQ5/NQN5/8/K7 w - - 0 1",
      "nqnqnqnk/QNQNQNQN/nqnqnqnq/QNQNQNQN/nqnqnqnq/QNQNQNQN/nqnqnqnq/QNQNQNQK w - - 0 1"};
  for (const char* fen : kFens) {
    // Not all can arise, or be read: the side that has moved may be left in check. The deltas must be right
    // anyway.
    const Position position = place_pieces(fen);
    check_all_moves(position, tally);
    Position turned = position;
    turned.side_to_move = ~turned.side_to_move;
    check_all_moves(turned, tally);
  }
  report("crowded boards", tally);
  const auto deltas = collect_deltas<Avx512Updater>(place_pieces(kFens[0])).deltas;
  const auto c3e3 = std::ranges::find(
      deltas, Move{Square::c3, Square::e3, MoveKind::capture, PieceType::queen}, &CollectedDelta::move);
  BOOST_REQUIRE(c3e3 != deltas.end());
  std::cout << "c3e3 on the first of them: " << c3e3->guarded.delta.added.count << " added, "
            << c3e3->guarded.delta.removed.count << " removed\n";
  BOOST_TEST(c3e3->guarded.delta.added.count >= 30u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace threatperft::inline THREATPERFT_BUILD
