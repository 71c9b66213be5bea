#pragma once

#include "engine_core/chess/attacks.h"
#include "engine_core/chess/position.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// What checks and pins leave to the side to move.
struct Restrictions {
  Bitboard checkers;
  Bitboard targets;  ///< where a piece other than the king may go: own pieces left out, checks answered
  Bitboard pinned_straight;  ///< along ranks and files: the pinned pieces' lines from the king to the pinner
  Bitboard pinned_diagonally;  ///< the same along diagonals
  Bitboard attacked;           ///< what the enemy attacks, seen through the king
};

template <Color Them>
THREATPERFT_INLINE Bitboard pawn_attacks_of(Bitboard pawns) {
  const Bitboard west = pawns & ~file_bb(0);
  const Bitboard east = pawns & ~file_bb(7);
  return Them == Color::white ? west << 7 | east << 9 : west >> 9 | east >> 7;
}

/// All squares that a side attacks under the given occupancy.
template <Color Them>
THREATPERFT_INLINE Bitboard attacked_by(const Position& position, Bitboard occupied) {
  const Bitboard them = position.pieces(Them);
  Bitboard attacked =
      pawn_attacks_of<Them>(position.pieces(PieceType::pawn) & them) | king_attacks(position.king(Them));
  for (const Square square : position.pieces(PieceType::knight) & them) attacked |= knight_attacks(square);
  const Bitboard queens = position.pieces(PieceType::queen);
  for (const Square square : (position.pieces(PieceType::bishop) | queens) & them) {
    attacked |= bishop_attacks(square, occupied);
  }
  for (const Square square : (position.pieces(PieceType::rook) | queens) & them) {
    attacked |= rook_attacks(square, occupied);
  }
  return attacked;
}

/// Sorts the enemy sliders that see the king through at most one own piece into checkers and pinners.
THREATPERFT_INLINE void find_pins(Square king, Bitboard own, Bitboard sliders, Bitboard& checkers,
                                  Bitboard& pinned) {
  for (const Square slider : sliders) {
    const Bitboard line = segment(king, slider);
    const Bitboard blockers = line & own;
    if (blockers.empty()) {
      checkers |= Bitboard{slider};
    } else if (!blockers.has_many()) {
      pinned |= line;
    }
  }
}

template <Color Us>
THREATPERFT_INLINE Restrictions find_restrictions(const Position& position) {
  constexpr Color them_color = ~Us;
  const Bitboard own = position.pieces(Us);
  const Bitboard them = position.pieces(them_color);
  const Square king = position.king(Us);
  const Bitboard queens = position.pieces(PieceType::queen);
  Restrictions found{};
  found.attacked = attacked_by<them_color>(position, (own | them) ^ Bitboard{king});
  found.checkers = ((pawn_attacks(Us, king) & position.pieces(PieceType::pawn)) |
                    (knight_attacks(king) & position.pieces(PieceType::knight))) &
                   them;
  find_pins(king, own, rook_attacks(king, them) & them & (position.pieces(PieceType::rook) | queens),
            found.checkers, found.pinned_straight);
  find_pins(king, own, bishop_attacks(king, them) & them & (position.pieces(PieceType::bishop) | queens),
            found.checkers, found.pinned_diagonally);
  found.targets = ~own;
  if (found.checkers) found.targets &= segment(king, found.checkers.first());
  return found;
}

/// Whether capturing en passant from `from` leaves the own king unattacked: both pawns leave their squares at
/// once, which pins do not describe.
template <Color Us>
THREATPERFT_INLINE bool en_passant_is_legal(const Position& position, Square from, Bitboard checkers) {
  const Bitboard target = position.en_passant;
  const Bitboard captured = Us == Color::white ? target >> 8 : target << 8;
  const Bitboard them = position.pieces(~Us);
  const Square king = position.king(Us);
  const Bitboard occupied = (position.occupied() ^ Bitboard{from} ^ captured) | target;
  const Bitboard queens = position.pieces(PieceType::queen);
  const Bitboard straight = (position.pieces(PieceType::rook) | queens) & them;
  const Bitboard diagonal = (position.pieces(PieceType::bishop) | queens) & them;
  const Bitboard leapers =
      (position.pieces(PieceType::pawn) | position.pieces(PieceType::knight)) & ~captured;
  return (checkers & leapers).empty() && (rook_attacks(king, occupied) & straight).empty() &&
         (bishop_attacks(king, occupied) & diagonal).empty();
}

/// Where the king and the rook stand after castling with this rook.
struct CastlingTargets {
  Square king;
  Square rook;
};

THREATPERFT_INLINE constexpr CastlingTargets castling_targets(Square king, Square rook) {
  const unsigned rank = rank_of(king);
  return index(rook) > index(king) ? CastlingTargets{square_at(6, rank), square_at(5, rank)}
                                   : CastlingTargets{square_at(2, rank), square_at(3, rank)};
}

/// Whether the side to move, not in check, may castle with a rook that still has the right.
template <Color Us>
THREATPERFT_INLINE bool castling_is_legal(const Position& position, Square rook,
                                          const Restrictions& restrictions) {
  const Square king = position.king(Us);
  const CastlingTargets targets = castling_targets(king, rook);
  // Where a piece stays in place, segment() yields that square itself, which is left out of the check below.
  const Bitboard king_path = segment(king, targets.king);
  const Bitboard both = Bitboard{king} | Bitboard{rook};
  const Bitboard path = (king_path | segment(rook, targets.rook)) & ~both;
  // A rook that shields the king along the rank no longer does so afterwards (Chess960); it is "pinned" then.
  return (position.occupied() & path).empty() && (restrictions.attacked & king_path).empty() &&
         !restrictions.pinned_straight.contains(rook);
}

}  // namespace threatperft::inline THREATPERFT_BUILD
