#pragma once

#include "engine_core/perft/kernel.h"
#include "engine_core/perft/statistics_record.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Positions below a node, by captures since the walk's root and by the halves on which the kings stand (as
/// in a bucket).
struct BelowCounts {
  std::uint64_t count[kMaxDepth + 1][4];
};

/// A node of the tree on the way to the leaves.
struct StatisticsNode {
  const Position& position;
  Lanes active;  ///< its threats, in halves
  unsigned pieces;
  unsigned halves;    ///< of the kings, as in a bucket
  unsigned captures;  ///< since the root

  [[nodiscard]] THREATPERFT_INLINE unsigned bucket() const { return pieces * 4 + halves; }
};

/// What is gathered from the moves of a node whose children are leaves.
enum class Gather : std::uint8_t {
  leaves,   ///< everything
  moves,    ///< what moves do, nothing of the leaves
  nothing,  ///< for a node whose children are no leaves
};

/// Counts the leaves that are the children of one node. They are never made: their deltas say everything.
class LeafCounter {
 public:
  THREATPERFT_INLINE LeafCounter(const StatisticsNode& node, Gather gather, Statistics& statistics)
      : node_(node),
        statistics_(statistics),
        record_(statistics),
        gather_(gather),
        color_(node.position.side_to_move) {
    if (gather != Gather::leaves) return;
    counters_[0] = statistics.counters(node.bucket());
    counters_[1] = statistics.counters(node.bucket() - 4);
  }

  /// The source square's part of a piece's moves has been written.
  THREATPERFT_INLINE void start_piece(const Delta& delta, DeltaMark mark) {
    mark_ = mark;
    source_added_ = record_.sum(delta.added, 0);
    source_removed_ = record_.sum(delta.removed, 0);
  }

  /// There is no such part, a delta that is whole follows.
  THREATPERFT_INLINE void start_whole() {
    mark_ = DeltaMark{};
    source_added_ = source_removed_ = Lanes{};
  }

  /// A leaf with its delta. `crossing` (the mover's king goes to the other half of the board) is 0 or 1.
  THREATPERFT_INLINE void add(const Delta& delta, Move move, unsigned crossing) {
    Lanes added = source_added_;
    Lanes removed = source_removed_;
    if (gather_ == Gather::moves) {
      added += record_.sum(delta.added, mark_.added);
      removed += record_.sum(delta.removed, mark_.removed);
    } else {
      const unsigned capture = is_capture(move.kind) ? 1 : 0;
      const unsigned slot = capture + 2 * crossing;
      std::uint64_t* const counts = counters(slot);
      added += record_.count(delta.added, mark_.added, counts, 1);
      removed += record_.count(delta.removed, mark_.removed, counts, -std::uint64_t{1});
      record_.position(node_.position, move, node_.pieces - capture, node_.active + added - removed);
      ++piece_leaves_[slot];
    }
    const unsigned kind = move_class(move.kind, move.moved(), color_);
    record_.move(node_.position, move, kind, delta, added, removed, redundant(delta, move));
    if (crossing != 0) ++statistics_.crossings[kind];
  }

  /// Counts the source square's part, for all leaves of the piece at once.
  THREATPERFT_INLINE void finish_piece(const Delta& delta) {
    if (gather_ != Gather::leaves) return;
    for (unsigned slot = 0; slot < 4; ++slot) {
      const std::uint64_t leaves = piece_leaves_[slot];
      if (leaves == 0) continue;
      piece_leaves_[slot] = 0;
      leaves_[slot] += leaves;
      std::uint64_t* const counts = counters(slot);
      count_threats(delta.added, 0, mark_.added, counts, leaves);
      count_threats(delta.removed, 0, mark_.removed, counts, -leaves);
    }
  }

  /// Writes how many leaves there were, of which kind.
  THREATPERFT_INLINE void finish(BelowCounts& below) {
    for (unsigned capture = 0; capture < 2; ++capture) {
      std::uint64_t* row = below.count[node_.captures + capture];
      row[0] = row[1] = row[2] = row[3] = 0;
      row[node_.halves] = leaves_[capture];
      row[node_.halves ^ crossed()] = leaves_[2 + capture];
    }
    record_.finish();
  }
  THREATPERFT_INLINE void finish() { record_.finish(); }

 private:
  /// The bit of the mover's king in a bucket.
  [[nodiscard]] THREATPERFT_INLINE unsigned crossed() const { return 1u << index(color_); }

  [[nodiscard]] THREATPERFT_INLINE std::uint32_t redundant(const Delta& delta, Move move) const {
    if (move.kind == MoveKind::castling || move.kind == MoveKind::en_passant) return redundant_in(delta);
    return mark_.added == 0 ? 0 : redundant_in(delta, mark_);
  }

  THREATPERFT_INLINE std::uint64_t* counters(unsigned slot) {
    if (slot < 2) return counters_[slot];
    return statistics_.counters((node_.bucket() ^ crossed()) - 4 * (slot & 1));
  }

  const StatisticsNode& node_;
  Statistics& statistics_;
  StatisticsRecord record_;
  const Gather gather_;
  const Color color_;                   ///< of the side to move
  std::uint64_t* counters_[2] = {};     ///< of leaves with as many pieces, and with one less
  std::uint64_t piece_leaves_[4] = {};  ///< of the present piece, by capture + 2 * crossing
  std::uint64_t leaves_[4] = {};        ///< of the pieces before
  Lanes source_added_{};
  Lanes source_removed_{};
  DeltaMark mark_;
};

}  // namespace threatperft::inline THREATPERFT_BUILD
