#pragma once

#include "engine_core/chess/make.h"
#include "engine_core/chess/move_visits.h"
#include "engine_core/perft/count_walks.h"
#include "engine_core/perft/kernel.h"
#include "engine_core/perft/statistics_siblings.h"

namespace threatperft::inline THREATPERFT_BUILD {

// Statistics by the delta method: what is active in a position is active in its children, but for what their
// moves add and remove. That holds for two plies at once (statistics_siblings.h): what is active in a
// position is counted once for all leaves two plies below; what its moves change, once for the leaves below
// each; and of what the last moves change, whatever is the same for several of them (shared_parts.h). A walk
// does not gather from a node as it comes there: it collects the positions whose children are counted
// (merged_positions.h), and each is gathered from once, for all the times that the walk came to it.

/// What a walk of statistics is asked to do, the same at all of its nodes.
struct StatisticsWalk {
  StatisticsAt at;
  Statistics& statistics;
  const StopFlag& stop;
  void (*settle)(Statistics&, const StopFlag&);
};

/// Collects positions as they come, some at a time.
class Collector {
 public:
  /// Of positions that come from nowhere.
  THREATPERFT_INLINE explicit Collector(const StatisticsWalk& walk)
      : has_parent_(false), parent_{}, walk_(walk), collected_(walk.statistics.collected()) {}
  /// Of children of `parent`.
  THREATPERFT_INLINE Collector(const Position& parent, const StatisticsWalk& walk)
      : has_parent_(true), walk_(walk), collected_(walk.statistics.collected()) {
    pack(parent, parent_);
  }

  THREATPERFT_INLINE void add(const Position& position, Move move) {
    collected_.arrive(position, move, arrivals_[count_++]);
    if (count_ == kTogether) finish();
  }

  [[gnu::noinline]] void finish() {
    const PackedPosition* const parent = has_parent_ ? &parent_ : nullptr;
    for (std::uint32_t i = 0; i < count_; ++i) collected_.look_up(arrivals_[i]);
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (collected_.is_full()) walk_.settle(walk_.statistics, walk_.stop);
      collected_.add(arrivals_[i], parent, walk_.statistics.unit());
    }
    count_ = 0;
  }

 private:
  static constexpr std::uint32_t kTogether = 32;

  const bool has_parent_;
  PackedPosition parent_;
  const StatisticsWalk& walk_;
  MergedPositions& collected_;
  std::uint32_t count_ = 0;
  union {
    // NOLINTNEXTLINE(readability-identifier-naming): a private member like the others
    MergedPositions::Arrival arrivals_[kTogether];  // without initial values
  };
};

template <Color Us>
void collect_below(const Position& position, int depth, const StatisticsWalk& walk);

/// Makes the moves of a node, to collect the children or what lies below.
class CollectVisitor {
 public:
  THREATPERFT_INLINE CollectVisitor(const Position& parent, int depth, const StatisticsWalk& walk)
      : parent_(parent),
        walk_(walk),
        depth_(depth),
        is_collected_(depth == 2 || walk.at == StatisticsAt::all_nodes),
        collector_(parent, walk) {}

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void source(Square /*from*/) {}

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to) {
    make_move<Us, Kind, Moved, Placed>(parent_, child_, from, to);
    visit<Us>(Move{from, to, Kind, Placed});
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    make_castling<Us>(parent_, child_, king, rook);
    visit<Us>(Move{king, rook, MoveKind::castling, PieceType::king});
  }

  THREATPERFT_INLINE void finish() { collector_.finish(); }

 private:
  template <Color Us>
  [[gnu::noinline]] void visit(Move move) {
    if (is_collected_) collector_.add(child_, move);
    if (depth_ == 2) return;
    collector_.finish();
    collect_below<~Us>(child_, depth_ - 1, walk_);
  }

  const Position& parent_;
  const StatisticsWalk& walk_;
  const int depth_;
  const bool is_collected_;
  Position child_;
  Collector collector_;
};

/// Collects the positions below a node whose children are counted.
template <Color Us>
[[gnu::noinline]] void collect_below(const Position& position, int depth, const StatisticsWalk& walk) {
  if (stopped(walk.stop)) return;
  CollectVisitor visitor{position, depth, walk};
  visit_moves<Us>(position, visitor);
  visitor.finish();
}

/// See Kernel::collect.
template <class UpdaterType>
void collect(const Position& root, int depth, StatisticsAt at, Statistics& statistics, const StopFlag& stop) {
  // Of equal maxima the first one counts, so units are gathered from in their order.
  if (statistics.has_collected() && (statistics.collected().end() - 1)->unit > statistics.unit()) {
    settle<UpdaterType>(statistics, stop);
  }
  const StatisticsWalk walk{at, statistics, stop, settle<UpdaterType>};
  if (depth == 1 || at == StatisticsAt::all_nodes) {
    Collector collector{walk};
    collector.add(root, Move{});
    collector.finish();
  }
  if (depth == 1) return;
  if (root.side_to_move == Color::white) {
    collect_below<Color::white>(root, depth, walk);
  } else {
    collect_below<Color::black>(root, depth, walk);
  }
}

/// See Kernel::gather.
template <class UpdaterType>
void gather(const Position& root, int depth, StatisticsAt at, Statistics& statistics, const StopFlag& stop) {
  collect<UpdaterType>(root, depth, at, statistics, stop);
  settle<UpdaterType>(statistics, stop);
}

}  // namespace threatperft::inline THREATPERFT_BUILD
