#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine_core/chess/attacks.h"
#include "engine_core/chess/force_inline.h"
#include "engine_core/chess/position.h"

namespace threatperft {

/// A position in a third of the room.
struct PackedPosition {
  std::uint64_t white;     ///< squares of white pieces
  std::uint64_t types[3];  ///< the bits of type + 1, by square
  /// The castling rooks (ranks 1 and 8), the en-passant square if a pawn looks at it (ranks 3 and 6), and a5
  /// if black is to move.
  std::uint64_t state;
  std::uint32_t halfmove_clock;
  std::uint32_t fullmove_number;
  Bitboard en_passant;  ///< looked at or not

  /// Whether all legal moves and all threats are the same: what a game has been through does not count.
  THREATPERFT_INLINE bool same_moves(const PackedPosition& other) const {
    return ((white ^ other.white) | (types[0] ^ other.types[0]) | (types[1] ^ other.types[1]) |
            (types[2] ^ other.types[2]) | (state ^ other.state)) == 0;
  }
};

THREATPERFT_INLINE PackedPosition pack(const Position& position) {
  const auto of = [&](PieceType type) { return position.pieces(type).bits; };
  PackedPosition packed;
  packed.white = position.pieces(Color::white).bits;
  packed.types[0] = of(PieceType::pawn) | of(PieceType::bishop) | of(PieceType::queen);
  packed.types[1] = of(PieceType::knight) | of(PieceType::bishop) | of(PieceType::king);
  packed.types[2] = of(PieceType::rook) | of(PieceType::queen) | of(PieceType::king);
  packed.state = position.castling_rooks.bits | std::uint64_t{index(position.side_to_move)} << 32;
  packed.halfmove_clock = position.halfmove_clock;
  packed.fullmove_number = position.fullmove_number;
  packed.en_passant = position.en_passant;
  if (position.en_passant) {
    const Color us = position.side_to_move;
    const Bitboard lookers = pawn_attacks(~us, position.en_passant.first());
    if (lookers & position.pieces(us, PieceType::pawn)) packed.state |= position.en_passant.bits;
  }
  return packed;
}

Position unpack(const PackedPosition& packed);

/// Positions that a walk comes to, each once, with the number of times that it was come to, in the order of
/// the first times. Two in five ways to the third ply of a tree, or more, end where another order of moves
/// has ended before; deeper down it is most of them. Positions are compared, not hashes.
class MergedPositions {
 public:
  struct Entry {
    PackedPosition position;
    std::uint64_t times;
    std::uint64_t unit;    ///< of the work in which it was first come to
    std::uint32_t parent;  ///< what it was then come to from, see `parent`
    std::uint32_t slot;
  };

  /// With room for 2^`capacity_log2` positions.
  explicit MergedPositions(unsigned capacity_log2);

  /// Comes to a position once more, by a move from `parent`, if there is one. There must be room for one.
  THREATPERFT_INLINE void add(const Position& position, const Position* parent, std::uint64_t unit) {
    const PackedPosition packed = pack(position);
    const std::uint64_t hash = hash_of(packed);
    std::uint32_t slot = static_cast<std::uint32_t>(hash >> slot_shift_);
    for (; slots_[slot] != 0; slot = (slot + 1) & last_slot_) {
      // The lower half of a slot says which entry it stands for, the upper one is part of the hash.
      if ((slots_[slot] ^ hash) >> 32 != 0) continue;
      Entry& entry = entries_[static_cast<std::uint32_t>(slots_[slot]) - 1];
      if (!entry.position.same_moves(packed)) continue;
      ++entry.times;
      return;
    }
    append({packed, 1, unit, kNoParent, slot}, parent);
    slots_[slot] = hash >> 32 << 32 | size_;
  }

  [[nodiscard]] THREATPERFT_INLINE bool is_full() const { return size_ > last_slot_ / 2; }
  [[nodiscard]] THREATPERFT_INLINE std::uint32_t size() const { return size_; }
  /// In the order of the first times.
  [[nodiscard]] THREATPERFT_INLINE const Entry* begin() const { return entries_; }
  [[nodiscard]] THREATPERFT_INLINE const Entry* end() const { return entries_ + size_; }

  static constexpr std::uint32_t kNoParent = 0xFFFFFFFF;
  /// What an entry was come to from; it has the same number in all entries that stand together.
  [[nodiscard]] THREATPERFT_INLINE const PackedPosition& parent(std::uint32_t number) const {
    return parents_[number];
  }

  void clear();

 private:
  /// Multiplicative hashing (Knuth, volume 3, 6.4), the upper bits of a sum of products.
  [[nodiscard]] THREATPERFT_INLINE static std::uint64_t hash_of(const PackedPosition& packed) {
    return packed.white * 0x9E3779B97F4A7C15u + packed.types[0] * 0xC2B2AE3D27D4EB4Fu +
           packed.types[1] * 0x165667B19E3779F9u + packed.types[2] * 0xD6E8FEB86659FD93u +
           packed.state * 0xA0761D6478BD642Fu;
  }

  void append(const Entry& entry, const Position* parent);

  unsigned slot_shift_;
  std::uint32_t last_slot_;
  std::uint32_t size_ = 0;
  std::uint64_t* slots_;  ///< twice as many as there is room for
  Entry* entries_ = nullptr;
  const PackedPosition* parents_ = nullptr;
  // What the pointers point into: walks are compiled for several processors, these functions are not.
  std::unique_ptr<std::uint64_t[]> all_slots_;
  std::vector<Entry> all_entries_;
  std::vector<PackedPosition> all_parents_;
};

}  // namespace threatperft
