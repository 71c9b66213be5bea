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

/// The number of threats that stand in both lists, each as often as it stands in the one where it stands less
/// often.
inline std::uint64_t count_redundant(const Delta& delta) {
  std::array<bool, DeltaList::capacity> taken{};
  std::uint64_t count = 0;
  for (const Threat& threat : delta.added) {
    for (std::uint32_t i = 0; i < delta.removed.count; ++i) {
      if (taken[i] || !(delta.removed.threats[i] == threat)) continue;
      taken[i] = true;
      ++count;
      break;
    }
  }
  return count;
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
