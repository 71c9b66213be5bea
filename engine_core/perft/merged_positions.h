#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine_core/chess/attacks.h"
#include "engine_core/chess/force_inline.h"
#include "engine_core/chess/move.h"
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

  bool operator==(const PackedPosition&) const = default;

  /// Whether all legal moves and all threats are the same: what a game has been through does not count.
  THREATPERFT_INLINE bool same_moves(const PackedPosition& other) const {
    return ((white ^ other.white) | (types[0] ^ other.types[0]) | (types[1] ^ other.types[1]) |
            (types[2] ^ other.types[2]) | (state ^ other.state)) == 0;
  }
};

/// Writes all of `packed`, in its place: a copy would load by vectors what has just been stored in words,
/// which is slow.
THREATPERFT_INLINE void pack(const Position& position, PackedPosition& packed) {
  const auto of = [&](PieceType type) { return position.pieces(type).bits; };
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
}

Position unpack(const PackedPosition& packed);

/// For the case, never seen, that no move of the parent leads to an entry. Throws std::logic_error.
[[noreturn]] void throw_no_child();

/// Positions that a walk comes to, each once, with the number of times that it was come to, in the order of
/// the first times. Two in five ways to the third ply of a tree, or more, end where another order of moves
/// has ended before; deeper down it is most of them. Positions are compared, not hashes.
class MergedPositions {
 public:
  struct Entry {
    PackedPosition position;
    std::uint64_t times;
    std::uint64_t unit;  ///< of the work in which it was first come to
    Move move;           ///< by which it was then come to, if there was one
    std::uint32_t slot;
  };
  /// Entries that stand together and were first come to from the same position, or each by itself.
  struct Siblings {
    PackedPosition parent;
    bool has_parent;
    std::uint32_t begin;  ///< the first entry's number
  };

  /// With room for 2^`capacity_log2` positions.
  explicit MergedPositions(unsigned capacity_log2);

  /// A position that is to be added soon.
  struct Arrival {
    PackedPosition position;
    std::uint64_t hash;
    Move move;
  };
  /// `move` is the one that led there, if there was one. Memory is slow: that this is asked for some
  /// positions before the first of them is added lets them wait for it together.
  THREATPERFT_INLINE void arrive(const Position& position, Move move, Arrival& arrival) const {
    pack(position, arrival.position);
    arrival.hash = hash_of(arrival.position);
    arrival.move = move;
    __builtin_prefetch(slots_ + first_slot(arrival), 1);
  }
  /// The same, when that has come.
  THREATPERFT_INLINE void look_up(const Arrival& arrival) const {
    const auto number = static_cast<std::uint32_t>(slots_[first_slot(arrival)]);
    __builtin_prefetch(entries_ + (number - (number != 0 ? 1 : 0)), 1);
  }

  /// Comes to a position once more, from `parent` if there is one. There must be room for one.
  THREATPERFT_INLINE void add(const Arrival& arrival, const PackedPosition* parent, std::uint64_t unit) {
    std::uint32_t slot = first_slot(arrival);
    for (; slots_[slot] != 0; slot = (slot + 1) & last_slot_) {
      // The lower half of a slot says which entry it stands for, the upper one is part of the hash.
      if ((slots_[slot] ^ arrival.hash) >> 32 != 0) continue;
      Entry& entry = entries_[static_cast<std::uint32_t>(slots_[slot]) - 1];
      if (!entry.position.same_moves(arrival.position)) continue;
      ++entry.times;
      return;
    }
    append(arrival, parent, unit, slot);
    slots_[slot] = arrival.hash >> 32 << 32 | size_;
  }

  [[nodiscard]] THREATPERFT_INLINE bool is_full() const { return size_ > last_slot_ / 2; }
  [[nodiscard]] THREATPERFT_INLINE std::uint32_t size() const { return size_; }
  /// In the order of the first times.
  [[nodiscard]] THREATPERFT_INLINE const Entry* begin() const { return entries_; }
  [[nodiscard]] THREATPERFT_INLINE const Entry* end() const { return entries_ + size_; }

  [[nodiscard]] THREATPERFT_INLINE std::uint32_t siblings_count() const { return siblings_count_; }
  [[nodiscard]] THREATPERFT_INLINE const Siblings& siblings(std::uint32_t number) const {
    return siblings_[number];
  }
  /// Where the entries of those siblings end.
  [[nodiscard]] THREATPERFT_INLINE const Entry* end_of(std::uint32_t number) const {
    return number + 1 == siblings_count_ ? end() : entries_ + siblings_[number + 1].begin;
  }

  void clear();

 private:
  /// Multiplicative hashing (Knuth, volume 3, 6.4), the upper bits of a sum of products.
  [[nodiscard]] THREATPERFT_INLINE static std::uint64_t hash_of(const PackedPosition& packed) {
    return packed.white * 0x9E3779B97F4A7C15u + packed.types[0] * 0xC2B2AE3D27D4EB4Fu +
           packed.types[1] * 0x165667B19E3779F9u + packed.types[2] * 0xD6E8FEB86659FD93u +
           packed.state * 0xA0761D6478BD642Fu;
  }

  [[nodiscard]] THREATPERFT_INLINE std::uint32_t first_slot(const Arrival& arrival) const {
    return static_cast<std::uint32_t>(arrival.hash >> slot_shift_);
  }

  void append(const Arrival& arrival, const PackedPosition* parent, std::uint64_t unit, std::uint32_t slot);

  unsigned slot_shift_;
  std::uint32_t last_slot_;
  std::uint32_t size_ = 0;
  std::uint64_t* slots_;  ///< twice as many as there is room for
  Entry* entries_ = nullptr;
  std::uint32_t siblings_count_ = 0;
  const Siblings* siblings_ = nullptr;
  // What the pointers point into: walks are compiled for several processors, these functions are not.
  std::unique_ptr<std::uint64_t[]> all_slots_;
  std::vector<Entry> all_entries_;
  std::vector<Siblings> all_siblings_;
};

}  // namespace threatperft
