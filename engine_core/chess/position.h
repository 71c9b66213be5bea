#pragma once

#include <array>
#include <cstdint>

#include "engine_core/chess/bitboard.h"
#include "engine_core/chess/piece.h"
#include "engine_core/chess/square.h"

namespace threatperft {

/// What a position's legal moves depend on, but for the side to move: the pieces by set, and the rights.
struct Boards {
  std::array<Bitboard, 6> by_type{};   ///< by PieceType, both colours
  std::array<Bitboard, 2> by_color{};  ///< by Color
  Bitboard castling_rooks{};  ///< the rooks that may still castle; at most one on each side of a king
  Bitboard en_passant{};      ///< the one square that a pawn has just passed by a double push, or none

  THREATPERFT_INLINE constexpr Bitboard occupied() const { return by_color[0] | by_color[1]; }
  THREATPERFT_INLINE constexpr Bitboard pieces(PieceType type) const { return by_type[index(type)]; }
  THREATPERFT_INLINE constexpr Bitboard pieces(Color color) const { return by_color[index(color)]; }
  THREATPERFT_INLINE constexpr Bitboard pieces(Color color, PieceType type) const {
    return by_color[index(color)] & by_type[index(type)];
  }
  /// There is exactly one king of each colour.
  THREATPERFT_INLINE constexpr Square king(Color color) const {
    return pieces(color, PieceType::king).first();
  }
};

/// A position: what stands where, twice (by square and by set), and the state that a FEN holds beside it.
///
/// Plain data. It is copied whole into the next slot of a stack for every move, so that taking a move back is
/// dropping the slot; and the updaters load the mailbox as vectors, hence the alignment. `parse_fen` makes
/// valid ones.
struct alignas(64) Position : Boards {
  std::uint32_t halfmove_clock = 0;  ///< moves since the last capture or pawn move
  std::uint32_t fullmove_number = 1;
  Color side_to_move = Color::white;
  alignas(64) std::array<Piece, 64> mailbox{};  ///< by square, `Piece::none` where empty

  THREATPERFT_INLINE constexpr Piece at(Square square) const { return mailbox[index(square)]; }

  /// Puts a piece on an empty square.
  THREATPERFT_INLINE constexpr void put(Piece piece, Square square) {
    mailbox[index(square)] = piece;
    by_type[index(type_of(piece))] |= Bitboard{square};
    by_color[index(color_of(piece))] |= Bitboard{square};
  }
  /// Takes the piece off an occupied square.
  THREATPERFT_INLINE constexpr void take(Square square) {
    const Piece piece = mailbox[index(square)];
    mailbox[index(square)] = Piece::none;
    by_type[index(type_of(piece))] ^= Bitboard{square};
    by_color[index(color_of(piece))] ^= Bitboard{square};
  }
};

static_assert(sizeof(Position) == 192, "copied for every move: three cache lines, no more");

/// The empty board with white to move: a start for building positions, not a legal one.
THREATPERFT_INLINE constexpr Position empty_position() {
  Position position;
  for (Piece& piece : position.mailbox) piece = Piece::none;
  return position;
}

/// Whether everything is equal, clocks included.
THREATPERFT_INLINE constexpr bool same_position(const Position& a, const Position& b) {
  bool same = a.castling_rooks == b.castling_rooks && a.en_passant == b.en_passant &&
              a.halfmove_clock == b.halfmove_clock && a.fullmove_number == b.fullmove_number &&
              a.side_to_move == b.side_to_move && a.by_color[0] == b.by_color[0] &&
              a.by_color[1] == b.by_color[1];
  for (unsigned i = 0; i < 64; ++i) same &= a.mailbox[i] == b.mailbox[i];
  for (unsigned i = 0; i < 6; ++i) same &= a.by_type[i] == b.by_type[i];
  return same;
}

}  // namespace threatperft
