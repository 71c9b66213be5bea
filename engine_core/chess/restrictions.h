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
};

template <Color Them>
THREATPERFT_INLINE Bitboard pawn_attacks_of(Bitboard pawns) {
  const Bitboard west = pawns & ~file_bb(0);
  const Bitboard east = pawns & ~file_bb(7);
  return Them == Color::white ? west << 7 | east << 9 : west >> 9 | east >> 7;
}

/// All squares that the enemy attacks, seen through the own king: where the king may not go.
template <Color Us>
THREATPERFT_INLINE Bitboard attacked_by_enemy(const Boards& boards) {
  constexpr Color Them = ~Us;
  const Bitboard them = boards.pieces(Them);
  const Square king = boards.king(Us);
  const Bitboard occupied = boards.occupied() ^ Bitboard { king };
  Bitboard attacked =
      pawn_attacks_of<Them>(boards.pieces(PieceType::pawn) & them) | king_attacks(boards.king(Them));
  for (const Square square : boards.pieces(PieceType::knight) & them) attacked |= knight_attacks(square);
  const Bitboard queens = boards.pieces(PieceType::queen);
  for (const Square square : (boards.pieces(PieceType::bishop) | queens) & them) {
    attacked |= bishop_attacks(square, occupied);
  }
  for (const Square square : (boards.pieces(PieceType::rook) | queens) & them) {
    attacked |= rook_attacks(square, occupied);
  }
  return attacked;
}

/// Whether one square is among them.
template <Color Us>
THREATPERFT_INLINE bool is_attacked_by_enemy(const Boards& boards, Square square) {
  const Bitboard them = boards.pieces(~Us);
  const Square king = boards.king(Us);
  const Bitboard occupied = boards.occupied() ^ Bitboard { king };
  const Bitboard queens = boards.pieces(PieceType::queen);
  const Bitboard attackers =
      (pawn_attacks(Us, square) & boards.pieces(PieceType::pawn)) |
      (knight_attacks(square) & boards.pieces(PieceType::knight)) |
      (king_attacks(square) & boards.pieces(PieceType::king)) |
      (bishop_attacks(square, occupied) & (boards.pieces(PieceType::bishop) | queens)) |
      (rook_attacks(square, occupied) & (boards.pieces(PieceType::rook) | queens));
  return static_cast<bool>(attackers & them);
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
THREATPERFT_INLINE Restrictions find_restrictions(const Boards& boards) {
  constexpr Color them_color = ~Us;
  const Bitboard own = boards.pieces(Us);
  const Bitboard them = boards.pieces(them_color);
  const Square king = boards.king(Us);
  const Bitboard queens = boards.pieces(PieceType::queen);
  Restrictions found{};
  found.checkers = ((pawn_attacks(Us, king) & boards.pieces(PieceType::pawn)) |
                    (knight_attacks(king) & boards.pieces(PieceType::knight))) &
                   them;
  find_pins(king, own, rook_attacks(king, them) & them & (boards.pieces(PieceType::rook) | queens),
            found.checkers, found.pinned_straight);
  find_pins(king, own, bishop_attacks(king, them) & them & (boards.pieces(PieceType::bishop) | queens),
            found.checkers, found.pinned_diagonally);
  found.targets = ~own;
  if (found.checkers) found.targets &= segment(king, found.checkers.first());
  return found;
}

/// Whether capturing en passant from `from` leaves the own king unattacked: both pawns leave their squares at
/// once, which pins do not describe.
template <Color Us>
THREATPERFT_INLINE bool en_passant_is_legal(const Boards& boards, Square from, Bitboard checkers) {
  const Bitboard target = boards.en_passant;
  const Bitboard captured = Us == Color::white ? target >> 8 : target << 8;
  const Bitboard them = boards.pieces(~Us);
  const Square king = boards.king(Us);
  const Bitboard occupied = (boards.occupied() ^ Bitboard{from} ^ captured) | target;
  const Bitboard queens = boards.pieces(PieceType::queen);
  const Bitboard straight = (boards.pieces(PieceType::rook) | queens) & them;
  const Bitboard diagonal = (boards.pieces(PieceType::bishop) | queens) & them;
  const Bitboard leapers = (boards.pieces(PieceType::pawn) | boards.pieces(PieceType::knight)) & ~captured;
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

/// The way of castling with one of the own rooks. King and rook stand on the back rank.
template <Color Us>
THREATPERFT_INLINE CastlingWay castling_way(const Boards& boards, Square rook) {
  return kGeometry.castling_ways[file_of(boards.king(Us))][file_of(rook)];
}

/// Of a set, the squares on the own back rank, by file.
template <Color Us>
THREATPERFT_INLINE constexpr std::uint64_t back_rank(Bitboard squares) {
  return (Us == Color::white ? squares : squares >> 56).bits & 0xFF;
}

/// Whether nothing stands in the way of castling with a rook that still has the right.
template <Color Us>
THREATPERFT_INLINE bool castling_is_free(const Boards& boards, Square rook) {
  return (back_rank<Us>(boards.occupied()) & castling_way<Us>(boards, rook).empty) == 0;
}

/// Whether the enemy leaves it to a king that is not in check.
template <Color Us>
THREATPERFT_INLINE bool castling_is_safe(const Boards& boards, Square rook, const Restrictions& restrictions,
                                         Bitboard attacked) {
  // A rook that shields the king along the rank no longer does so afterwards (Chess960); it is "pinned" then.
  return (back_rank<Us>(attacked) & castling_way<Us>(boards, rook).unattacked) == 0 &&
         !restrictions.pinned_straight.contains(rook);
}

}  // namespace threatperft::inline THREATPERFT_BUILD
