#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine_core/chess/piece.h"
#include "engine_core/threats/geometry.h"

namespace threatperft::inline THREATPERFT_BUILD {

// What the AVX-512 updater looks up, all of it computed by the compiler. Sixteen lanes of 32 bits stand
// around a focus square: lanes 0 to 7 are the closest pieces on the rays, by direction, lanes 8 to 15 the
// knight's jumps.

inline constexpr std::size_t kLaneCount = 16;

/// One vector of eight 64-bit words, or one of sixteen 32-bit lanes.
using Words512 = std::array<std::uint64_t, 8>;
using Lanes512 = std::array<std::uint32_t, kLaneCount>;

// What a piece can do to a focus square, one bit each; 0 is an empty square. A lane's mask says which of
// these reach the focus from there.
inline constexpr std::uint8_t kWhitePawnReach = 0x04;
inline constexpr std::uint8_t kBlackPawnReach = 0x08;
inline constexpr std::uint8_t kKingReach = 0x10;
inline constexpr std::uint8_t kKnightReach = 0x20;
inline constexpr std::uint8_t kDiagonalReach = 0x40;  ///< bishops and queens
inline constexpr std::uint8_t kStraightReach = 0x80;  ///< rooks and queens
inline constexpr std::uint8_t kQueenReach = kDiagonalReach | kStraightReach;

// clang-format off
/// By piece code; 0 for the codes behind the pieces.
alignas(16) inline constexpr std::array<std::uint8_t, 16> kReach{
    kWhitePawnReach, kBlackPawnReach, kKnightReach, kKnightReach, kDiagonalReach, kDiagonalReach,
    kStraightReach, kStraightReach, kQueenReach, kQueenReach, kKingReach, kKingReach};
// clang-format on

/// The lane mask's bits that tell whether `piece`, standing on the focus, reaches a lane. Relations are
/// symmetrical but for pawns: a white pawn on the focus reaches the squares from which a black one would
/// reach the focus.
THREATPERFT_INLINE constexpr std::uint8_t reach_from_focus(Piece piece) {
  if (type_of(piece) != PieceType::pawn) return kReach[index(piece)];
  return color_of(piece) == Color::white ? kBlackPawnReach : kWhitePawnReach;
}

/// The same as a table of 32-bit lanes, for pieces that are only known at run time.
alignas(64) inline constexpr Lanes512 kReachFromFocus = [] {
  Lanes512 table{};
  for (unsigned code = 0; code < kPieceCount; ++code) table[code] = reach_from_focus(piece_at(code));
  return table;
}();

/// Piece codes where a threat's victim has them, by piece code.
alignas(64) inline constexpr Lanes512 kVictimPiece = [] {
  Lanes512 table{};
  for (unsigned code = 0; code < kPieceCount; ++code) table[code] = code << 16;
  return table;
}();

/// How many leading zeros stand for no square. 63 less this is -1.
inline constexpr unsigned kNoSquare = 64;

/// What is looked up by square. One object, so that one register holds the address of all.
struct alignas(64) SquareTables {
  /// By focus and direction: the ray.
  std::array<Words512, kSquareCount> rays{};

  /// By focus, one word for each direction, to be joined with the number of leading zeros of the ray's
  /// closest bit, in byte 0. Byte 1 is the knight's square in the same form (63 less the square), byte 2 is
  /// 0, byte 3 the focus itself.
  std::array<Words512, kSquareCount> frames{};

  /// By focus: the squares next to it.
  std::array<std::uint64_t, kSquareCount> rings{};

  /// By square: its bit.
  std::array<std::uint64_t, kSquareCount> bits{};
};

inline constexpr SquareTables kSquareTables = [] {
  SquareTables tables;
  for (unsigned i = 0; i < kSquareCount; ++i) {
    const Square focus = square_at(i);
    for (std::size_t d = 0; d < kDirectionCount; ++d) {
      tables.rays[i][d] = ray_from(focus, d).bits;
      const Square jump = step_from(focus, kKnightSteps[d]);
      const std::uint64_t knight = jump == Square::none ? kNoSquare : 63 - index(jump);
      tables.frames[i][d] = knight << 8 | std::uint64_t{63 - i} << 24;
    }
    tables.rings[i] = ring_around(focus).bits;
    tables.bits[i] = Bitboard{focus}.bits;
  }
  return tables;
}();

/// In odd directions the closest piece is the highest bit of the ray, not the lowest.
alignas(64) inline constexpr Words512 kKeepAllBits{0, ~0ull, 0, ~0ull, 0, ~0ull, 0, ~0ull};

/// Spreads a frame's words over the lanes: bytes (square, square, 0, focus), squares as 63 less the square.
alignas(64) inline constexpr std::array<std::uint8_t, 64> kSpread = [] {
  std::array<std::uint8_t, 64> table{};
  for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
    const auto word = static_cast<std::uint8_t>(lane % 8 * 8);
    const auto square = static_cast<std::uint8_t>(word + lane / 8);
    table[4 * lane] = table[4 * lane + 1] = square;
    table[4 * lane + 2] = static_cast<std::uint8_t>(word + 2);
    table[4 * lane + 3] = static_cast<std::uint8_t>(word + 3);
  }
  return table;
}();

/// What reaches the focus from a lane, whatever the distance.
alignas(64) inline constexpr Lanes512 kFarReach{
    kStraightReach, kStraightReach, kStraightReach, kStraightReach, kDiagonalReach, kDiagonalReach,
    kDiagonalReach, kDiagonalReach, kKnightReach,   kKnightReach,   kKnightReach,   kKnightReach,
    kKnightReach,   kKnightReach,   kKnightReach,   kKnightReach};

/// The same where the lane's square is next to the focus. A white pawn attacks the focus from SW and SE of
/// it, a black one from NE and NW.
alignas(64) inline constexpr Lanes512 kNearReach = [] {
  Lanes512 table = kFarReach;
  for (std::size_t lane = 0; lane < kDirectionCount; ++lane) {
    table[lane] |= kKingReach;
    const Step step = kRaySteps[lane];
    if (step.file != 0 && step.rank != 0) table[lane] |= step.rank > 0 ? kBlackPawnReach : kWhitePawnReach;
  }
  return table;
}();

/// The slider bits of the ray lanes, where a shift of the reach by 24 puts them.
alignas(32) inline constexpr std::array<std::uint32_t, 8> kSliderReach{
    std::uint32_t{kStraightReach} << 24, std::uint32_t{kStraightReach} << 24,
    std::uint32_t{kStraightReach} << 24, std::uint32_t{kStraightReach} << 24,
    std::uint32_t{kDiagonalReach} << 24, std::uint32_t{kDiagonalReach} << 24,
    std::uint32_t{kDiagonalReach} << 24, std::uint32_t{kDiagonalReach} << 24};

/// Joins every lane's piece and square with those of the opposite ray, its neighbour; a shuffle within each
/// half.
alignas(32) inline constexpr std::array<std::uint8_t, 32> kWithOpposite{
    0, 1, 4, 5, 4, 5, 0, 1, 8, 9, 12, 13, 12, 13, 8, 9, 0, 1, 4, 5, 4, 5, 0, 1, 8, 9, 12, 13, 12, 13, 8, 9};

}  // namespace threatperft::inline THREATPERFT_BUILD
