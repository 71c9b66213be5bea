#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine_core/chess/bitboard.h"
#include "engine_core/chess/square.h"

namespace threatperft::inline THREATPERFT_BUILD {

// The board as it is seen from one square: eight rays and eight knight jumps. The vector updaters give each
// of them a lane of its own, and in that frame attack relations are the same constants for every square.

inline constexpr std::size_t kDirectionCount = 8;

/// A step on the board, in files and ranks.
struct Step {
  int file;
  int rank;
};

/// The rays' directions: N S E W NE SW NW SE. Straight ones are 0 to 3, diagonal ones 4 to 7; the opposite of
/// direction d is d ^ 1; even directions lead to higher squares, so that the closest piece is the lowest bit.
inline constexpr std::array<Step, kDirectionCount> kRaySteps{
    {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {-1, 1}, {1, -1}}};

/// The knight's jumps, in no order that matters.
inline constexpr std::array<Step, kDirectionCount> kKnightSteps{
    {{1, 2}, {-1, -2}, {2, 1}, {-2, -1}, {2, -1}, {-2, 1}, {-1, 2}, {1, -2}}};

/// The square one step away, or `Square::none` beyond the edge.
THREATPERFT_INLINE constexpr Square step_from(Square square, Step step) {
  const int file = static_cast<int>(file_of(square)) + step.file;
  const int rank = static_cast<int>(rank_of(square)) + step.rank;
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return Square::none;
  return square_at(static_cast<unsigned>(file), static_cast<unsigned>(rank));
}

/// The squares from `square` to the edge, itself left out.
THREATPERFT_INLINE constexpr Bitboard ray_from(Square square, std::size_t direction) {
  Bitboard ray;
  Square at = step_from(square, kRaySteps[direction]);
  while (at != Square::none) {
    ray |= Bitboard{at};
    at = step_from(at, kRaySteps[direction]);
  }
  return ray;
}

/// The up to eight squares around `square`.
THREATPERFT_INLINE constexpr Bitboard ring_around(Square square) {
  Bitboard ring;
  for (const Step step : kRaySteps) {
    const Square at = step_from(square, step);
    if (at != Square::none) ring |= Bitboard{at};
  }
  return ring;
}

}  // namespace threatperft::inline THREATPERFT_BUILD
