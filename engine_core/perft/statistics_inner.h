#pragma once

#include "engine_core/chess/moves.h"
#include "engine_core/perft/statistics_leaf.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// What a walk of statistics is asked to do, the same at all of its nodes.
struct StatisticsWalk {
  StatisticsAt at;
  Statistics& statistics;
  const StopFlag& stop;
};

/// Gathers from everything below a node, down to `depth` (1 or more), and writes how many positions were
/// counted.
using GatherBelow = void (*)(const StatisticsNode& node, int depth, const StatisticsWalk& walk,
                             BelowCounts& below);

/// Counts what the moves of a node contribute that is further up than the leaves' parents.
class InnerCounter {
 public:
  THREATPERFT_INLINE InnerCounter(const StatisticsNode& node, int depth, const StatisticsWalk& walk,
                                  BelowCounts& below, GatherBelow gather_below)
      : node_(node),
        depth_(depth),
        walk_(walk),
        below_(below),
        gather_below_(gather_below),
        record_(walk.statistics) {
    if (depth_ == 1) return;
    clear(below_);
    clear(piece_below_);
  }

  /// A child with its delta, of which the source square's part ends at `source`, and all that lies below it.
  void add(const Delta& delta, DeltaMark source, Move move) {
    const Position child = after(node_.position, move);
    const MoveChange change{delta.added.count, delta.removed.count,
                            record_.sum(delta.added, 0, delta.added.count),
                            record_.sum(delta.removed, 0, delta.removed.count)};
    const unsigned capture = is_capture(move.kind) ? 1 : 0;
    const StatisticsNode node{
        child, node_.active + lanes_of(change.added_weights) - lanes_of(change.removed_weights),
        node_.pieces - capture, bucket_of(child) % 4, node_.captures + capture};
    if (walk_.at == StatisticsAt::all_nodes) count_child(node, delta, move, change);
    BelowCounts below;
    gather_below_(node, depth_ - 1, walk_, below);
    if (walk_.at == StatisticsAt::all_nodes) ++below.count[node.captures][node.halves];
    for (unsigned i = 0; i < rows() - 1; ++i) count_row(delta, source, node.captures + i, below);
  }

  /// Counts the source square's part, for all moves of the piece at once.
  void finish_piece(const Delta& delta, DeltaMark source) {
    for (unsigned i = 0; i < rows(); ++i) {
      const unsigned captures = node_.captures + i;
      for (unsigned halves = 0; halves < 4; ++halves) {
        const std::uint64_t positions = piece_below_.count[captures][halves];
        if (positions == 0) continue;
        piece_below_.count[captures][halves] = 0;
        below_.count[captures][halves] += positions;
        std::uint64_t* const counts = counters(captures, halves);
        count_threats(delta.added, 0, source.added, counts, positions);
        count_threats(delta.removed, 0, source.removed, counts, -positions);
      }
    }
  }

  THREATPERFT_INLINE void finish() { record_.finish(); }

 private:
  [[nodiscard]] THREATPERFT_INLINE unsigned rows() const { return static_cast<unsigned>(depth_) + 1; }

  THREATPERFT_INLINE void clear(BelowCounts& counts) const {
    for (unsigned i = 0; i < rows(); ++i) {
      for (unsigned halves = 0; halves < 4; ++halves) counts.count[node_.captures + i][halves] = 0;
    }
  }

  THREATPERFT_INLINE void count_child(const StatisticsNode& child, const Delta& delta, Move move,
                                      const MoveChange& change) {
    const unsigned kind = move_class(move.kind, move.moved(), node_.position.side_to_move);
    record_.position_after(node_.position, move, child.pieces, node_.active, change);
    record_.move(node_.position, move, kind, change);
    const std::uint32_t both = redundant_in(delta);
    if (both != 0) record_.redundant(node_.position, move, kind, both);
    if (child.halves != node_.halves) ++walk_.statistics.crossings[kind];
  }

  // The move's own part of the delta, for all positions below the child with so many captures.
  THREATPERFT_INLINE void count_row(const Delta& delta, DeltaMark source, unsigned captures,
                                    const BelowCounts& below) {
    for (unsigned halves = 0; halves < 4; ++halves) {
      const std::uint64_t positions = below.count[captures][halves];
      if (positions == 0) continue;
      piece_below_.count[captures][halves] += positions;
      std::uint64_t* const counts = counters(captures, halves);
      count_threats(delta.added, source.added, delta.added.count, counts, positions);
      count_threats(delta.removed, source.removed, delta.removed.count, counts, -positions);
    }
  }

  THREATPERFT_INLINE std::uint64_t* counters(unsigned captures, unsigned halves) {
    return walk_.statistics.counters((node_.pieces + node_.captures - captures) * 4 + halves);
  }

  const StatisticsNode& node_;
  const int depth_;
  const StatisticsWalk& walk_;
  BelowCounts& below_;
  const GatherBelow gather_below_;
  StatisticsRecord record_;
  BelowCounts piece_below_;  ///< of the present piece; `below_` has the pieces before
};

}  // namespace threatperft::inline THREATPERFT_BUILD
