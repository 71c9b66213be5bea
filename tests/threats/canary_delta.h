#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "engine_core/threats/delta.h"
#include "tests/threats/slow_delta.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// A delta with canaries around it and in every place that nothing has been written to.
class CanaryDelta {
 public:
  CanaryDelta() {
    front_.fill(kCanary);
    back_.fill(kCanary);
    renew(DeltaMark{});
  }

  /// Canaries again from the mark on.
  void renew(DeltaMark mark) {
    renew(delta.added, mark.added);
    renew(delta.removed, mark.removed);
  }

  /// Whether the updater has kept to the places it may write to: the threats it counts and `slack` behind
  /// them.
  bool is_intact() const {
    return std::ranges::all_of(front_, is_canary) && std::ranges::all_of(back_, is_canary) &&
           is_intact(delta.added) && is_intact(delta.removed);
  }

 private:
  static constexpr std::uint32_t kCanary = 0xC5C5C5C5;
  static bool is_canary(std::uint32_t word) { return word == kCanary; }

  static void renew(DeltaList& list, std::uint32_t first) {
    for (std::size_t i = first; i < list.threats.size(); ++i) list.threats[i] = unpack(kCanary);
  }
  static bool is_intact(const DeltaList& list) {
    if (list.count > DeltaList::capacity) return false;
    for (std::size_t i = list.count + DeltaList::slack; i < list.threats.size(); ++i) {
      if (pack(list.threats[i]) != kCanary) return false;
    }
    return true;
  }

  std::array<std::uint32_t, 64> front_;

 public:
  Delta delta{};

 private:
  std::array<std::uint32_t, 64> back_;
};

inline slow::PackedThreats sorted(const DeltaList& list) {
  slow::PackedThreats packed;
  for (const Threat threat : list) packed.push_back(pack(threat));
  std::ranges::sort(packed);
  return packed;
}

/// One list with another: what the second lacks and what it has too much.
inline std::string difference(std::string_view name, const slow::PackedThreats& expected,
                              const slow::PackedThreats& found) {
  std::string text;
  const auto report = [&](std::string_view what, const slow::PackedThreats& a, const slow::PackedThreats& b) {
    slow::PackedThreats only;
    std::ranges::set_difference(a, b, std::back_inserter(only));
    for (const std::uint32_t packed : only) {
      text += std::string(name) + " " + std::string(what) + " " + std::to_string(packed & 0xFF) + "@" +
              std::to_string(packed >> 8 & 0xFF) + ">" + std::to_string(packed >> 16 & 0xFF) + "@" +
              std::to_string(packed >> 24) + "; ";
    }
  };
  report("misses", expected, found);
  report("has too much", found, expected);
  return text;
}

/// What is wrong with a delta, given what it should be.
inline std::string compare(const CanaryDelta& found, const slow::SlowDelta& expected) {
  if (!found.is_intact()) return "written out of bounds; ";
  return difference("added", expected.added, sorted(found.delta.added)) +
         difference("removed", expected.removed, sorted(found.delta.removed));
}

}  // namespace threatperft::inline THREATPERFT_BUILD
