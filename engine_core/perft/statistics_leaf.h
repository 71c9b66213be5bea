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

/// One move to a leaf: where its part of the lists ends, and what else must be known of it.
struct LeafMove {
  Move move;
  std::uint8_t end_added;
  std::uint8_t end_removed;
  std::uint8_t
      slot;  ///< of its leaf: capture + 2 * crossing (the mover's king goes to the other half of the board)
  std::uint8_t kind;  ///< its class
};

/// The moves of one piece: the source square's part of their deltas, and behind it their own parts, one after
/// the other. Nothing looks at them before all are written, for a branch that waits for an updater's result
/// costs more than the updater.
struct LeafBatch {
  /// No move's own part is longer.
  static constexpr std::uint32_t kLongestPart = 32;
  static constexpr std::uint32_t kRoom = DeltaList::capacity - kLongestPart;
  static constexpr std::uint32_t kMaxMoves = 32;  ///< a queen has 27

  Delta delta;
  DeltaMark source;
  std::uint32_t moves;
  LeafMove move[kMaxMoves];

  [[nodiscard]] THREATPERFT_INLINE DeltaMark end() const { return {delta.added.count, delta.removed.count}; }
  THREATPERFT_INLINE void start(DeltaMark mark) {
    source = mark;
    moves = 0;
  }
  THREATPERFT_INLINE void push(Move made, unsigned slot, unsigned kind) {
    move[moves++] = {made, static_cast<std::uint8_t>(delta.added.count),
                     static_cast<std::uint8_t>(delta.removed.count), static_cast<std::uint8_t>(slot),
                     static_cast<std::uint8_t>(kind)};
  }
  [[nodiscard]] THREATPERFT_INLINE bool is_full() const {
    return delta.added.count > kRoom || delta.removed.count > kRoom || moves == kMaxMoves;
  }
  /// Forgets the moves but not the source square's part.
  THREATPERFT_INLINE void drop_moves() {
    delta.added.count = source.added;
    delta.removed.count = source.removed;
    moves = 0;
  }
};
static_assert(kMoveClasses <= 256);

/// Counts the leaves that are the children of one node. They are never made: their deltas say everything.
class LeafCounter {
 public:
  THREATPERFT_INLINE LeafCounter(const StatisticsNode& node, Gather gather, Statistics& statistics)
      : node_(node), statistics_(statistics), record_(statistics), gather_(gather) {
    if (gather != Gather::leaves) return;
    counters_[0] = statistics.counters(node.bucket());
    counters_[1] = statistics.counters(node.bucket() - 4);
  }

  /// Counts a piece's leaves.
  [[gnu::noinline]] void count(const LeafBatch& batch) {
    if (batch.moves == 0) return;
    Prefix added;
    Prefix removed;
    added.of_source = record_.sum(batch.delta.added, 0, batch.source.added);
    removed.of_source = record_.sum(batch.delta.removed, 0, batch.source.removed);
    count_own_parts(batch, added, removed);
    if (gather_ == Gather::leaves) count_source(batch);
    record_moves(batch, added, removed);
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
  /// What the threats of a list weigh in all, up to each of them; the source square's apart.
  struct Prefix {
    Weights of_source{};
    Weights up_to[DeltaList::capacity + 1];
  };

  // Moves to leaves of one slot stand together, as far as the order of moves goes, and are counted together.
  THREATPERFT_INLINE void count_own_parts(const LeafBatch& batch, Prefix& added, Prefix& removed) {
    DeltaMark begin = batch.source;
    added.up_to[begin.added] = removed.up_to[begin.removed] = Weights{};
    std::uint32_t i = 0;
    while (i < batch.moves) {
      const std::uint8_t slot = batch.move[i].slot;
      std::uint32_t next = i + 1;
      while (next < batch.moves && batch.move[next].slot == slot) ++next;
      leaves_[slot] += next - i;
      const DeltaMark end{batch.move[next - 1].end_added, batch.move[next - 1].end_removed};
      if (gather_ == Gather::leaves) {
        std::uint64_t* const counts = counters(slot);
        record_.count<1>(batch.delta.added, begin.added, end.added, counts, added.up_to);
        record_.count<-1>(batch.delta.removed, begin.removed, end.removed, counts, removed.up_to);
      } else {
        record_.weigh(batch.delta.added, begin.added, end.added, added.up_to);
        record_.weigh(batch.delta.removed, begin.removed, end.removed, removed.up_to);
      }
      begin = end;
      i = next;
    }
  }

  // For all leaves of the piece at once.
  THREATPERFT_INLINE void count_source(const LeafBatch& batch) {
    std::uint64_t leaves[4] = {};
    for (std::uint32_t i = 0; i < batch.moves; ++i) ++leaves[batch.move[i].slot];
    for (unsigned slot = 0; slot < 4; ++slot) {
      if (leaves[slot] == 0) continue;
      std::uint64_t* const counts = counters(slot);
      count_threats(batch.delta.added, 0, batch.source.added, counts, leaves[slot]);
      count_threats(batch.delta.removed, 0, batch.source.removed, counts, -leaves[slot]);
    }
  }

  THREATPERFT_INLINE void record_moves(const LeafBatch& batch, const Prefix& added, const Prefix& removed) {
    DeltaMark begin = batch.source;
    for (std::uint32_t i = 0; i < batch.moves; ++i) {
      const LeafMove& each = batch.move[i];
      const DeltaMark end{each.end_added, each.end_removed};
      const MoveChange change{
          batch.source.added + end.added - begin.added, batch.source.removed + end.removed - begin.removed,
          added.of_source + (added.up_to[end.added] - added.up_to[begin.added]),
          removed.of_source + (removed.up_to[end.removed] - removed.up_to[begin.removed])};
      if (gather_ == Gather::leaves) {
        record_.position_after(node_.position, each.move, node_.pieces - (each.slot & 1), node_.active,
                               change);
      }
      record_.move(node_.position, each.move, each.kind, change);
      if (batch.source.added != 0 || is_composed(each.move.kind)) note_redundant(batch, each, begin, end);
      if (each.slot >= 2) ++statistics_.crossings[each.kind];
      begin = end;
    }
  }

  /// Whether a move has more parts than source and target.
  [[nodiscard]] THREATPERFT_INLINE static bool is_composed(MoveKind kind) {
    return kind == MoveKind::castling || kind == MoveKind::en_passant;
  }

  THREATPERFT_INLINE void note_redundant(const LeafBatch& batch, const LeafMove& each, DeltaMark begin,
                                         DeltaMark end) {
    const std::uint32_t both = is_composed(each.move.kind)
                                   ? redundant_in(move_delta(batch, begin, end))
                                   : redundant_discovered(batch.delta, batch.source, begin, end);
    if (both != 0) record_.redundant(node_.position, each.move, each.kind, both);
  }

  /// One move's delta by itself.
  static Delta move_delta(const LeafBatch& batch, DeltaMark begin, DeltaMark end) {
    Delta delta;
    delta.clear();
    for (std::uint32_t i = 0; i < batch.source.added; ++i) delta.added.push(batch.delta.added.threats[i]);
    for (std::uint32_t i = begin.added; i < end.added; ++i) delta.added.push(batch.delta.added.threats[i]);
    for (std::uint32_t i = 0; i < batch.source.removed; ++i)
      delta.removed.push(batch.delta.removed.threats[i]);
    for (std::uint32_t i = begin.removed; i < end.removed; ++i)
      delta.removed.push(batch.delta.removed.threats[i]);
    return delta;
  }

  /// The bit of the mover's king in a bucket.
  [[nodiscard]] THREATPERFT_INLINE unsigned crossed() const {
    return 1u << index(node_.position.side_to_move);
  }

  THREATPERFT_INLINE std::uint64_t* counters(unsigned slot) {
    if (slot < 2) return counters_[slot];
    return statistics_.counters((node_.bucket() ^ crossed()) - 4 * (slot & 1));
  }

  const StatisticsNode& node_;
  Statistics& statistics_;
  StatisticsRecord record_;
  const Gather gather_;
  std::uint64_t* counters_[2] = {};  ///< of leaves with as many pieces, and with one less
  std::uint64_t leaves_[4] = {};     ///< by slot
};

}  // namespace threatperft::inline THREATPERFT_BUILD
