#pragma once

#include "engine_core/chess/make.h"
#include "engine_core/chess/move_visits.h"
#include "engine_core/perft/count_walks.h"
#include "engine_core/perft/delta_walk.h"
#include "engine_core/perft/kernel.h"
#include "engine_core/perft/statistics_leaf.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

// Statistics by the delta method: a threat is active in all children of a node but for what their moves add
// and remove, and the source square's part of a delta, which all moves of a piece share, is counted once a
// piece. A walk does not gather from a node as it comes there: it collects the positions whose children are
// counted, and each is gathered from once, for all the times that the walk came to it.

/// Visits a node's moves and hands their deltas to the counter of leaves.
template <class UpdaterType>
class StatisticsVisitor {
 public:
  /// `shared` is ready for the node, or null.
  THREATPERFT_INLINE StatisticsVisitor(const StatisticsNode& node, Gather gather, Statistics& statistics,
                                       SharedMoves* shared)
      : updater_(node.position), leaves_(node, gather, statistics, shared), shared_(shared) {
    if (shared != nullptr) unchanged_ = shared->unchanged();
    for (LeafBatch& batch : batches_) {
      batch.delta.clear();
      batch.start(DeltaMark{});
    }
  }

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void source(Square from) {
    is_begun_ = false;
    shared_targets_ = unchanged_.contains(from) ? unchanged_ : Bitboard{};
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to) {
    const Move made{from, to, Kind, Placed};
    const bool crosses = Moved == PieceType::king && king_half(from) != king_half(to);
    bool keep = false;
    if constexpr (!is_promotion(Kind) && Kind != MoveKind::en_passant) {
      if (shared_targets_.contains(to) && !crosses) {
        if (count_known(made)) return;
        keep = true;
      }
    }
    if (!is_begun_) begin_piece<Us, Moved>(from);
    LeafBatch& batch = *batch_;
    write_target<UpdaterType, Us, Kind, Moved, Placed>(updater_, from, to, batch.delta, batch.end());
    if (keep) batch.to_keep |= 1u << batch.moves;
    batch.push(made, (is_capture(Kind) ? 1 : 0) + (crosses ? 2 : 0), move_class(Kind, Moved, Us));
    if (batch.is_full()) count_early();
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    LeafBatch& batch = next_piece();
    updater_.template castle<Us>(king, rook, batch.delta);
    batch.start(DeltaMark{});
    const unsigned crossing = king_half(king) != king_half(castling_targets(king, rook).king) ? 1 : 0;
    batch.push(Move{king, rook, MoveKind::castling, PieceType::king}, 2 * crossing,
               move_class(MoveKind::castling, PieceType::king, Us));
  }

  /// To be called after the last move; the counter of leaves is still to be finished.
  THREATPERFT_INLINE LeafCounter& finish() {
    next_piece();
    next_piece();
    return leaves_;
  }

 private:
  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void begin_piece(Square from) {
    LeafBatch& batch = next_piece();
    batch.start(write_source<UpdaterType, Us, Moved>(updater_, from, batch.delta));
    is_begun_ = true;
  }

  /// False if the move is not known.
  [[gnu::noinline]] bool count_known(Move move) {
    SharedMoves::Known* known = shared_->find(move.from, move.to);
    if (known == nullptr) return false;
    if (leaves_.is_extreme(*known)) {
      // Of equal maxima the first one counts, so all moves before this one come first.
      LeafBatch& before = batches_[batch_ == batches_ ? 1 : 0];
      leaves_.count(before);
      before.moves = 0;
      count_early();
      known = shared_->find(move.from, move.to);
    }
    leaves_.count(*known, move);
    return true;
  }

  /// Counts the moves of the piece before the last, and returns the place that they leave.
  [[gnu::noinline]] LeafBatch& next_piece() {
    batch_ = batch_ == batches_ ? batches_ + 1 : batches_;
    leaves_.count(*batch_);
    batch_->moves = 0;
    return *batch_;
  }

  /// Counts the moves of the present piece so far.
  [[gnu::noinline]] void count_early() {
    leaves_.count(*batch_);
    batch_->drop_moves();
  }

  const UpdaterType updater_;
  LeafCounter leaves_;
  SharedMoves* const shared_;
  Bitboard unchanged_;       ///< see SharedMoves
  Bitboard shared_targets_;  ///< of the present piece
  bool is_begun_ = false;    ///< whether its source square's part is written
  LeafBatch batches_[2];
  LeafBatch* batch_ = batches_;
};

template <class UpdaterType>
[[gnu::noinline]] LeafCounter& visit_leaves(const Position& position,
                                            StatisticsVisitor<UpdaterType>& visitor) {
  if (position.side_to_move == Color::white) {
    visit_moves<Color::white>(position, visitor);
  } else {
    visit_moves<Color::black>(position, visitor);
  }
  return visitor.finish();
}

/// Gathers from a collected position; `shared` knows of its parent.
template <class UpdaterType>
void gather_entry(const MergedPositions::Entry& entry, Statistics& statistics, SharedMoves& shared) {
  const Position position = unpack(entry.position);
  if (entry.parent == MergedPositions::kNoParent) {
    shared.begin_orphan();
  } else {
    shared.begin_child(position);
  }
  const ActiveThreats threats(position, statistics);
  const StatisticsNode node{position, threats.lanes(), bucket_of(position), entry.times};
  StatisticsVisitor<UpdaterType> visitor{node, Gather::leaves, statistics, &shared};
  visit_leaves(position, visitor).finish(threats);
}

/// See Kernel::settle.
template <class UpdaterType>
void settle(Statistics& statistics, const StopFlag& stop) {
  if (!statistics.has_collected()) return;
  const std::uint64_t unit = statistics.unit();
  const MergedPositions& collected = statistics.collected();
  SharedMoves shared(statistics);
  std::uint32_t parent = MergedPositions::kNoParent;
  for (const MergedPositions::Entry& entry : collected) {
    if (stopped(stop)) break;
    if (entry.unit != statistics.unit()) statistics.begin_unit(entry.unit);
    if (entry.parent != parent && entry.parent != MergedPositions::kNoParent) {
      shared.begin(unpack(collected.parent(entry.parent)));
    }
    parent = entry.parent;
    gather_entry<UpdaterType>(entry, statistics, shared);
  }
  shared.settle();
  statistics.collected().clear();
  statistics.begin_unit(unit);
}

/// What a walk of statistics is asked to do, the same at all of its nodes.
struct StatisticsWalk {
  StatisticsAt at;
  Statistics& statistics;
  const StopFlag& stop;
  void (*settle)(Statistics&, const StopFlag&);
};

template <Color Us>
void collect_from(const Position& position, const Position* parent, int depth, const StatisticsWalk& walk);

/// Makes the moves of a node, to collect from what lies below.
struct CollectVisitor {
  const Position& parent;
  const int depth;
  const StatisticsWalk& walk;

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void source(Square /*from*/) {}

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to) {
    Position child;
    make_move<Us, Kind, Moved, Placed>(parent, child, from, to);
    collect_from<~Us>(child, &parent, depth - 1, walk);
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    Position child;
    make_castling<Us>(parent, child, king, rook);
    collect_from<~Us>(child, &parent, depth - 1, walk);
  }
};

/// Collects the positions whose children are counted.
template <Color Us>
[[gnu::noinline]] void collect_from(const Position& position, const Position* parent, int depth,
                                    const StatisticsWalk& walk) {
  if (depth == 1 || walk.at == StatisticsAt::all_nodes) {
    MergedPositions& collected = walk.statistics.collected();
    if (collected.is_full()) walk.settle(walk.statistics, walk.stop);
    collected.add(position, parent, walk.statistics.unit());
  }
  if (depth == 1 || stopped(walk.stop)) return;
  CollectVisitor visitor{position, depth, walk};
  visit_moves<Us>(position, visitor);
}

/// See Kernel::collect.
template <class UpdaterType>
void collect(const Position& root, int depth, StatisticsAt at, Statistics& statistics, const StopFlag& stop) {
  // Of equal maxima the first one counts, so units are gathered from in their order.
  if (statistics.has_collected() && (statistics.collected().end() - 1)->unit > statistics.unit()) {
    settle<UpdaterType>(statistics, stop);
  }
  const StatisticsWalk walk{at, statistics, stop, settle<UpdaterType>};
  if (root.side_to_move == Color::white) {
    collect_from<Color::white>(root, nullptr, depth, walk);
  } else {
    collect_from<Color::black>(root, nullptr, depth, walk);
  }
}

/// See Kernel::gather.
template <class UpdaterType>
void gather(const Position& root, int depth, StatisticsAt at, Statistics& statistics, const StopFlag& stop) {
  collect<UpdaterType>(root, depth, at, statistics, stop);
  settle<UpdaterType>(statistics, stop);
}

/// See Kernel::gather_moves.
template <class UpdaterType>
void gather_moves(const Position& position, Statistics& statistics) {
  const StatisticsNode node{position, Lanes{}, 0, 1};
  StatisticsVisitor<UpdaterType> visitor{node, Gather::moves, statistics, nullptr};
  visit_leaves(position, visitor).finish();
}

}  // namespace threatperft::inline THREATPERFT_BUILD
