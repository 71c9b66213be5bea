#pragma once

#include <cstdint>

#include "engine_core/perft/leaf_moves.h"
#include "engine_core/perft/shared_parts.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// What is known of a move, see SharedParts. With each of them, what stands before it is known, too.
enum class KnownOfMove : std::uint8_t {
  nothing,
  shared,  ///< that other positions share its own part, which is to be kept
  target,  ///< its own part
  whole,   ///< all of it
};
inline constexpr unsigned kKnownOfMoves = 4;

THREATPERFT_INLINE constexpr unsigned list_number(KnownOfMove known, unsigned slot) {
  return static_cast<unsigned>(known) * kSlots + slot;
}

/// The list that a move is put on, by `LeafMove::slot_and_shared` + 16 * (1 if its own part is known, 3 if
/// the whole).
struct ListTable {
  std::uint8_t list[64] = {};

  constexpr ListTable() {
    for (unsigned i = 0; i < 64; ++i) {
      const bool is_shared = (i & 4) != 0;
      const bool is_known = is_shared && (i & 16) != 0;
      const bool is_whole = is_known && (i & 8) != 0 && (i & 32) != 0;
      const KnownOfMove known = is_whole    ? KnownOfMove::whole
                                : is_known  ? KnownOfMove::target
                                : is_shared ? KnownOfMove::shared
                                            : KnownOfMove::nothing;
      list[i] = static_cast<std::uint8_t>(list_number(known, i % kSlots));
    }
  }
  THREATPERFT_INLINE constexpr std::uint32_t operator[](std::uint32_t i) const { return list[i]; }
};

/// The moves of a node, sorted by what is known of them and by slot.
class LeafLists {
 public:
  /// Numbers of moves, ascending.
  struct List {
    const std::uint16_t* first;
    const std::uint16_t* last;

    [[nodiscard]] THREATPERFT_INLINE const std::uint16_t* begin() const { return first; }
    [[nodiscard]] THREATPERFT_INLINE const std::uint16_t* end() const { return last; }
    [[nodiscard]] THREATPERFT_INLINE std::uint32_t size() const {
      return static_cast<std::uint32_t>(last - first);
    }
  };

  /// `shared` may be null. No branch depends on what is found.
  THREATPERFT_INLINE void sort(const LeafMoves& moves, const SharedParts* shared) {
    for (unsigned i = 0; i < kLists; ++i) ends_[i] = numbers_[i];
    std::uint64_t written_pieces = 0;
    for (std::uint32_t i = 0; i < moves.count(); ++i) {
      const LeafMove each = moves.move(i);
      const std::uint32_t target = shared == nullptr ? 0 : shared->target_number(each.squares());
      targets_[i] = static_cast<std::uint16_t>(target);
      const std::uint32_t list = kListOf[target / SharedParts::kKnown * 16 + each.slot_and_shared()];
      *ends_[list]++ = static_cast<std::uint16_t>(i);
      written_pieces |= std::uint64_t{list < list_number(KnownOfMove::whole, 0)} << each.piece();
    }
    written_pieces_ = written_pieces & ~std::uint64_t{1};
  }

  [[nodiscard]] THREATPERFT_INLINE List list(KnownOfMove known, unsigned slot) const {
    const unsigned number = list_number(known, slot);
    return {numbers_[number], ends_[number]};
  }
  /// How many moves have this slot.
  [[nodiscard]] THREATPERFT_INLINE std::uint32_t count(unsigned slot) const {
    return list(KnownOfMove::nothing, slot).size() + list(KnownOfMove::shared, slot).size() +
           list(KnownOfMove::target, slot).size() + list(KnownOfMove::whole, slot).size();
  }
  /// A bit for each piece with moves that are not known as a whole.
  [[nodiscard]] THREATPERFT_INLINE std::uint64_t written_pieces() const { return written_pieces_; }
  /// For SharedParts::target, of a move whose own part is known.
  [[nodiscard]] THREATPERFT_INLINE std::uint32_t target(std::uint32_t move) const { return targets_[move]; }

 private:
  static constexpr unsigned kLists = kKnownOfMoves * kSlots;
  static constexpr ListTable kListOf{};

  std::uint16_t* ends_[kLists];
  std::uint64_t written_pieces_ = 0;
  std::uint16_t targets_[LeafMoves::kMost];  ///< by move
  std::uint16_t numbers_[kLists][LeafMoves::kMost];
};

}  // namespace threatperft::inline THREATPERFT_BUILD
