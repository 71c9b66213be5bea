#pragma once

#include <array>
#include <cstdint>

#include "engine_core/chess/bitboard.h"
#include "engine_core/chess/force_inline.h"
#include "engine_core/chess/piece.h"
#include "engine_core/chess/square.h"

#ifndef THREATPERFT_PEXT
#define THREATPERFT_PEXT 0  // 1 in builds for processors with a fast PEXT instruction
#endif

#if THREATPERFT_PEXT
#include <immintrin.h>
#endif

namespace threatperft {

/// What castling asks of the own back rank, a bit for each file.
struct CastlingWay {
  std::uint8_t empty;       ///< must be empty: all that king or rook come across, but for these two
  std::uint8_t unattacked;  ///< where the king passes and arrives
};

/// Tables of everything that is known of a square, or of two, without looking at a board.
struct GeometryTables {
  std::array<std::array<Bitboard, 64>, 2> pawn_attacks;  ///< by the pawn's colour, then its square
  std::array<Bitboard, 64> knight_attacks;
  std::array<Bitboard, 64> king_attacks;
  /// The squares strictly between `a` and `b` if they share a line, and `b` itself in any case.
  std::array<std::array<Bitboard, 64>, 64> segment;
  /// The squares behind `b` as seen from `a`, up to the edge; none if they share no line.
  std::array<std::array<Bitboard, 64>, 64> beyond;
  /// Lines through a square, without it: its file and its two diagonals.
  std::array<Bitboard, 64> file_line, diagonal_line, antidiagonal_line;
  /// Attacks along a rank, by file and by the occupancy of the six inner files.
  std::array<std::array<std::uint8_t, 64>, 8> rank_attacks;
  std::array<std::array<CastlingWay, 8>, 8> castling_ways;  ///< by the king's file, then the rook's
};
extern const GeometryTables kGeometry;

/// Slider attacks by PEXT of the occupancy on a square's relevant blockers (Gerd Isenberg's and others'
/// idea).
struct SliderTables {
  struct Entry {
    std::uint64_t mask;
    std::uint64_t offset;
  };
  std::array<Entry, 64> bishop, rook;
  std::array<Bitboard, 5248 + 102400> attacks;
};
extern const SliderTables kSliders;

/// The squares that a pawn of this colour on this square attacks.
THREATPERFT_INLINE Bitboard pawn_attacks(Color color, Square square) {
  return kGeometry.pawn_attacks[index(color)][index(square)];
}
THREATPERFT_INLINE Bitboard knight_attacks(Square square) { return kGeometry.knight_attacks[index(square)]; }
THREATPERFT_INLINE Bitboard king_attacks(Square square) { return kGeometry.king_attacks[index(square)]; }

/// The squares strictly between `a` and `b` if they share a rank, file or diagonal, and `b` in any case.
THREATPERFT_INLINE Bitboard segment(Square a, Square b) { return kGeometry.segment[index(a)][index(b)]; }

/// The squares behind `b` as seen from `a`; empty if they share no line.
THREATPERFT_INLINE Bitboard beyond(Square a, Square b) { return kGeometry.beyond[index(a)][index(b)]; }

/// Hyperbola quintessence (Aleks Peshkov, Gerd Isenberg): subtracting the slider from the blockers of a line
/// borrows up to the first one; the byte-swapped board gives the other direction. Not for ranks, which bytes
/// do not reverse.
THREATPERFT_INLINE constexpr Bitboard line_attacks(Square square, Bitboard line, Bitboard occupied) {
  const std::uint64_t slider = std::uint64_t{1} << index(square);
  const std::uint64_t blockers = occupied.bits & line.bits;
  const std::uint64_t up = blockers - slider;
  const std::uint64_t down = __builtin_bswap64(__builtin_bswap64(blockers) - __builtin_bswap64(slider));
  return Bitboard{(up ^ down) & line.bits};
}

/// The squares that a bishop on `square` reaches under this occupancy, blockers of either colour included.
THREATPERFT_INLINE Bitboard bishop_attacks(Square square, Bitboard occupied) {
#if THREATPERFT_PEXT
  const SliderTables::Entry& entry = kSliders.bishop[index(square)];
  return kSliders.attacks[entry.offset + _pext_u64(occupied.bits, entry.mask)];
#else
  return line_attacks(square, kGeometry.diagonal_line[index(square)], occupied) |
         line_attacks(square, kGeometry.antidiagonal_line[index(square)], occupied);
#endif
}

/// The same for a rook.
THREATPERFT_INLINE Bitboard rook_attacks(Square square, Bitboard occupied) {
#if THREATPERFT_PEXT
  const SliderTables::Entry& entry = kSliders.rook[index(square)];
  return kSliders.attacks[entry.offset + _pext_u64(occupied.bits, entry.mask)];
#else
  const unsigned shift = index(square) & 56;
  const std::uint64_t along_rank =
      kGeometry.rank_attacks[index(square) & 7][occupied.bits >> (shift + 1) & 63];
  return line_attacks(square, kGeometry.file_line[index(square)], occupied) | Bitboard{along_rank << shift};
#endif
}

THREATPERFT_INLINE Bitboard queen_attacks(Square square, Bitboard occupied) {
  return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
}

/// The pseudo-legal attacks of a piece: where it threatens whatever stands there.
THREATPERFT_INLINE Bitboard attacks(Piece piece, Square square, Bitboard occupied) {
  switch (type_of(piece)) {
    case PieceType::pawn:
      return pawn_attacks(color_of(piece), square);
    case PieceType::knight:
      return knight_attacks(square);
    case PieceType::bishop:
      return bishop_attacks(square, occupied);
    case PieceType::rook:
      return rook_attacks(square, occupied);
    case PieceType::queen:
      return queen_attacks(square, occupied);
    case PieceType::king:
      return king_attacks(square);
  }
  return Bitboard{};
}

}  // namespace threatperft
