#pragma once

#include <memory>

#include "engine_core/chess/move_visits.h"
#include "engine_core/perft/delta_walk.h"
#include "engine_core/perft/merged_positions.h"
#include "engine_core/perft/statistics_leaf.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Counts the leaves below a position, with what is active in it.
inline void count_leaves(const ActiveThreats& active, unsigned bucket, Color mover, const LeafTotals& leaves,
                         Statistics& statistics) {
  for (unsigned slot = 0; slot < kSlots; ++slot) {
    if (leaves[slot] == 0) continue;
    const unsigned after = bucket_after(bucket, mover, slot);
    statistics.positions[after] += leaves[slot];
    active.count(statistics.counters(after), leaves[slot]);
  }
}

/// Gathers from the children of one position. What is active in it is so in all of them and in all of their
/// leaves, but for what the moves add and remove.
template <class UpdaterType>
class Siblings {
 public:
  Siblings(const Position& parent, Statistics& statistics, SharedParts& shared)
      : parent_(parent), statistics_(statistics), shared_(shared), active_(parent, statistics) {
    shared.begin(parent);
  }

  /// Gathers from a child, the position after a move with this delta.
  [[gnu::noinline]] void gather(const Position& child, const Delta& delta, std::uint64_t times) {
    shared_.begin_child(child);
    const DeltaPart move = StatisticsRecord{statistics_}.part_of(delta);
    const Lanes active =
        active_.lanes() + lanes_of(move.change.added_weights) - lanes_of(move.change.removed_weights);
    const StatisticsNode node{child, active, bucket_of(child), times};
    const LeafTotals leaves = LeafCounter<UpdaterType>{node, Gather::leaves, statistics_, &shared_}.count();
    LeafTotals& totals = leaves_[shared_.child_slot()];
    for (unsigned slot = 0; slot < kSlots; ++slot) totals[slot] += leaves[slot];
    count_part(move, leaves.by_slot, [&](unsigned slot) {
      return statistics_.counters(bucket_after(node.bucket, child.side_to_move, slot));
    });
  }

  /// Counts what the children have in common.
  void finish() {
    const Color mover = parent_.side_to_move;
    for (unsigned slot = 0; slot < kSlots; ++slot) {
      count_leaves(active_, bucket_after(bucket_of(parent_), mover, slot), ~mover, leaves_[slot],
                   statistics_);
    }
    shared_.settle();
  }

 private:
  const Position& parent_;
  Statistics& statistics_;
  SharedParts& shared_;
  const ActiveThreats active_;
  LeafTotals leaves_[kSlots] = {};  ///< by the child's slot
};

/// Makes those moves of a position that lead to collected positions, and gathers from these.
template <class UpdaterType>
class SiblingsVisitor {
 public:
  THREATPERFT_INLINE SiblingsVisitor(const Position& parent, const MergedPositions::Entry* begin,
                                     const MergedPositions::Entry* end, Statistics& statistics,
                                     SharedParts& shared)
      : parent_(parent),
        updater_(parent),
        siblings_(parent, statistics, shared),
        statistics_(statistics),
        next_(begin),
        end_(end) {}

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void source(Square /*from*/) {
    is_begun_ = false;
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to) {
    if (!is_next(Move{from, to, Kind, Placed})) return;
    if (!is_begun_) mark_ = write_source<UpdaterType, Us, Moved>(updater_, from, delta_);
    is_begun_ = true;
    write_and_make<UpdaterType, Us, Kind, Moved, Placed>(updater_, parent_, child_, from, to, delta_, mark_);
    gather();
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    if (!is_next(Move{king, rook, MoveKind::castling, PieceType::king})) return;
    write_and_castle<UpdaterType, Us>(updater_, parent_, child_, king, rook, delta_);
    gather();
  }

  /// The entry that is to be gathered from next.
  [[nodiscard]] const MergedPositions::Entry* next() const { return next_; }
  [[nodiscard]] bool is_done() const { return next_ == end_; }
  void finish() { siblings_.finish(); }

 private:
  THREATPERFT_INLINE bool is_next(Move move) const { return next_ != end_ && next_->move == move; }

  [[gnu::noinline]] void gather() {
    if (next_->unit != statistics_.unit()) statistics_.begin_unit(next_->unit);
    const std::uint64_t times = next_->times;
    ++next_;
    __builtin_prefetch(&next_->move);
    siblings_.gather(child_, delta_, times);
  }

  const Position& parent_;
  const UpdaterType updater_;
  Siblings<UpdaterType> siblings_;
  Statistics& statistics_;
  const MergedPositions::Entry* next_;
  const MergedPositions::Entry* const end_;
  bool is_begun_ = false;
  DeltaMark mark_;
  Delta delta_;
  Position child_;
};

template <class UpdaterType>
void gather_siblings(const Position& parent, const MergedPositions::Entry* begin,
                     const MergedPositions::Entry* end, Statistics& statistics, SharedParts& shared) {
  SiblingsVisitor<UpdaterType> visitor{parent, begin, end, statistics, shared};
  // Once, as a rule; but a walk that comes back to a parent after a settling brings its first children last.
  while (!visitor.is_done()) {
    const MergedPositions::Entry* const before = visitor.next();
    if (parent.side_to_move == Color::white) {
      visit_moves<Color::white>(parent, visitor);
    } else {
      visit_moves<Color::black>(parent, visitor);
    }
    if (visitor.next() == before) throw_no_child();
  }
  visitor.finish();
}

/// Gathers from a position of which no parent is known.
template <class UpdaterType>
void gather_orphan(const MergedPositions::Entry& entry, Statistics& statistics, SharedParts& shared) {
  if (entry.unit != statistics.unit()) statistics.begin_unit(entry.unit);
  const Position position = unpack(entry.position);
  const ActiveThreats threats(position, statistics);
  const StatisticsNode node{position, threats.lanes(), bucket_of(position), entry.times};
  shared.begin_orphan();
  const LeafTotals leaves = LeafCounter<UpdaterType>{node, Gather::leaves, statistics, &shared}.count();
  count_leaves(threats, node.bucket, position.side_to_move, leaves, statistics);
}

/// See Kernel::settle.
template <class UpdaterType>
void settle(Statistics& statistics, const StopFlag& stop) {
  if (!statistics.has_collected()) return;
  const std::uint64_t unit = statistics.unit();
  const MergedPositions& collected = statistics.collected();
  const auto owned = std::make_unique<SharedParts>(statistics);  // 180 KiB, much for a stack
  SharedParts& shared = *owned;
  for (std::uint32_t i = 0; i < collected.siblings_count() && !stopped(stop); ++i) {
    const MergedPositions::Siblings& siblings = collected.siblings(i);
    const MergedPositions::Entry* const begin = collected.begin() + siblings.begin;
    if (siblings.has_parent) {
      gather_siblings<UpdaterType>(unpack(siblings.parent), begin, collected.end_of(i), statistics, shared);
    } else {
      gather_orphan<UpdaterType>(*begin, statistics, shared);
    }
  }
  statistics.collected().clear();
  statistics.begin_unit(unit);
}

}  // namespace threatperft::inline THREATPERFT_BUILD
