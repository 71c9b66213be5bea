#pragma once

#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"
#include "engine_core/chess/restrictions.h"

namespace threatperft::inline THREATPERFT_BUILD {

template <Color Us>
THREATPERFT_INLINE void pass_turn(Position& child) {
  child.en_passant = Bitboard{};
  child.fullmove_number += index(Us);
  child.side_to_move = ~Us;
}

/// Writes the position after a legal move other than castling. Taking it back is forgetting `child`.
template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
THREATPERFT_INLINE void make_move(const Position& parent, Position& child, Square from, Square to) {
  constexpr Color them = ~Us;
  const Bitboard from_bit{from};
  const Bitboard to_bit{to};
  child = parent;
  pass_turn<Us>(child);
  child.mailbox[index(from)] = Piece::none;
  child.mailbox[index(to)] = make_piece(Us, Placed);
  child.by_color[index(Us)] = parent.by_color[index(Us)] ^ from_bit ^ to_bit;
  if constexpr (Moved == Placed) {
    child.by_type[index(Moved)] = parent.by_type[index(Moved)] ^ from_bit ^ to_bit;
  } else {
    child.by_type[index(Moved)] = parent.by_type[index(Moved)] ^ from_bit;
    child.by_type[index(Placed)] = parent.by_type[index(Placed)] ^ to_bit;
  }
  if constexpr (Kind == MoveKind::capture || Kind == MoveKind::promotion_capture) {
    const unsigned captured = index(type_of(parent.at(to)));
    child.by_type[captured] ^=
        to_bit;  // from the child: the captured type may be the moved or the placed one
    child.by_color[index(them)] = parent.by_color[index(them)] ^ to_bit;
  }
  if constexpr (Kind == MoveKind::en_passant) {
    const Bitboard captured = Us == Color::white ? to_bit >> 8 : to_bit << 8;
    child.mailbox[index(captured.first())] = Piece::none;
    child.by_type[index(PieceType::pawn)] ^= captured;
    child.by_color[index(them)] = parent.by_color[index(them)] ^ captured;
  }
  if constexpr (Kind == MoveKind::double_push) {
    child.en_passant = Us == Color::white ? to_bit >> 8 : to_bit << 8;
  }
  Bitboard rights = parent.castling_rooks;
  if constexpr (Moved == PieceType::king) rights &= ~parent.pieces(Us);
  if constexpr (Moved == PieceType::rook) rights &= ~from_bit;
  if constexpr (Kind == MoveKind::capture || Kind == MoveKind::promotion_capture) rights &= ~to_bit;
  child.castling_rooks = rights;
  constexpr bool resets = Moved == PieceType::pawn || Kind == MoveKind::capture;
  child.halfmove_clock = resets ? 0 : parent.halfmove_clock + 1;
}

/// Writes the position after castling with the rook on `rook`.
template <Color Us>
THREATPERFT_INLINE void make_castling(const Position& parent, Position& child, Square king, Square rook) {
  const CastlingTargets targets = castling_targets(king, rook);
  child = parent;
  pass_turn<Us>(child);
  child.take(king);
  child.take(rook);
  child.put(make_piece(Us, PieceType::king), targets.king);
  child.put(make_piece(Us, PieceType::rook), targets.rook);
  child.castling_rooks = parent.castling_rooks & ~parent.pieces(Us);
  child.halfmove_clock = parent.halfmove_clock + 1;
}

}  // namespace threatperft::inline THREATPERFT_BUILD
