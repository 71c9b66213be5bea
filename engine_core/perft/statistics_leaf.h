#pragma once

#include "engine_core/perft/kernel.h"
#include "engine_core/perft/shared_moves.h"
#include "engine_core/perft/statistics_record.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// A position whose moves are gathered from.
struct StatisticsNode {
  const Position& position;
  Lanes active;  ///< its threats, in halves
  unsigned bucket;
  std::uint64_t times;  ///< how often a walk comes to it

  [[nodiscard]] THREATPERFT_INLINE unsigned pieces() const { return bucket / 4; }
};

/// What is gathered from the moves of a node.
enum class Gather : std::uint8_t {
  leaves,  ///< everything
  moves,   ///< what moves do, nothing of the positions that they lead to
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
  std::uint32_t to_keep;  ///< a bit for each move that other positions share, see SharedMoves
  LeafMove move[kMaxMoves];

  [[nodiscard]] THREATPERFT_INLINE DeltaMark end() const { return {delta.added.count, delta.removed.count}; }
  THREATPERFT_INLINE void start(DeltaMark mark) {
    source = mark;
    moves = to_keep = 0;
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
    moves = to_keep = 0;
  }
};
static_assert(kMoveClasses <= 256);

/// Counts the leaves that are the children of one node. They are never made: their deltas say everything.
class LeafCounter {
 public:
  /// `shared` may be null if no batch has moves to keep.
  THREATPERFT_INLINE LeafCounter(const StatisticsNode& node, Gather gather, Statistics& statistics,
                                 SharedMoves* shared)
      : node_(node),
        statistics_(statistics),
        shared_(shared),
        record_(statistics, node.times),
        gather_(gather) {
    if (gather != Gather::leaves) return;
    counters_[0] = statistics.counters(node.bucket);
    counters_[1] = statistics.counters(node.bucket - 4);
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

  /// Counts a leaf by a move that is known.
  THREATPERFT_INLINE void count(SharedMoves::Known& known, Move move) {
    const unsigned capture = known.captures ? 1 : 0;
    known.times += node_.times;
    ++leaves_[capture];
    record_.position_after(node_.position, move, node_.pieces() - capture, node_.active,
                           SharedMoves::change_of(known));
  }
  /// Whether that would be a maximum: then the moves before it must be counted first.
  [[nodiscard]] THREATPERFT_INLINE bool is_extreme(const SharedMoves::Known& known) const {
    const std::uint32_t threats =
        node_.active[0] / 2u + known.lengths / kListLengths - known.lengths % kListLengths;
    return threats >= statistics_.active_threshold;
  }

  /// What is active in the node is so in all leaves, as far as the node is concerned.
  THREATPERFT_INLINE void finish(const ActiveThreats& active) {
    for (unsigned slot = 0; slot < 4; ++slot) {
      const std::uint64_t leaves = leaves_[slot] * node_.times;
      if (leaves == 0) continue;
      active.count(counters(slot), leaves);
      statistics_.positions[bucket(slot)] += leaves;
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
        record_.count(batch.delta.added, begin.added, end.added, counts, node_.times, added.up_to);
        record_.count(batch.delta.removed, begin.removed, end.removed, counts, -node_.times, removed.up_to);
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
      count_threats(batch.delta.added, 0, batch.source.added, counts, leaves[slot] * node_.times);
      count_threats(batch.delta.removed, 0, batch.source.removed, counts, -leaves[slot] * node_.times);
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
        record_.position_after(node_.position, each.move, node_.pieces() - (each.slot & 1), node_.active,
                               change);
      }
      record_.move(node_.position, each.move, each.kind, change);
      std::uint32_t both = 0;
      if (batch.source.added != 0 || is_composed(each.move.kind))
        both = note_redundant(batch, each, begin, end);
      if ((batch.to_keep >> i & 1) != 0) {
        shared_->keep(each.move, each.kind, batch.delta, batch.source, begin, end, both);
      }
      if (each.slot >= 2) statistics_.crossings[each.kind] += node_.times;
      begin = end;
    }
  }

  /// Whether a move has more parts than source and target.
  [[nodiscard]] THREATPERFT_INLINE static bool is_composed(MoveKind kind) {
    return kind == MoveKind::castling || kind == MoveKind::en_passant;
  }

  THREATPERFT_INLINE std::uint32_t note_redundant(const LeafBatch& batch, const LeafMove& each,
                                                  DeltaMark begin, DeltaMark end) {
    const std::uint32_t both = is_composed(each.move.kind)
                                   ? redundant_in(move_delta(batch, begin, end))
                                   : redundant_discovered(batch.delta, batch.source, begin, end);
    if (both != 0) record_.redundant(node_.position, each.move, each.kind, both);
    return both;
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

  [[nodiscard]] THREATPERFT_INLINE unsigned bucket(unsigned slot) const {
    return (node_.bucket ^ (slot >= 2 ? crossed() : 0)) - 4 * (slot & 1);
  }
  THREATPERFT_INLINE std::uint64_t* counters(unsigned slot) {
    return slot < 2 ? counters_[slot] : statistics_.counters(bucket(slot));
  }

  const StatisticsNode& node_;
  Statistics& statistics_;
  SharedMoves* const shared_;
  StatisticsRecord record_;
  const Gather gather_;
  std::uint64_t* counters_[2] = {};  ///< of leaves with as many pieces, and with one less
  std::uint64_t leaves_[4] = {};     ///< by slot
};

}  // namespace threatperft::inline THREATPERFT_BUILD
