#pragma once

#include <array>
#include <cstdint>

#include "engine_core/chess/attacks.h"
#include "engine_core/perft/statistics_record.h"
#include "engine_core/threats/delta.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Moves that are the same in several children of one position. What a move does to the threat list depends
/// on what its two squares see, in the eight directions and a knight's jump away. In every child whose last
/// move came and went where neither of them can see it, they see what they see in the parent, and the delta
/// is the same: the first such child keeps it here, the others only count it.
class SharedMoves {
 public:
  struct Known {
    Weights added;  ///< what its lists weigh
    Weights removed;
    std::uint32_t lengths;  ///< threats added * kListLengths + threats removed
    std::uint32_t redundant;
    std::uint64_t times;    ///< how often it was counted here
    std::uint32_t threats;  ///< where its counters begin: of what it adds, then of what it removes
    std::uint16_t squares;  ///< of the move: 64 * from + to
    std::uint8_t kind;      ///< its class
    bool captures;
  };

  explicit SharedMoves(Statistics& statistics) : statistics_(statistics), weights_(statistics.weights) {}

  /// Children of another position follow. What was counted is settled.
  void begin(const Position& parent) {
    settle();
    parent_ = parent;
    bucket_ = bucket_of(parent);
  }
  /// The child that is gathered from next: looks for the squares that see what the last move has changed.
  void begin_child(const Position& child) {
    unchanged_ = Bitboard{};
    if (bucket_of(child) != bucket_) return;  // its leaves count elsewhere
    Bitboard changed;
    for (std::size_t i = 0; i < parent_.by_type.size(); ++i) changed |= parent_.by_type[i] ^ child.by_type[i];
    for (std::size_t i = 0; i < parent_.by_color.size(); ++i)
      changed |= parent_.by_color[i] ^ child.by_color[i];
    Bitboard seen = changed;
    for (const Square square : changed) {
      seen |= queen_attacks(square, parent_.occupied()) | queen_attacks(square, child.occupied()) |
              knight_attacks(square);
    }
    unchanged_ = ~seen;
  }
  /// A position follows of which no parent is known.
  void begin_orphan() { unchanged_ = Bitboard{}; }

  /// Squares from which the child looks like the parent.
  [[nodiscard]] THREATPERFT_INLINE Bitboard unchanged() const { return unchanged_; }

  /// The move between two unchanged squares; null if it is not known yet. Valid until `keep`.
  [[nodiscard]] THREATPERFT_INLINE Known* find(Square from, Square to) {
    const std::uint32_t number = numbers_.data()[index(from) * 64 + index(to)];
    return number == 0 ? nullptr : &known_[number - 1];
  }

  /// Keeps a move whose delta is the source square's part and the move's own, if there is room.
  void keep(Move move, unsigned kind, const Delta& delta, DeltaMark source, DeltaMark begin, DeltaMark end,
            std::uint32_t redundant) {
    if (known_count_ == kMostKnown || counter_count_ > kMostCounters - 2 * DeltaList::capacity) return;
    Known& known = known_[known_count_++];
    known = Known{};
    known.threats = counter_count_;
    known.kind = static_cast<std::uint8_t>(kind);
    known.captures = is_capture(move.kind);
    known.redundant = redundant;
    const auto take = [&](const DeltaList& list, std::uint32_t first, std::uint32_t last, Weights& weights) {
      for (std::uint32_t i = first; i < last; ++i) {
        const Threat threat = list.threats.data()[i];
        counters_[counter_count_++] = counter_of(threat);
        weights += weights_.by_pair.data()[pair_of(threat)];
      }
      return last - first;
    };
    std::uint32_t added = take(delta.added, 0, source.added, known.added);
    added += take(delta.added, begin.added, end.added, known.added);
    std::uint32_t removed = take(delta.removed, 0, source.removed, known.removed);
    removed += take(delta.removed, begin.removed, end.removed, known.removed);
    known.lengths = added * kListLengths + removed;
    known.squares = static_cast<std::uint16_t>(index(move.from) * 64 + index(move.to));
    numbers_.data()[known.squares] = static_cast<std::uint16_t>(known_count_);
  }

  [[nodiscard]] THREATPERFT_INLINE static MoveChange change_of(const Known& known) {
    return {known.lengths / kListLengths, known.lengths % kListLengths, known.added, known.removed};
  }

  /// Writes what was counted, and forgets all moves.
  void settle() {
    for (std::uint32_t i = 0; i < known_count_; ++i) {
      if (known_[i].times != 0) settle(known_[i]);
      numbers_.data()[known_[i].squares] = 0;
    }
    known_count_ = counter_count_ = 0;
  }

 private:
  // No position of a game comes near: 218 moves are the most that are known of, with some 20 threats each.
  static constexpr std::uint32_t kMostKnown = 512;
  static constexpr std::uint32_t kMostCounters = 16384;

  void settle(const Known& known) {
    const std::uint32_t* const added = counters_ + known.threats;
    const std::uint32_t* const removed = added + known.lengths / kListLengths;
    const std::uint32_t* const end = removed + known.lengths % kListLengths;
    std::uint64_t* const counters = statistics_.counters(bucket_ - (known.captures ? 4 : 0));
    for (const std::uint32_t* counter = added; counter < removed; ++counter)
      counters[*counter] += known.times;
    for (const std::uint32_t* counter = removed; counter < end; ++counter) counters[*counter] -= known.times;
    StatisticsRecord record{statistics_, known.times};
    record.count_move(known.kind, change_of(known));
    record.finish();
    if (known.redundant != 0) statistics_.redundant[known.kind][known.redundant] += known.times;
  }

  Statistics& statistics_;
  const LaneWeights& weights_;
  Position parent_;
  unsigned bucket_ = 0;
  Bitboard unchanged_;
  std::array<std::uint16_t, 64 * 64> numbers_{};  ///< by squares: number + 1 of the move that is known
  std::uint32_t known_count_ = 0;
  std::uint32_t counter_count_ = 0;
  Known known_[kMostKnown];
  std::uint32_t counters_[kMostCounters];
};

}  // namespace threatperft::inline THREATPERFT_BUILD
