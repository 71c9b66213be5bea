#pragma once

#include "engine_core/chess/attacks.h"
#include "engine_core/chess/position.h"
#include "engine_core/threats/threat.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// The oracle's loop: for every piece its attacks under the occupancy, met with what stands there. Calls
/// `visit(attacker, square, victims)` once for every piece, type by type, white's pawns before black's.
///
/// Sorted by type so that the processor need not guess which attack table comes next; it shares nothing with
/// the updaters but those tables.
template <class Visit>
THREATPERFT_INLINE void visit_attackers(const Position& position, Visit&& visit) {
  const Bitboard occupied = position.occupied();
  for (const Color color : {Color::white, Color::black}) {
    for (const Square square : position.pieces(color, PieceType::pawn)) {
      visit(make_piece(color, PieceType::pawn), square, pawn_attacks(color, square) & occupied);
    }
  }
  for (const Square square : position.pieces(PieceType::knight)) {
    visit(position.at(square), square, knight_attacks(square) & occupied);
  }
  for (const Square square : position.pieces(PieceType::bishop)) {
    visit(position.at(square), square, bishop_attacks(square, occupied) & occupied);
  }
  for (const Square square : position.pieces(PieceType::rook)) {
    visit(position.at(square), square, rook_attacks(square, occupied) & occupied);
  }
  for (const Square square : position.pieces(PieceType::queen)) {
    visit(position.at(square), square, queen_attacks(square, occupied) & occupied);
  }
  for (const Square square : position.pieces(PieceType::king)) {
    visit(position.at(square), square, king_attacks(square) & occupied);
  }
}

/// All pieces of either colour whose attacks reach a square.
THREATPERFT_INLINE Bitboard attackers_of(const Position& position, Square square) {
  const Bitboard occupied = position.occupied();
  const Bitboard queens = position.pieces(PieceType::queen);
  // A pawn attacks the square from where a pawn of the other colour on the square would attack.
  return (pawn_attacks(Color::black, square) & position.pieces(Color::white, PieceType::pawn)) |
         (pawn_attacks(Color::white, square) & position.pieces(Color::black, PieceType::pawn)) |
         (knight_attacks(square) & position.pieces(PieceType::knight)) |
         (king_attacks(square) & position.pieces(PieceType::king)) |
         (bishop_attacks(square, occupied) & (position.pieces(PieceType::bishop) | queens)) |
         (rook_attacks(square, occupied) & (position.pieces(PieceType::rook) | queens));
}

/// The oracle's loop, threat by threat.
template <class Visit>
THREATPERFT_INLINE void visit_threats(const Position& position, Visit&& visit) {
  visit_attackers(position, [&](Piece attacker, Square from, Bitboard victims) {
    for (const Square to : victims) visit(Threat{attacker, from, position.at(to), to});
  });
}

}  // namespace threatperft::inline THREATPERFT_BUILD
