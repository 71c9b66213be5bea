#pragma once

#include <array>
#include <cstdint>

#include "engine_core/threats/threat.h"

namespace threatperft {

/// One side of a delta: a list of threats that updaters append to.
///
/// Bounds, for one focus: 8 outgoing, 16 incoming (eight rays and eight knight jumps), 8 discovered. The
/// largest move in operations is castling, two pieces off and two on: each list gets 24 from two of them and
/// 8 from the other two. Vector updaters store whole registers: up to `slack` threats behind the last valid
/// one may be overwritten.
struct DeltaList {
  static constexpr std::uint32_t capacity = 64;
  static constexpr std::uint32_t slack = 16;

  std::array<Threat, capacity + slack> threats;
  std::uint32_t count;

  THREATPERFT_INLINE void push(Threat threat) { threats[count++] = threat; }
  THREATPERFT_INLINE const Threat* begin() const { return threats.data(); }
  THREATPERFT_INLINE const Threat* end() const { return threats.data() + count; }
};

/// What a move does to the threat list: old + added = new + removed, as multisets. A threat that stands in
/// both lists is redundant, not wrong.
struct Delta {
  DeltaList added;
  DeltaList removed;

  THREATPERFT_INLINE void clear() { added.count = removed.count = 0; }
};

}  // namespace threatperft
