#pragma once

#include <array>
#include <cstdint>

#include "engine_core/chess/position.h"
#include "engine_core/threats/delta.h"
#include "engine_core/threats/threat_visits.h"

#if THREATPERFT_PEXT
#include <immintrin.h>
#endif

namespace threatperft::inline THREATPERFT_BUILD {

/// The threat list that a walk keeps by deltas, as a table with a cell for every (attacker square, victim
/// square).
///
/// A valid list holds at most one threat for a pair of squares; while a delta is applied a cell may hold two.
/// Nothing is hashed or summed, so a comparison with the oracle is exact.
class MaintainedList {
 public:
  THREATPERFT_INLINE std::uint32_t size() const { return size_; }

  /// Sets the list to the oracle's.
  void assign(const Position& position) {
    cells_.fill(0);
    size_ = 0;
    visit_threats(position, [this](Threat threat) {
      const std::uint32_t packed = pack(threat);
      cells_[cell_of(packed)] = code_of(packed);
      ++size_;
    });
  }

  /// new = old + added - removed, for deltas in which no cell takes more than two threats at a time: all but
  /// those of castling. Adds the number of threats that stand in both lists to `redundant`. Returns whether
  /// every removed threat was there and every cell ends with one threat or none; if not, the list is spoilt
  /// and must be assigned anew.
  THREATPERFT_INLINE bool apply(const DeltaList& added, const DeltaList& removed, std::uint64_t& redundant) {
    bool good = true;
    std::uint32_t seen = 0;
    for (const Threat& threat : added) {
      const std::uint32_t packed = pack(threat);
      seen |= packed;
      std::uint32_t& cell = cells_[cell_of(packed)];
      good &= cell <= kSlot;
      cell = cell << kSlotBits | code_of(packed) | kFresh;
    }
    for (const Threat& threat : removed) {
      const std::uint32_t packed = pack(threat);
      seen |= packed;
      std::uint32_t& cell = cells_[cell_of(packed)];
      const std::uint32_t code = code_of(packed);
      if (cell == code) {
        cell = 0;
      } else {
        good &= remove_from_pair(cell, code, redundant);
      }
    }
    for (const Threat& threat : added) {
      std::uint32_t& cell = cells_[cell_of(pack(threat))];
      good &= cell <= kSlot;
      cell &= ~kFresh;
    }
    size_ += added.count - removed.count;
    return good && is_sound(seen);
  }

  /// The same for any delta, slowly: the number of times that each threat is added and removed is counted.
  bool apply_any(const DeltaList& added, const DeltaList& removed, std::uint64_t& redundant) {
    bool good = true;
    Changes changes;
    for (const Threat& threat : added) good &= changes.note(threat, +1);
    for (const Threat& threat : removed) good &= changes.note(threat, -1);
    for (Change& change : changes) {
      change.before = cells_[cell_of(change.packed)] == code_of(change.packed) ? 1 : 0;
      change.after = change.before + change.added - change.removed;
      good &= (change.after == 0 || change.after == 1) && is_sound(change.packed);
      redundant += static_cast<std::uint64_t>(change.added < change.removed ? change.added : change.removed);
    }
    // Leaving first: another threat may take the same cell.
    for (const Change& change : changes) {
      if (change.before > change.after) cells_[cell_of(change.packed)] = 0;
    }
    for (const Change& change : changes) {
      std::uint32_t& cell = cells_[cell_of(change.packed)];
      if (change.before < change.after) {
        good &= cell == 0;
        cell = code_of(change.packed);
      }
    }
    size_ += added.count - removed.count;
    return good;
  }

  /// Whether the list is exactly the oracle's. Meant for a list that was valid before the last delta and took
  /// it well: then equal cells and equal numbers leave no room for a threat too many elsewhere.
  THREATPERFT_INLINE bool matches(const Position& position) const {
    std::uint32_t difference = 0;
    std::uint32_t count = 0;
    std::array<std::uint32_t, 64> victim_codes;
    for (unsigned square = 0; square < 64; ++square) {
      victim_codes[square] = index(position.mailbox[square]) << 4 | kPresent;
    }
    visit_attackers(position, [&](Piece attacker, Square from, Bitboard victims) {
      const std::uint32_t* row = &cells_[index(from) << 6];
      count += static_cast<std::uint32_t>(victims.count());
      for (const Square to : victims)
        difference |= row[index(to)] ^ (victim_codes[index(to)] | index(attacker));
    });
    return difference == 0 && count == size_;
  }

 private:
  static constexpr unsigned kSlotBits = 16;
  static constexpr std::uint32_t kSlot = (1u << kSlotBits) - 1;
  static constexpr std::uint32_t kPresent = 0x100;
  static constexpr std::uint32_t kFresh = 0x200;  ///< came with the delta that is being applied

  struct Change {
    std::uint32_t packed;
    int added;
    int removed;
    int before;
    int after;
  };

  /// Each threat of a delta once.
  class Changes {
   public:
    bool note(Threat threat, int sign) {
      const std::uint32_t packed = pack(threat);
      std::uint32_t i = 0;
      while (i < count_ && changes_[i].packed != packed) ++i;
      if (i == count_) {
        if (count_ == kCapacity) return false;
        changes_[count_++] = Change{packed, 0, 0, 0, 0};
      }
      (sign > 0 ? changes_[i].added : changes_[i].removed) += 1;
      return true;
    }
    Change* begin() { return changes_.data(); }
    Change* end() { return changes_.data() + count_; }

   private:
    static constexpr std::uint32_t kCapacity = 2 * (DeltaList::capacity + DeltaList::slack);
    std::array<Change, kCapacity> changes_;
    std::uint32_t count_ = 0;
  };

  /// Whether no bit is set that a square or a piece code cannot have: cells and codes look at the others
  /// only. A piece code of 12 to 15 goes through, but never matches the oracle's.
  THREATPERFT_INLINE static bool is_sound(std::uint32_t packed) { return (packed & ~0x3F0F3F0Fu) == 0; }

  THREATPERFT_INLINE static std::uint32_t cell_of(std::uint32_t packed) {
#if THREATPERFT_PEXT
    return _pext_u32(__builtin_bswap32(packed), 0x003F003F);
#else
    return (packed >> 2 & 0xFC0) | (packed >> 24 & 0x3F);
#endif
  }

  THREATPERFT_INLINE static std::uint32_t code_of(std::uint32_t packed) {
#if THREATPERFT_PEXT
    return _pext_u32(packed, 0x000F000F) | kPresent;
#else
    return (packed & 0xF) | (packed >> 12 & 0xF0) | kPresent;
#endif
  }

  /// Removes a threat from a cell that holds two, or one that came with this delta; the older one if both are
  /// equal.
  static bool remove_from_pair(std::uint32_t& cell, std::uint32_t code, std::uint64_t& redundant) {
    const std::uint32_t newer = cell & kSlot;
    const std::uint32_t older = cell >> kSlotBits;
    if (older == code || older == (code | kFresh)) {
      redundant += older == code ? 0 : 1;
      cell = newer;
    } else if (newer == code || newer == (code | kFresh)) {
      redundant += newer == code ? 0 : 1;
      cell = older;
    } else {
      return false;
    }
    return true;
  }

  alignas(64) std::array<std::uint32_t, 64 * 64> cells_{};
  std::uint32_t size_ = 0;
};

}  // namespace threatperft::inline THREATPERFT_BUILD
