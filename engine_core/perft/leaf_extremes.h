#pragma once

#include <cstdint>

#include "engine_core/perft/leaf_moves.h"
#include "engine_core/perft/statistics_record.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Leaves of one node that may be maxima. Of equal maxima the first move's counts, so they are noted in the
/// order of moves, whatever the order in which they were counted.
class LeafExtremes {
 public:
  /// A leaf whose move has been counted before.
  [[gnu::noinline]] void add_position(std::uint32_t move, std::uint32_t threats) {
    insert({move, threats, 0, 0, 0, false});
  }
  /// `threats` is 0 if only the move counts.
  [[gnu::noinline]] void add(std::uint32_t move, std::uint32_t threats, const MoveChange& change,
                             std::uint32_t redundant) {
    insert({move, threats, change.added, change.removed, redundant, true});
  }

  THREATPERFT_INLINE void note(const Position& position, const LeafMoves& moves, Statistics& statistics) {
    if (count_ != 0) note_all(position, moves, statistics);
  }

 private:
  struct Candidate {
    std::uint32_t move;
    std::uint32_t threats;
    std::uint32_t added;
    std::uint32_t removed;
    std::uint32_t redundant;
    bool has_change;
  };

  void insert(const Candidate& candidate) {
    std::uint32_t i = count_++;
    for (; i > 0 && candidates_[i - 1].move > candidate.move; --i) candidates_[i] = candidates_[i - 1];
    candidates_[i] = candidate;
  }

  [[gnu::noinline]] void note_all(const Position& position, const LeafMoves& moves, Statistics& statistics) {
    for (std::uint32_t i = 0; i < count_; ++i) {
      const Candidate& each = candidates_[i];
      const Move move = moves.move(each.move).move();
      if (each.threats != 0) statistics.note_active_after(position, move, each.threats);
      if (each.has_change) statistics.note_move(position, move, each.added, each.removed);
      if (each.redundant != 0) statistics.note_redundant(position, move, each.redundant);
    }
  }

  std::uint32_t count_ = 0;
  Candidate candidates_[LeafMoves::kMost];
};

}  // namespace threatperft::inline THREATPERFT_BUILD
