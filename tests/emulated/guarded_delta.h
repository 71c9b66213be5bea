#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "engine_core/threats/delta.h"

namespace threatperft {

/// A delta between canaries. An updater may overwrite `slack` threats behind the last valid one of each list
/// and nothing else.
class GuardedDelta {
 public:
  GuardedDelta() {
    front_.fill(kCanary);
    back_.fill(kCanary);
    std::memset(static_cast<void*>(&delta), 0xC5, sizeof delta);
  }

  /// Whether all canaries live: around the delta, and in each list behind the slack.
  bool is_intact() const {
    const auto alive = [](std::uint32_t word) { return word == kCanary; };
    return std::ranges::all_of(front_, alive) && std::ranges::all_of(back_, alive) &&
           is_intact(delta.added) && is_intact(delta.removed);
  }

 private:
  static constexpr std::uint32_t kCanary = 0xC5C5C5C5;

  static bool is_intact(const DeltaList& list) {
    if (list.count > DeltaList::capacity) return false;
    for (std::size_t i = list.count + DeltaList::slack; i < list.threats.size(); ++i) {
      if (std::bit_cast<std::uint32_t>(list.threats[i]) != kCanary) return false;
    }
    return true;
  }

  std::array<std::uint32_t, 64> front_;

 public:
  Delta delta;

 private:
  std::array<std::uint32_t, 64> back_;
};

}  // namespace threatperft
