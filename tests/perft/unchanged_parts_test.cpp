#include "engine_core/perft/unchanged_parts.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"
#include "engine_core/perft/delta_writers.h"
#include "engine_core/threats/scalar_updater.h"
#include "tests/support/positions.h"

namespace threatperft {
namespace {

using Writers = DeltaWriters<ScalarUpdater>;

std::vector<std::uint32_t> sorted(const DeltaList& list) {
  std::vector<std::uint32_t> threats;
  for (const Threat threat : list) threats.push_back(pack(threat));
  std::sort(threats.begin(), threats.end());
  return threats;
}

/// What a part adds and removes.
using Part = std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>;

template <class Write>
Part written(const Position& child, const Write& write) {
  const ScalarUpdater updater(child);
  Delta delta;
  delta.clear();
  write(updater, delta);
  return {sorted(delta.added), sorted(delta.removed)};
}

/// How many parts there were, and of how many it is said that they are unchanged.
struct Share {
  std::uint64_t all = 0;
  std::uint64_t unchanged = 0;

  [[nodiscard]] std::uint64_t percent() const { return 100 * unchanged / all; }
};
struct Shares {
  Share sources, targets, castlings;
};

/// The children of one position: what is said to be unchanged in several of them must be the same in them.
class Family {
 public:
  Family(const Position& parent, Shares& shares) : parent_(parent), shares_(shares) {}

  void check() {
    UnchangedParts unchanged;
    for (const Move last : legal_moves(parent_)) {
      const Position child = after(parent_, last);
      unchanged.find(parent_, child);
      for (const Move move : legal_moves(child)) check_move(child, move, unchanged);
    }
  }

 private:
  static constexpr unsigned kSource = 64;  // instead of a target square

  void check_move(const Position& child, Move move, const UnchangedParts& unchanged) {
    const Writers& writers = kDeltaWriters<ScalarUpdater>[index(child.side_to_move)];
    const unsigned from = index(move.from);
    const unsigned to = index(move.to);
    if (move.kind == MoveKind::castling) {
      const auto write = [&](const ScalarUpdater& updater, Delta& delta) {
        writers.castling(updater, move.from, move.to, delta);
      };
      expect(child, move, {from, to}, unchanged.castling(move.from, move.to), write, shares_.castlings);
      return;
    }
    const UnchangedMoves same = unchanged.moves(move.from, move.moved());
    const auto write_source = [&](const ScalarUpdater& updater, Delta& delta) {
      writers.source[index(move.moved())](updater, move.from, delta);
    };
    expect(child, move, {from, kSource}, same.source, write_source, shares_.sources);
    if (is_promotion(move.kind) || move.kind == MoveKind::en_passant) return;
    const auto write_target = [&](const ScalarUpdater& updater, Delta& delta) {
      writers.target[static_cast<unsigned>(move.kind)][index(move.placed)](updater, move.from, move.to, delta,
                                                                           DeltaMark{});
    };
    expect(child, move, {from, to}, same.targets.contains(move.to), write_target, shares_.targets);
  }

  template <class Write>
  void expect(const Position& child, Move move, std::pair<unsigned, unsigned> squares, bool is_unchanged,
              const Write& write, Share& share) {
    ++share.all;
    if (!is_unchanged) return;
    ++share.unchanged;
    const Part part = written(child, write);
    const auto [first, is_new] = parts_.emplace(squares, part);
    constexpr auto notation = CastlingNotation::chess960;
    BOOST_REQUIRE_MESSAGE(first->second == part, to_uci(move, notation)
                                                     << (squares.second == kSource ? ", source, in " : " in ")
                                                     << to_fen(child, notation) << ", after "
                                                     << to_fen(parent_, notation));
  }

  const Position& parent_;
  Shares& shares_;
  std::map<std::pair<unsigned, unsigned>, Part> parts_;
};

BOOST_AUTO_TEST_CASE(what_is_said_to_be_unchanged_is_the_same_in_all_siblings) {
  support::Random random(20);
  Shares shares;
  for (const Position& position : support::game_positions(12, 120, random)) Family(position, shares).check();
  BOOST_TEST_MESSAGE(shares.sources.percent()
                     << " % of " << shares.sources.all << " sources, " << shares.targets.percent() << " % of "
                     << shares.targets.all << " targets, " << shares.castlings.percent() << " % of "
                     << shares.castlings.all << " castlings");
  BOOST_TEST(shares.sources.percent() >= 75u);
  BOOST_TEST(shares.targets.percent() >= 70u);
  BOOST_TEST(shares.castlings.percent() >= 50u);
}

BOOST_AUTO_TEST_CASE(many_sliders_on_all_lines) {
  Shares shares;
  for (const char* fen : {
           "3q1k2/2q1q3/q3q3/1q1q4/8/4Q2Q/1Q1Q2Q1/K2Q4 w - - 0 1",
           "r1b1k2r/1b3q2/8/R2p3r/2P2b2/1Q3B2/8/R3K2R w KQkq - 0 1",
           "7k/1r3bp1/2p1p3/r2P2Rq/4P3/2B1p3/1Q3P2/K2R2B1 w - - 0 1",
           "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
           "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
           "3qk3/8/8/b7/8/1q6/8/5KR1 w G - 0 1",                                // king and rook change places
           "2r2b2/1pp1k1p1/n1P1pprn/p2p4/5Pbp/P2PB1PN/R1P3KP/2Q4R w - - 1 30",  // through the square left
       }) {
    const Position root = support::position_of(fen);
    Family(root, shares).check();
    for (const Move move : legal_moves(root)) Family(after(root, move), shares).check();
  }
  BOOST_TEST(shares.sources.unchanged > 10000u);
  BOOST_TEST(shares.targets.unchanged > 10000u);
}

BOOST_AUTO_TEST_CASE(nothing_is_unchanged_after_clear) {
  const Position root = support::start_position();
  UnchangedParts unchanged;
  unchanged.find(root, after(root, legal_moves(root).front()));
  unchanged.clear();
  for (unsigned from = 0; from < 64; ++from) {
    for (unsigned type = 0; type < kPieceTypeCount; ++type) {
      const UnchangedMoves says = unchanged.moves(square_at(from), static_cast<PieceType>(type));
      BOOST_TEST(!says.source);
      BOOST_TEST(says.targets.empty());
    }
  }
  BOOST_TEST(!unchanged.castling(Square::e1, Square::h1));
}

}  // namespace
}  // namespace threatperft
