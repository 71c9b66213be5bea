#pragma once

#include <cstdint>
#include <cstring>

#include "engine_core/perft/statistics_record.h"
#include "engine_core/perft/unchanged_parts.h"
#include "engine_core/threats/delta.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Parts of deltas that are the same in several children of one position (see UnchangedParts): the first such
/// child keeps a part here, the others only count it.
class SharedParts {
 public:
  /// What all moves of a piece share.
  struct Source {
    DeltaPart part;
    Bitboard discovered;                  ///< see discovered_squares
    std::uint64_t times[kSlots][kSlots];  ///< counted, by the child's slot and the leaf's
  };
  /// What a move has for itself; and all of it, where its source square's part is known, too.
  struct alignas(64) Target {
    Lanes whole_net;  ///< what its lists weigh, added less removed
    std::uint64_t whole_times[kSlots];
    std::uint32_t redundant;  ///< of the whole
    std::uint16_t squares;    ///< 64 * from + to
    std::uint8_t move_class;
    std::uint8_t slot;  ///< of its leaf
    // Counting a whole needs nothing of the following.
    MoveChange whole;
    DeltaPart part;
    std::uint64_t times[kSlots];  ///< counted without the source square's part, by the child's slot
    Source* source;               ///< of the whole; null for castling, which has none
  };

  explicit SharedParts(Statistics& statistics) : statistics_(statistics) {}

  /// Children of another position follow. What was counted must be settled.
  void begin(const Position& parent) {
    parent_ = parent;
    bucket_ = bucket_of(parent);
  }
  /// The child that is gathered from next.
  void begin_child(const Position& child) {
    child_slot_ = slot_between(bucket_, bucket_of(child));
    unchanged_.find(parent_, child);
  }

  /// A position follows that shares nothing.
  void begin_orphan() { unchanged_.clear(); }

  /// The slot of the move that led to the child.
  [[nodiscard]] THREATPERFT_INLINE unsigned child_slot() const { return child_slot_; }
  /// What the child has in common with the parent.
  [[nodiscard]] THREATPERFT_INLINE const UnchangedParts& unchanged() const { return unchanged_; }

  /// Null if it is not known. What is known is valid until `settle`.
  [[nodiscard]] THREATPERFT_INLINE Source* source(Square from) {
    return sources_known_.contains(from) ? &sources_[index(from)] : nullptr;
  }
  /// The number of a target that is known, plus `kKnown` and, if that is known, `kHasWhole`; else 0. By
  /// 64 * from + to.
  [[nodiscard]] THREATPERFT_INLINE std::uint32_t target_number(std::uint32_t squares) const {
    return numbers_[squares];
  }
  static constexpr std::uint32_t kKnown = 1 << 14;
  static constexpr std::uint32_t kHasWhole = 1 << 15;
  [[nodiscard]] THREATPERFT_INLINE Target& target(std::uint32_t number) { return targets_[number % kKnown]; }

  /// Both keep a part, or return null if there is no room.
  Source* keep(Square from, const DeltaPart& part, Bitboard discovered) {
    if (!has_room()) return nullptr;
    Source& source = sources_[index(from)];
    source = Source{copy(part), discovered, {}};
    sources_known_ |= Bitboard{from};
    return &source;
  }
  Target* keep(std::uint32_t squares, unsigned move_class, unsigned slot, const DeltaPart& part) {
    if (target_count_ == kMostTargets || !has_room()) return nullptr;
    Target& target = targets_[++target_count_];
    target = Target{};
    target.part = copy(part);
    target.squares = static_cast<std::uint16_t>(squares);
    target.move_class = static_cast<std::uint8_t>(move_class);
    target.slot = static_cast<std::uint8_t>(slot);
    numbers_[target.squares] = static_cast<std::uint16_t>(target_count_ | kKnown);
    return &target;
  }

  /// The whole of a move whose source square's part is known, or that has none.
  THREATPERFT_INLINE void set_whole(Target& target, Source* source, const MoveChange& change,
                                    std::uint32_t redundant) {
    target.source = source;
    target.whole = change;
    target.whole_net = lanes_of(change.added_weights) - lanes_of(change.removed_weights);
    target.redundant = redundant;
    numbers_[target.squares] |= kHasWhole;
  }

  THREATPERFT_INLINE void count(Target& target, std::uint64_t times) const {
    target.times[child_slot_] += times;
  }
  /// Counts a move of which both parts are known, and has been counted itself before.
  THREATPERFT_INLINE void count_whole(Target& target, std::uint64_t times) const {
    target.whole_times[child_slot_] += times;
  }

  /// Writes what was counted, and forgets all parts.
  void settle() {
    for (std::uint32_t i = 1; i <= target_count_; ++i) {
      settle(targets_[i]);
      numbers_[targets_[i].squares] = 0;
    }
    for (const Square from : sources_known_) settle(sources_[index(from)]);
    target_count_ = threat_count_ = 0;
    sources_known_ = Bitboard{};
  }

 private:
  // No position of a game comes near: 218 moves are the most that are known of, with some 20 threats each.
  static constexpr std::uint32_t kMostTargets = 512;
  static constexpr std::uint32_t kMostThreats = 16384;
  /// So many threats can be read behind any part of a delta, valid or not.
  static constexpr std::uint32_t kBlock = DeltaList::slack;

  [[nodiscard]] THREATPERFT_INLINE bool has_room() const {
    return threat_count_ <= kMostThreats - 2 * DeltaList::capacity;
  }

  DeltaPart copy(const DeltaPart& part) {
    const auto take = [&](const Threat* threats, std::uint32_t count) {
      const Threat* const begin = threats_ + threat_count_;
      // In blocks, for one is enough as a rule: how often a loop of single threats goes round is a guess.
      for (std::uint32_t i = 0; i == 0 || i < count; i += kBlock) {
        std::memcpy(threats_ + threat_count_ + i, threats + i, kBlock * sizeof(Threat));
      }
      threat_count_ += count;
      return begin;
    };
    return {part.change, take(part.added, part.change.added), take(part.removed, part.change.removed)};
  }

  [[nodiscard]] std::uint64_t* counters(unsigned child_slot, unsigned slot) {
    const unsigned of_child = bucket_after(bucket_, parent_.side_to_move, child_slot);
    return statistics_.counters(bucket_after(of_child, ~parent_.side_to_move, slot));
  }

  void settle(Target& target) {
    std::uint64_t whole = 0;
    for (unsigned child_slot = 0; child_slot < kSlots; ++child_slot) {
      const std::uint64_t times = target.whole_times[child_slot];
      target.times[child_slot] += times;
      if (target.source != nullptr) target.source->times[child_slot][target.slot] += times;
      whole += times;
    }
    count_part(target.part, target.times,
               [&](unsigned child_slot) { return counters(child_slot, target.slot); });
    if (whole == 0) return;
    StatisticsRecord record{statistics_, whole};
    record.expect_moves(1);
    record.count_move(target.move_class, target.whole);
    record.finish();
    if (target.redundant != 0) statistics_.redundant[target.move_class][target.redundant] += whole;
    if (target.slot >= 2) statistics_.crossings[target.move_class] += whole;
  }

  void settle(const Source& source) {
    for (unsigned child_slot = 0; child_slot < kSlots; ++child_slot) {
      count_part(source.part, source.times[child_slot],
                 [&](unsigned slot) { return counters(child_slot, slot); });
    }
  }

  Statistics& statistics_;
  Position parent_;
  unsigned bucket_ = 0;
  unsigned child_slot_ = 0;
  UnchangedParts unchanged_;
  Bitboard sources_known_;
  std::uint32_t target_count_ = 0;
  std::uint32_t threat_count_ = 0;
  std::uint16_t numbers_[64 * 64] = {};  ///< by squares, see `target_number`
  Source sources_[64];
  Target targets_[kMostTargets + 1];  ///< the first is none
  Threat threats_[kMostThreats];
};

}  // namespace threatperft::inline THREATPERFT_BUILD
