#pragma once

#include <cstdint>

#include "engine_core/chess/force_inline.h"

namespace threatperft {

// clang-format off
/// A square of the board, a1 = 0 to h8 = 63, rank by rank. `none` (64) is no square and indexes nothing.
enum class Square : std::uint8_t {
  a1, b1, c1, d1, e1, f1, g1, h1,
  a2, b2, c2, d2, e2, f2, g2, h2,
  a3, b3, c3, d3, e3, f3, g3, h3,
  a4, b4, c4, d4, e4, f4, g4, h4,
  a5, b5, c5, d5, e5, f5, g5, h5,
  a6, b6, c6, d6, e6, f6, g6, h6,
  a7, b7, c7, d7, e7, f7, g7, h7,
  a8, b8, c8, d8, e8, f8, g8, h8,
  none
};
// clang-format on

inline constexpr int kSquareCount = 64;

THREATPERFT_INLINE constexpr unsigned index(Square square) { return static_cast<unsigned>(square); }

/// The square with the given index, 0 to 63.
THREATPERFT_INLINE constexpr Square square_at(unsigned index) { return static_cast<Square>(index); }

/// `file` and `rank` from 0 to 7.
THREATPERFT_INLINE constexpr Square square_at(unsigned file, unsigned rank) {
  return static_cast<Square>(rank * 8 + file);
}

THREATPERFT_INLINE constexpr unsigned file_of(Square square) { return index(square) & 7; }
THREATPERFT_INLINE constexpr unsigned rank_of(Square square) { return index(square) >> 3; }

}  // namespace threatperft
