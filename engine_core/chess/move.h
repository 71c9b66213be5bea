#pragma once

#include <cstdint>

#include "engine_core/chess/piece.h"
#include "engine_core/chess/square.h"

namespace threatperft {

enum class MoveKind : std::uint8_t {
  quiet,        ///< any move to an empty square that is not one of the kinds below
  double_push,  ///< a pawn's two-square advance
  capture,      ///< of a piece on the target square
  en_passant,   ///< the captured pawn stands beside the source square
  castling,     ///< `to` is the square of the castling rook, in Chess960 and in standard chess alike
  promotion,    ///< to an empty square
  promotion_capture,
};

THREATPERFT_INLINE constexpr bool is_promotion(MoveKind kind) {
  return kind == MoveKind::promotion || kind == MoveKind::promotion_capture;
}
THREATPERFT_INLINE constexpr bool is_capture(MoveKind kind) {
  return kind == MoveKind::capture || kind == MoveKind::promotion_capture || kind == MoveKind::en_passant;
}

/// A move that is legal in the position for which it was generated. `placed` is the type that stands on the
/// target square afterwards: the promoted type in a promotion, else the type that moves; the king in
/// castling.
struct Move {
  Square from = Square::none;
  Square to = Square::none;
  MoveKind kind = MoveKind::quiet;
  PieceType placed = PieceType::pawn;

  THREATPERFT_INLINE constexpr PieceType moved() const {
    return is_promotion(kind) ? PieceType::pawn : placed;
  }
  THREATPERFT_INLINE friend constexpr bool operator==(const Move& a, const Move& b) {
    return a.from == b.from && a.to == b.to && a.kind == b.kind && a.placed == b.placed;
  }
};

}  // namespace threatperft
