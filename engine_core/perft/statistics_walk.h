#pragma once

#include "engine_core/chess/move_visits.h"
#include "engine_core/perft/count_walks.h"
#include "engine_core/perft/delta_walk.h"
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

/// Writes the part of a delta that a move has for itself. A function of its own, as in delta_walk.h, and for
/// the same reason.
template <class UpdaterType, Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
[[gnu::noinline]] void write_target(const UpdaterType& updater, Square from, Square to, Delta& delta,
                                    DeltaMark mark) {
  updater.template write<Us, Kind, Moved, Placed>(from, to, delta, mark);
}

/// Visits a node's moves and hands their deltas to the counter of leaves, at depth 1, or to that of inner
/// nodes. Which one is settled at run time, so that an updater is compiled into one visitor only.
template <class UpdaterType>
class StatisticsVisitor {
 public:
  THREATPERFT_INLINE StatisticsVisitor(const StatisticsNode& node, int depth, const StatisticsWalk& walk,
                                       Gather gather, BelowCounts& below, GatherBelow gather_below)
      : updater_(node.position),
        at_leaves_(depth == 1),
        leaves_(node, depth == 1 ? gather : Gather::nothing, walk.statistics),
        inner_(node, depth, walk, below, gather_below) {
    for (LeafBatch& batch : batches_) {
      batch.delta.clear();
      batch.start(DeltaMark{});
    }
  }

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void source(Square from) {
    LeafBatch& batch = next_piece();
    batch.start(write_source<UpdaterType, Us, Moved>(updater_, from, batch.delta));
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to) {
    LeafBatch& batch = *batch_;
    write_target<UpdaterType, Us, Kind, Moved, Placed>(updater_, from, to, batch.delta, batch.end());
    const unsigned crossing = Moved == PieceType::king && king_half(from) != king_half(to) ? 1 : 0;
    batch.push(Move{from, to, Kind, Placed}, (is_capture(Kind) ? 1 : 0) + 2 * crossing,
               move_class(Kind, Moved, Us));
    if (!at_leaves_ || batch.is_full()) count_early();
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    LeafBatch& batch = next_piece();
    updater_.template castle<Us>(king, rook, batch.delta);
    batch.start(DeltaMark{});
    const unsigned crossing = king_half(king) != king_half(castling_targets(king, rook).king) ? 1 : 0;
    batch.push(Move{king, rook, MoveKind::castling, PieceType::king}, 2 * crossing,
               move_class(MoveKind::castling, PieceType::king, Us));
    if (!at_leaves_) count_early();
  }

  THREATPERFT_INLINE void finish(BelowCounts& below) {
    next_piece();
    next_piece();
    if (at_leaves_) {
      leaves_.finish(below);
    } else {
      inner_.finish();
    }
  }
  THREATPERFT_INLINE void finish_moves() {
    next_piece();
    next_piece();
    leaves_.finish();
  }

 private:
  /// Counts the moves of the piece before the last, and returns the place that they leave.
  [[gnu::noinline]] LeafBatch& next_piece() {
    if (at_leaves_) {
      batch_ = batch_ == batches_ ? batches_ + 1 : batches_;
      leaves_.count(*batch_);
      batch_->moves = 0;
    } else {
      inner_.finish_piece(batch_->delta, batch_->source);
    }
    return *batch_;
  }

  /// An inner node's child at once; leaves when there is no room for another one.
  [[gnu::noinline]] void count_early() {
    if (at_leaves_) {
      leaves_.count(*batch_);
    } else {
      inner_.add(batch_->delta, batch_->source, batch_->move[0].move);
    }
    batch_->drop_moves();
  }

  const UpdaterType updater_;
  const bool at_leaves_;
  LeafCounter leaves_;
  InnerCounter inner_;
  LeafBatch batches_[2];  ///< inner nodes use one
  LeafBatch* batch_ = batches_;
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
  visitor.finish(below);
}

THREATPERFT_INLINE StatisticsNode statistics_root(const Position& root, const Statistics& statistics) {
  const unsigned bucket = bucket_of(root);
  return {root, active_lanes(root, statistics), bucket / 4, bucket % 4, 0};
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
