#pragma once

#include <array>
#include <cstdint>

#include "engine_core/chess/force_inline.h"
#include "engine_core/threats/delta.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// How often a delta adds and removes one threat.
struct DeltaChange {
  std::uint32_t packed = 0;
  int added = 0;
  int removed = 0;
  int before = 0;  ///< how often it stood in the old list

  THREATPERFT_INLINE int after() const { return before + added - removed; }
  THREATPERFT_INLINE std::uint64_t redundant() const {
    return static_cast<std::uint64_t>(added < removed ? added : removed);
  }
};

/// One of 64 bits, equal for equal threats.
THREATPERFT_INLINE std::uint64_t squares_bit(Threat threat) {
  return std::uint64_t{1} << ((index(threat.attacker_square) + 8 * index(threat.victim_square)) & 63);
}

/// How many threats stand in both lists, the pairs taken out as they are found: a threat may stand in a list
/// twice.
[[gnu::noinline]] inline std::uint32_t redundant_in(const Delta& delta) {
  std::uint64_t maybe_removed = 0;  // a bit for every removed threat, by a hash of its squares
  for (const Threat& removed : delta.removed) maybe_removed |= squares_bit(removed);
  std::uint32_t both = 0;
  std::uint64_t used[(DeltaList::capacity + 63) / 64] = {};
  for (const Threat& added : delta.added) {
    if ((maybe_removed & squares_bit(added)) == 0) continue;
    for (std::uint32_t i = 0; i < delta.removed.count; ++i) {
      const bool free = (used[i / 64] >> (i % 64) & 1) == 0;
      if (!free || !(delta.removed.threats.data()[i] == added)) continue;
      used[i / 64] |= std::uint64_t{1} << (i % 64);
      ++both;
      break;
    }
  }
  return both;
}

/// Each threat of a delta once.
class DeltaChanges {
 public:
  /// Both return false for more threats than a delta can hold.
  bool note_added(std::uint32_t packed) { return note(packed, 1, 0); }
  bool note_removed(std::uint32_t packed) { return note(packed, 0, 1); }

  DeltaChange* begin() { return changes_.data(); }
  DeltaChange* end() { return changes_.data() + count_; }

 private:
  bool note(std::uint32_t packed, int added, int removed) {
    std::uint32_t i = 0;
    while (i < count_ && changes_[i].packed != packed) ++i;
    if (i == count_) {
      if (count_ == kCapacity) return false;
      changes_[count_++] = DeltaChange{packed, 0, 0, 0};
    }
    changes_[i].added += added;
    changes_[i].removed += removed;
    return true;
  }

  static constexpr std::uint32_t kCapacity = 2 * DeltaList::capacity;
  std::array<DeltaChange, kCapacity> changes_;
  std::uint32_t count_ = 0;
};

}  // namespace threatperft::inline THREATPERFT_BUILD
