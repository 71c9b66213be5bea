#pragma once

#include <cstdint>

#include "engine_core/chess/force_inline.h"

namespace threatperft {

enum class Color : std::uint8_t { white, black };

enum class PieceType : std::uint8_t { pawn, knight, bishop, rook, queen, king };

inline constexpr int kPieceTypeCount = 6;
inline constexpr int kPieceCount = 12;

/// A coloured piece: 2 * type + colour. Any code above 11 is an empty square; the position writes `none`.
enum class Piece : std::uint8_t {
  white_pawn,
  black_pawn,
  white_knight,
  black_knight,
  white_bishop,
  black_bishop,
  white_rook,
  black_rook,
  white_queen,
  black_queen,
  white_king,
  black_king,
  none = 0xFF
};

THREATPERFT_INLINE constexpr unsigned index(Color color) { return static_cast<unsigned>(color); }
THREATPERFT_INLINE constexpr unsigned index(PieceType type) { return static_cast<unsigned>(type); }
THREATPERFT_INLINE constexpr unsigned index(Piece piece) { return static_cast<unsigned>(piece); }

THREATPERFT_INLINE constexpr Color operator~(Color color) { return static_cast<Color>(index(color) ^ 1); }

THREATPERFT_INLINE constexpr Piece make_piece(Color color, PieceType type) {
  return static_cast<Piece>(2 * index(type) + index(color));
}

/// The piece with the given code, 0 to 11.
THREATPERFT_INLINE constexpr Piece piece_at(unsigned code) { return static_cast<Piece>(code); }

THREATPERFT_INLINE constexpr bool is_piece(Piece piece) { return index(piece) < kPieceCount; }

/// Both only of a real piece.
THREATPERFT_INLINE constexpr Color color_of(Piece piece) { return static_cast<Color>(index(piece) & 1); }
THREATPERFT_INLINE constexpr PieceType type_of(Piece piece) {
  return static_cast<PieceType>(index(piece) >> 1);
}

}  // namespace threatperft
