#pragma once

#include <cstdint>

#include "engine_core/chess/position.h"
#include "engine_core/perft/list_cells.h"
#include "engine_core/perft/maintained_list.h"
#include "engine_core/threats/delta.h"
#include "engine_core/threats/threat_visits.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// What a delta would make of a maintained list which is exactly the oracle's, found without writing to it.
///
/// The threats are taken in the order in which updaters write them: what the source square's part removes,
/// what it adds, what the rest removes, what the rest adds. In this order every removal must find its threat
/// and every addition none on its pair of squares; only what the rest itself adds and removes is left out
/// before. What is removed, and what is added before the rest, must
/// name the pieces of the position before the move; what is added last, those after it.
///
/// Then these checks leave nothing that differs from the list after the move: the rows of all attackers are
/// the oracle's; vacated squares, the only empty ones that can have a row, have none; and where the move put
/// one piece in the place of another, all threats were added last, so name the new one.
/// A delta that is right in another order only is refused: `MaintainedList::apply` knows more.
class ImaginedList {
  static_assert(DeltaList::capacity <= 64, "a bit for every addition");

 public:
  /// `rows` is scratch space, apart from the object so that the rest of it stays in registers.
  THREATPERFT_INLINE ImaginedList(const MaintainedList& list, const Position& before, const Position& after,
                                  ThreatRows& rows)
      : list_(list), before_(before), after_(after), rows_(rows) {
    rows_ = list.rows();
  }

  /// Whether the lists are no longer than they may be, and the mark lies in them.
  THREATPERFT_INLINE static bool can_apply(const Delta& delta, DeltaMark mark) {
    return delta.added.count <= DeltaList::capacity && delta.removed.count <= DeltaList::capacity &&
           mark.added <= delta.added.count && mark.removed <= delta.removed.count;
  }

  /// Applies a delta for which `can_apply` holds, once. `replaced` is the square where one piece takes the
  /// place of another, or none.
  THREATPERFT_INLINE void apply(const Delta& delta, DeltaMark mark, Bitboard replaced) {
    const auto& removed = delta.removed.threats;
    const auto& added = delta.added.threats;
    for (std::uint32_t i = 0; i < mark.removed; ++i) remove(pack(removed[i]));
    for (std::uint32_t i = 0; i < mark.added; ++i) {
      redundant_ += list_.code_at(add(pack(added[i]), before_)) == 0 ? 0 : 1;
    }
    std::uint64_t cancelled = 0;  // additions of the rest
    for (std::uint32_t i = mark.removed; i < delta.removed.count; ++i) {
      const std::uint32_t packed = pack(removed[i]);
      signature_ -= mix(packed);
      if (rows_[cell_of(packed) >> 6] & bit_of(cell_of(packed))) [[likely]] {
        redundant_ += list_.code_at(remove(packed)) == 0 ? 1 : 0;  // the source square's part added it
      } else {
        cancelled |= cancel(packed, delta.added, mark, cancelled);
      }
    }
    if (replaced.empty() && cancelled == 0) {
      for (std::uint32_t i = mark.added; i < delta.added.count; ++i) {
        // Its squares hold the same pieces before and after, if there was such a threat.
        redundant_ += list_.code_at(add_last(pack(added[i]))) == 0 ? 0 : 1;
      }
      return;
    }
    const std::uint32_t square = replaced ? index(replaced.first()) : 64;
    for (std::uint32_t i = mark.added; i < delta.added.count; ++i) {
      const std::uint32_t packed = pack(added[i]);
      if (cancelled >> i & 1) {
        signature_ += mix(packed);
        continue;
      }
      const std::uint32_t cell = add_last(packed);
      redundant_ += list_.code_at(cell) == code_of(packed) ? 1 : 0;
      renewed_ += (cell >> 6 == square ? 1u : 0u) + ((cell & 63) == square ? 1u : 0u);
    }
  }

  /// Whether the list is exactly the oracle's now, and the way there was right.
  THREATPERFT_INLINE bool matches(Bitboard vacated, Bitboard replaced) const {
    if (difference_ != 0 || twice_ || !is_sound(seen_)) return false;
    if (!matches_rows(rows_, after_)) return false;
    Bitboard left;
    for (const Square square : vacated) left |= rows_[index(square)];
    if (left) return false;
    return replaced.empty() || all_renewed(replaced.first());
  }

  /// The number of threats that stand in both lists of the delta, if `matches`.
  THREATPERFT_INLINE std::uint32_t redundant() const { return redundant_; }
  /// What the delta's part behind the mark adds to the signature.
  THREATPERFT_INLINE std::uint64_t signature() const { return signature_; }

 private:
  // These return the threat's cell. `named` has the pieces that it has to name.

  THREATPERFT_INLINE std::uint32_t remove(std::uint32_t packed) {
    const std::uint32_t cell = note(packed, before_);
    twice_ |= ~rows_[cell >> 6] & bit_of(cell);
    rows_[cell >> 6] ^= bit_of(cell);
    return cell;
  }

  THREATPERFT_INLINE std::uint32_t add(std::uint32_t packed, const Position& named) {
    const std::uint32_t cell = note(packed, named);
    twice_ |= rows_[cell >> 6] & bit_of(cell);
    rows_[cell >> 6] ^= bit_of(cell);
    return cell;
  }

  THREATPERFT_INLINE std::uint32_t add_last(std::uint32_t packed) {
    signature_ += mix(packed);
    return add(packed, after_);
  }

  /// A threat that the rest removes without its being there may be one that the rest also adds, as castling
  /// does: the two make no difference. Returns the bit of that addition.
  THREATPERFT_INLINE std::uint64_t cancel(std::uint32_t packed, const DeltaList& added, DeltaMark mark,
                                          std::uint64_t cancelled) {
    seen_ |= packed;
    ++redundant_;
    const std::uint64_t bit = find(packed, added, mark, cancelled);
    if (bit == 0) difference_ = 1;
    return bit;
  }

  [[gnu::noinline]] static std::uint64_t find(std::uint32_t packed, const DeltaList& added, DeltaMark mark,
                                              std::uint64_t cancelled) {
    for (std::uint32_t i = mark.added; i < added.count; ++i) {
      const std::uint64_t bit = std::uint64_t{1} << i;
      if (pack(added.threats[i]) == packed && (cancelled & bit) == 0) return bit;
    }
    return 0;
  }

  THREATPERFT_INLINE std::uint32_t note(std::uint32_t packed, const Position& named) {
    const std::uint32_t cell = cell_of(packed);
    seen_ |= packed;
    difference_ |= pieces_difference(packed, cell, named);
    return cell;
  }

  /// Those that were added last are different from each other, and all still there.
  THREATPERFT_INLINE bool all_renewed(Square square) const {
    return renewed_ ==
           static_cast<std::uint32_t>(rows_[index(square)].count() + attackers_of(after_, square).count());
  }

  const MaintainedList& list_;
  const Position& before_;
  const Position& after_;
  ThreatRows& rows_;
  Bitboard twice_;  ///< not empty if a threat comes that is there, or one goes that is not
  std::uint64_t signature_ = 0;
  std::uint32_t difference_ = 0;  ///< not 0 if a threat names a piece that does not stand there
  std::uint32_t seen_ = 0;        ///< all bits of all threats
  std::uint32_t redundant_ = 0;
  std::uint32_t renewed_ = 0;  ///< additions at last whose attacker or victim is the new piece
};

}  // namespace threatperft::inline THREATPERFT_BUILD
