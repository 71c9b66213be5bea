#pragma once

#include <cstdint>

#include "engine_core/chess/force_inline.h"
#include "engine_core/chess/square.h"

namespace threatperft {

/// A set of squares, one bit each.
struct Bitboard {
  std::uint64_t bits = 0;

  THREATPERFT_INLINE constexpr Bitboard() = default;
  THREATPERFT_INLINE constexpr explicit Bitboard(std::uint64_t value) : bits(value) {}
  THREATPERFT_INLINE constexpr explicit Bitboard(Square square) : bits(std::uint64_t{1} << index(square)) {}

  THREATPERFT_INLINE constexpr explicit operator bool() const { return bits != 0; }
  THREATPERFT_INLINE constexpr bool empty() const { return bits == 0; }
  THREATPERFT_INLINE constexpr bool contains(Square square) const { return (bits >> index(square) & 1) != 0; }
  THREATPERFT_INLINE constexpr int count() const { return __builtin_popcountll(bits); }
  THREATPERFT_INLINE constexpr bool has_many() const { return (bits & (bits - 1)) != 0; }

  /// The lowest square; the set must not be empty.
  THREATPERFT_INLINE constexpr Square first() const { return static_cast<Square>(__builtin_ctzll(bits)); }
  /// The set without its lowest square; the set must not be empty.
  THREATPERFT_INLINE constexpr Bitboard rest() const { return Bitboard{bits & (bits - 1)}; }

  THREATPERFT_INLINE constexpr Bitboard operator~() const { return Bitboard{~bits}; }
  THREATPERFT_INLINE constexpr Bitboard operator&(Bitboard other) const {
    return Bitboard{bits & other.bits};
  }
  THREATPERFT_INLINE constexpr Bitboard operator|(Bitboard other) const {
    return Bitboard{bits | other.bits};
  }
  THREATPERFT_INLINE constexpr Bitboard operator^(Bitboard other) const {
    return Bitboard{bits ^ other.bits};
  }
  THREATPERFT_INLINE constexpr Bitboard& operator&=(Bitboard other) {
    bits &= other.bits;
    return *this;
  }
  THREATPERFT_INLINE constexpr Bitboard& operator|=(Bitboard other) {
    bits |= other.bits;
    return *this;
  }
  THREATPERFT_INLINE constexpr Bitboard& operator^=(Bitboard other) {
    bits ^= other.bits;
    return *this;
  }
  THREATPERFT_INLINE constexpr Bitboard operator<<(int shift) const { return Bitboard{bits << shift}; }
  THREATPERFT_INLINE constexpr Bitboard operator>>(int shift) const { return Bitboard{bits >> shift}; }
  THREATPERFT_INLINE friend constexpr bool operator==(Bitboard a, Bitboard b) { return a.bits == b.bits; }

  /// Iterates over the squares, a1 first: `for (Square square : set)`.
  struct Iterator {
    std::uint64_t bits;
    THREATPERFT_INLINE constexpr Square operator*() const {
      return static_cast<Square>(__builtin_ctzll(bits));
    }
    THREATPERFT_INLINE constexpr Iterator& operator++() {
      bits &= bits - 1;
      return *this;
    }
    THREATPERFT_INLINE constexpr bool operator!=(const Iterator& other) const { return bits != other.bits; }
  };
  THREATPERFT_INLINE constexpr Iterator begin() const { return Iterator{bits}; }
  THREATPERFT_INLINE constexpr Iterator end() const { return Iterator{0}; }
};

/// `file` and `rank` from 0 to 7.
THREATPERFT_INLINE constexpr Bitboard file_bb(unsigned file) {
  return Bitboard{0x0101010101010101ull << file};
}
THREATPERFT_INLINE constexpr Bitboard rank_bb(unsigned rank) { return Bitboard{0xFFull << (8 * rank)}; }

}  // namespace threatperft
