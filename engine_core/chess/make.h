#pragma once

#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"
#include "engine_core/chess/restrictions.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Whether a piece is taken on the target square.
THREATPERFT_INLINE constexpr bool takes_on_target(MoveKind kind) {
  return kind == MoveKind::capture || kind == MoveKind::promotion_capture;
}

/// Turns a copy of the parent's boards, from whose type a piece taken on the target square has gone, into
/// those after a legal move other than castling. Reads the parent: what has just been copied by vectors is
/// slow to load by words.
template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
THREATPERFT_INLINE void change_boards(const Boards& parent, Boards& child, Square from, Square to) {
  constexpr Color them = ~Us;
  const Bitboard from_bit{from};
  const Bitboard to_bit{to};
  const Bitboard behind = Us == Color::white ? to_bit >> 8 : to_bit << 8;
  const Bitboard both = from_bit | to_bit;
  child.by_color[index(Us)] = parent.by_color[index(Us)] ^ both;
  if constexpr (takes_on_target(Kind)) {
    child.by_color[index(them)] = parent.by_color[index(them)] ^ to_bit;
  }
  if constexpr (Moved == Placed && !takes_on_target(Kind)) {
    child.by_type[index(Moved)] = parent.by_type[index(Moved)] ^ both;
  } else if constexpr (Moved == Placed) {
    child.by_type[index(Moved)] = (parent.by_type[index(Moved)] ^ from_bit) | to_bit;
  } else {
    child.by_type[index(Moved)] = parent.by_type[index(Moved)] ^ from_bit;
    child.by_type[index(Placed)] = parent.by_type[index(Placed)] | to_bit;
  }
  if constexpr (Kind == MoveKind::en_passant) {
    child.by_type[index(PieceType::pawn)] ^= behind;
    child.by_color[index(them)] = parent.by_color[index(them)] ^ behind;
  }
  child.en_passant = Kind == MoveKind::double_push ? behind : Bitboard{};
  Bitboard rights = parent.castling_rooks;
  if constexpr (Moved == PieceType::king) rights &= ~parent.pieces(Us);
  if constexpr (Moved == PieceType::rook) rights &= ~from_bit;
  if constexpr (takes_on_target(Kind)) rights &= ~to_bit;
  child.castling_rooks = rights;
}

/// The same for castling with the rook on `rook`. In Chess960 either piece may come to the square that the
/// other one, or it itself, has left.
template <Color Us>
THREATPERFT_INLINE void change_boards_by_castling(const Boards& parent, Boards& child, Square king,
                                                  Square rook) {
  const CastlingTargets targets = castling_targets(king, rook);
  const Bitboard own = parent.pieces(Us);
  const Bitboard king_bit{king};
  const Bitboard rook_bit{rook};
  const Bitboard king_target{targets.king};
  const Bitboard rook_target{targets.rook};
  child.by_type[index(PieceType::king)] = (parent.pieces(PieceType::king) ^ king_bit) | king_target;
  child.by_type[index(PieceType::rook)] = (parent.pieces(PieceType::rook) ^ rook_bit) | rook_target;
  child.by_color[index(Us)] = (own ^ king_bit ^ rook_bit) | king_target | rook_target;
  child.castling_rooks = parent.castling_rooks & ~own;
  child.en_passant = Bitboard{};
}

/// Writes the boards after a legal move other than castling, without asking what is captured: clearing the
/// square in every type is quicker than to find out.
template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
THREATPERFT_INLINE void make_boards(const Boards& parent, Boards& child, Square from, Square to) {
  child = parent;
  if constexpr (takes_on_target(Kind)) {
    for (unsigned type = 0; type < index(PieceType::king); ++type) {
      child.by_type[type] = parent.by_type[type] & ~Bitboard{to};
    }
  }
  change_boards<Us, Kind, Moved, Placed>(parent, child, from, to);
}

template <Color Us>
THREATPERFT_INLINE void pass_turn(const Position& parent, Position& child, bool resets_clock) {
  child.halfmove_clock = resets_clock ? 0 : parent.halfmove_clock + 1;
  child.fullmove_number += index(Us);
  child.side_to_move = ~Us;
}

/// Writes the position after a legal move other than castling. Taking it back is forgetting `child`.
template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
THREATPERFT_INLINE void make_move(const Position& parent, Position& child, Square from, Square to) {
  child = parent;
  if constexpr (takes_on_target(Kind)) {
    const Bitboard to_bit{to};
    const unsigned captured = index(type_of(parent.at(to)));
    child.by_type[captured] = parent.by_type[captured] ^ to_bit;
  }
  change_boards<Us, Kind, Moved, Placed>(parent, child, from, to);
  child.mailbox[index(from)] = Piece::none;
  child.mailbox[index(to)] = make_piece(Us, Placed);
  if constexpr (Kind == MoveKind::en_passant) {
    child.mailbox[Us == Color::white ? index(to) - 8 : index(to) + 8] = Piece::none;
  }
  pass_turn<Us>(parent, child, Moved == PieceType::pawn || Kind == MoveKind::capture);
}

/// Writes the position after castling with the rook on `rook`.
template <Color Us>
THREATPERFT_INLINE void make_castling(const Position& parent, Position& child, Square king, Square rook) {
  const CastlingTargets targets = castling_targets(king, rook);
  child = parent;
  change_boards_by_castling<Us>(parent, child, king, rook);
  child.mailbox[index(king)] = Piece::none;
  child.mailbox[index(rook)] = Piece::none;
  child.mailbox[index(targets.king)] = make_piece(Us, PieceType::king);
  child.mailbox[index(targets.rook)] = make_piece(Us, PieceType::rook);
  pass_turn<Us>(parent, child, false);
}

}  // namespace threatperft::inline THREATPERFT_BUILD
