#pragma once

#include "engine_core/chess/move_visits.h"
#include "engine_core/perft/count_walks.h"
#include "engine_core/perft/statistics_inner.h"
#include "engine_core/perft/statistics_leaf.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

// Statistics by the delta method. A threat that a move adds is active in all counted positions below that
// move as far as this move is concerned, and whatever takes it away again further down is counted there. So
// every move of the tree adds the number of positions below it to the counters of what it adds, and subtracts
// it from those of what it removes; the root adds the number of all to what is active in it. Nothing is kept
// between moves, and the source square's part of a delta, which all moves of a piece share, is counted once a
// piece, with the sum of their numbers.

/// Visits a node's moves and hands their deltas to the counter of leaves, at depth 1, or to that of inner
/// nodes. Which one is settled at run time and out of line, so that an updater is compiled into one visitor
/// only.
template <class UpdaterType>
class StatisticsVisitor {
 public:
  THREATPERFT_INLINE StatisticsVisitor(const StatisticsNode& node, int depth, const StatisticsWalk& walk,
                                       Gather gather, BelowCounts& below, GatherBelow gather_below)
      : updater_(node.position),
        at_leaves_(depth == 1),
        leaves_(node, depth == 1 ? gather : Gather::nothing, walk.statistics),
        inner_(node, depth, walk, below, gather_below) {
    delta_.clear();
  }

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void source(Square from) {
    finish_piece();
    mark_ = updater_.template source<Us, Moved>(from, delta_);
    start_piece();
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to) {
    updater_.template write<Us, Kind, Moved, Placed>(from, to, delta_, mark_);
    const unsigned crossing = Moved == PieceType::king && king_half(from) != king_half(to) ? 1 : 0;
    add(Move{from, to, Kind, Placed}, crossing);
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    finish_piece();
    updater_.template castle<Us>(king, rook, delta_);
    start_whole();
    const unsigned crossing = king_half(king) != king_half(castling_targets(king, rook).king) ? 1 : 0;
    add(Move{king, rook, MoveKind::castling, PieceType::king}, crossing);
    finish_piece();
  }

  THREATPERFT_INLINE void finish_leaves(BelowCounts& below) {
    finish_piece();
    leaves_.finish(below);
  }
  THREATPERFT_INLINE void finish_moves() { leaves_.finish(); }
  THREATPERFT_INLINE void finish_inner() {
    finish_piece();
    inner_.finish();
  }

 private:
  [[gnu::noinline]] void start_piece() {
    if (at_leaves_) {
      leaves_.start_piece(delta_, mark_);
    } else {
      inner_.start_piece(mark_);
    }
  }

  // A delta without a shared part follows.
  [[gnu::noinline]] void start_whole() {
    mark_ = DeltaMark{};
    if (at_leaves_) leaves_.start_whole();
    inner_.start_piece(mark_);
  }

  [[gnu::noinline]] void add(Move move, unsigned crossing) {
    if (at_leaves_) {
      leaves_.add(delta_, move, crossing);
    } else {
      inner_.add(delta_, move);
    }
  }

  [[gnu::noinline]] void finish_piece() {
    if (at_leaves_) {
      leaves_.finish_piece(delta_);
    } else {
      inner_.finish_piece(delta_);
    }
  }

  const UpdaterType updater_;
  const bool at_leaves_;
  LeafCounter leaves_;
  InnerCounter inner_;
  DeltaMark mark_;
  Delta delta_;
};

/// See GatherBelow.
template <class UpdaterType, Color Us>
[[gnu::noinline]] void gather_below(const StatisticsNode& node, int depth, const StatisticsWalk& walk,
                                    BelowCounts& below) {
  if (stopped(walk.stop)) {
    for (unsigned i = 0; i <= static_cast<unsigned>(depth); ++i) {
      for (unsigned halves = 0; halves < 4; ++halves) below.count[node.captures + i][halves] = 0;
    }
    return;
  }
  StatisticsVisitor<UpdaterType> visitor{node,           depth, walk,
                                         Gather::leaves, below, gather_below<UpdaterType, ~Us>};
  visit_moves<Us>(node.position, visitor);
  if (depth == 1) {
    visitor.finish_leaves(below);
  } else {
    visitor.finish_inner();
  }
}

THREATPERFT_INLINE StatisticsNode statistics_root(const Position& root, const Statistics& statistics) {
  Lanes active{};
  visit_threats(root, [&](Threat threat) { active += lanes_of(threat, statistics.weights); });
  const unsigned bucket = bucket_of(root);
  return {root, active, bucket / 4, bucket % 4, 0};
}

/// What is active in the root is so in all positions below, as far as the root is concerned.
inline void count_root(const StatisticsNode& root, int depth, const BelowCounts& below,
                       Statistics& statistics) {
  for (unsigned captures = 0; captures <= static_cast<unsigned>(depth); ++captures) {
    for (unsigned halves = 0; halves < 4; ++halves) {
      const std::uint64_t positions = below.count[captures][halves];
      if (positions == 0) continue;
      const unsigned bucket = (root.pieces - captures) * 4 + halves;
      statistics.positions[bucket] += positions;
      std::uint64_t* const counts = statistics.counters(bucket);
      visit_threats(root.position, [&](Threat threat) { counts[index_of(threat)] += positions; });
    }
  }
}

/// See Kernel::gather.
template <class UpdaterType>
void gather(const Position& root, int depth, StatisticsAt at, Statistics& statistics, const StopFlag& stop) {
  const StatisticsNode node = statistics_root(root, statistics);
  const StatisticsWalk walk{at, statistics, stop};
  BelowCounts below;
  if (root.side_to_move == Color::white) {
    gather_below<UpdaterType, Color::white>(node, depth, walk, below);
  } else {
    gather_below<UpdaterType, Color::black>(node, depth, walk, below);
  }
  count_root(node, depth, below, statistics);
}

/// See Kernel::gather_moves.
template <class UpdaterType>
void gather_moves(const Position& position, Statistics& statistics) {
  const StatisticsNode node{position, Lanes{}, 1, 0, 0};
  const StopFlag never{false};
  const StatisticsWalk walk{StatisticsAt::leaves, statistics, never};
  BelowCounts none;
  StatisticsVisitor<UpdaterType> visitor{node, 1, walk, Gather::moves, none, nullptr};
  if (position.side_to_move == Color::white) {
    visit_moves<Color::white>(position, visitor);
  } else {
    visit_moves<Color::black>(position, visitor);
  }
  visitor.finish_moves();
}

}  // namespace threatperft::inline THREATPERFT_BUILD
