#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine_core/threats/delta.h"
#include "engine_core/threats/oracle.h"
#include "tests/support/positions.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Makes deltas worse, or different.
class Mutator {
 public:
  explicit Mutator(support::Random& random) : random_(random) {}

  void mutate(const Position& before, Delta& delta) {
    const bool of_added = below(2) == 0;
    const std::uint32_t kind = below(6);
    if (kind == 0) {
      forget_exchange(delta);
    } else if (kind == 1) {
      name_too_early(delta);
    } else if (below(2) == 0) {
      edit(of_added ? delta.added : delta.removed, of_added ? delta.removed : delta.added);
    } else {
      add_pair(threats_of(before), delta);
    }
  }

 private:
  /// One threat forgotten, doubled, damaged, mixed with another, moved to the other side, or out of nowhere.
  void edit(DeltaList& list, DeltaList& other) {
    if (list.count == 0) return push(list, random_threat());
    Threat& threat = list.threats[below(list.count)];
    switch (below(7)) {
      case 0:
        return drop(list, threat);
      case 1:
        return push(list, threat);
      case 2:
        return damage(threat);
      case 3:
        return exchange(threat, list.threats[below(list.count)]);
      case 4:
        push(other, threat);
        return drop(list, threat);
      case 5:
        return std::shuffle(list.threats.begin(), list.threats.begin() + list.count, random_);
      default:
        return push(list, random_threat());
    }
  }

  /// Something on both sides.
  void add_pair(const std::vector<Threat>& old, Delta& delta) {
    if (old.empty()) return push_pair(delta, random_threat());
    Threat threat = old[below(old.size())];
    switch (below(5)) {
      case 0:  // a threat that stays
        return push_pair(delta, threat);
      case 1:  // redundant to the brim
        for (std::size_t left = below(40); left > 0; --left) push_pair(delta, old[below(old.size())]);
        return;
      case 2:  // under another name: other pieces on the same squares
        push(delta.removed, threat);
        (below(2) == 0 ? threat.attacker : threat.victim) = piece_at(below(16));
        return push(delta.added, threat);
      case 3:  // one vanishes, another stands twice
        push(delta.removed, threat);
        return push(delta.added, old[below(old.size())]);
      default:  // out of nowhere
        threat = random_threat();
        if (below(4) == 0) damage(threat);
        return push_pair(delta, threat);
    }
  }

  /// A captured piece's threat stays in place of the same threat by its captor, or on it.
  void forget_exchange(Delta& delta) {
    constexpr std::uint32_t squares = 0xFF00FF00;
    const std::uint32_t first = below(delta.removed.count + 1);  // not always the same one
    for (std::uint32_t i = 0; i < delta.removed.count; ++i) {
      Threat& removed = delta.removed.threats[(first + i) % delta.removed.count];
      for (std::uint32_t j = 0; j < delta.added.count; ++j) {
        if (((pack(delta.added.threats[j]) ^ pack(removed)) & squares) != 0) continue;
        drop(delta.added, delta.added.threats[j]);
        return drop(delta.removed, removed);
      }
    }
  }

  /// A captured piece that was discovered before goes by its captor's name already.
  void name_too_early(Delta& delta) {
    constexpr std::uint32_t squares = 0xFF00FF00;
    const DeltaList& added = delta.added;
    for (std::uint32_t early = 0; early < added.count; ++early) {
      for (std::uint32_t late = early + 1; late < added.count; ++late) {
        if (((pack(added.threats[early]) ^ pack(added.threats[late])) & squares) != 0) continue;
        delta.added.threats[early] = added.threats[late];
        return;
      }
    }
  }

  std::uint32_t below(std::size_t bound) {
    return static_cast<std::uint32_t>(support::random_below(random_, bound));
  }

  static void drop(DeltaList& list, Threat& threat) {
    --list.count;
    threat = list.threats[list.count];
  }
  static void push(DeltaList& list, Threat threat) {
    if (list.count < DeltaList::capacity) list.push(threat);
  }
  static void push_pair(Delta& delta, Threat threat) {
    if (std::max(delta.added.count, delta.removed.count) >= DeltaList::capacity) return;
    delta.added.push(threat);
    delta.removed.push(threat);
  }

  Threat random_threat() {
    return {piece_at(below(12)), square_at(below(64)), piece_at(below(12)), square_at(below(64))};
  }

  /// A single bit, or a whole field.
  void damage(Threat& threat) {
    std::uint32_t packed = pack(threat);
    const unsigned field = 8 * below(4);
    if (below(2) == 0) {
      packed ^= 1u << below(32);
    } else {
      packed = (packed & ~(0xFFu << field)) | below(256) << field;
    }
    threat = unpack(packed);
  }

  void exchange(Threat& a, Threat& b) {
    const std::uint32_t mask = 0xFFu << 8 * below(4);
    const std::uint32_t difference = (pack(a) ^ pack(b)) & mask;
    a = unpack(pack(a) ^ difference);
    b = unpack(pack(b) ^ difference);
  }

  support::Random& random_;
};

}  // namespace threatperft::inline THREATPERFT_BUILD
