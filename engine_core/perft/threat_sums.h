#pragma once

#include "engine_core/perft/kernel.h"
#include "engine_core/threats/threat_visits.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// The sums over one node's threat list. The signature is linear in the list, so a delta yields the next one.
struct ThreatSums {
  std::uint64_t signature = 0;
  std::uint32_t count = 0;

  /// Of a position, from scratch.
  THREATPERFT_INLINE static ThreatSums of(const Position& position) {
    ThreatSums sums;
    visit_threats(position, [&sums](Threat threat) {
      sums.signature += mix(pack(threat));
      ++sums.count;
    });
    return sums;
  }

  /// After the part of a delta that begins at the mark.
  [[gnu::noinline]] ThreatSums after(const Delta& delta, DeltaMark mark) const {
    ThreatSums sums = *this;
    for (std::uint32_t i = mark.added; i < delta.added.count; ++i) {
      sums.signature += mix(pack(delta.added.threats[i]));
    }
    for (std::uint32_t i = mark.removed; i < delta.removed.count; ++i) {
      sums.signature -= mix(pack(delta.removed.threats[i]));
    }
    return sums.plus(0, delta, mark);
  }

  /// The same, by what the delta's part adds to the signature.
  THREATPERFT_INLINE ThreatSums plus(std::uint64_t its_signature, const Delta& delta, DeltaMark mark) const {
    return {signature + its_signature,
            count + (delta.added.count - mark.added) - (delta.removed.count - mark.removed)};
  }
};

/// Sums and maxima over siblings, gathered in registers before they go to the totals.
struct NodeSums {
  DepthTotals totals;
  std::uint32_t largest_list = 0;
  std::uint32_t largest_added = 0;
  std::uint32_t largest_removed = 0;

  THREATPERFT_INLINE void add(ThreatSums sums, const Delta& delta) {
    ++totals.nodes;
    totals.threats += sums.count;
    totals.signature += sums.signature;
    if (sums.count > largest_list) largest_list = sums.count;
    if (delta.added.count > largest_added) largest_added = delta.added.count;
    if (delta.removed.count > largest_removed) largest_removed = delta.removed.count;
  }

  THREATPERFT_INLINE void add_to(WalkTotals& whole, int depth) const {
    DepthTotals& sum = whole.depths[static_cast<std::size_t>(depth)];
    sum.nodes += totals.nodes;
    sum.threats += totals.threats;
    sum.signature += totals.signature;
    sum.checked += totals.checked;
    sum.mismatches += totals.mismatches;
    if (largest_list > whole.largest_list) whole.largest_list = largest_list;
    if (largest_added > whole.largest_added) whole.largest_added = largest_added;
    if (largest_removed > whole.largest_removed) whole.largest_removed = largest_removed;
  }
};

}  // namespace threatperft::inline THREATPERFT_BUILD
