#pragma once

#include <immintrin.h>

#include <cstdint>

#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"
#include "engine_core/threats/avx512_tables.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

// The steps of the AVX-512 updater, each a few instructions, from a board in registers to masks and tuples.

/// A board in registers: the mailbox, and the occupancy in each of eight words. The occupancy decides what
/// stands on rays; the mailbox may keep pieces that have left, unless a knight's jump from a focus leads
/// there.
struct Board512 {
  __m512i mailbox;
  __m512i occupied;
};

/// Which lanes of a vector, as a register of masks holds it.
using Lanes8 = __mmask8;
using Lanes16 = __mmask16;

namespace steps512 {

/// Truth tables for three operands, the first one's bit being the highest of the index.
inline constexpr int kOrThenAndNot = 0x54;  // (a | b) & ~c
inline constexpr int kAndEither = 0xE0;     // a & (b | c)
inline constexpr int kOrBoth = 0xF8;        // a | (b & c)
inline constexpr int kXor = 0x96;           // a ^ b ^ c

/// In byte 0 of every lane.
inline constexpr __mmask64 kPieceBytes = 0x1111111111111111;

THREATPERFT_INLINE __m512i load(const void* aligned) { return _mm512_load_si512(aligned); }
THREATPERFT_INLINE __m256i low_half(__m512i vector) { return _mm512_castsi512_si256(vector); }
THREATPERFT_INLINE __m512i every_word(std::uint64_t word) {
  return _mm512_set1_epi64(static_cast<long long>(word));
}
THREATPERFT_INLINE __m512i every_lane(std::uint32_t lane) {
  return _mm512_set1_epi32(static_cast<int>(lane));
}

/// The position as it stands. Its sets are read one word at a time, as they were written.
THREATPERFT_INLINE Board512 load_board(const Position& position) {
  return {load(position.mailbox.data()),
          _mm512_or_si512(every_word(position.by_color[0].bits), every_word(position.by_color[1].bits))};
}

/// The occupancy without a square.
THREATPERFT_INLINE __m512i vacate(__m512i occupied, Square square) {
  return _mm512_andnot_si512(every_word(kSquareTables.bits[index(square)]), occupied);
}

/// The occupancy with a square.
THREATPERFT_INLINE __m512i occupy(__m512i occupied, Square square) {
  return _mm512_or_si512(occupied, every_word(kSquareTables.bits[index(square)]));
}

/// The mailbox with `piece` (or none) on a square.
THREATPERFT_INLINE __m512i put(__m512i mailbox, Piece piece, Square square) {
  return _mm512_mask_set1_epi8(mailbox, kSquareTables.bits[index(square)], static_cast<char>(index(piece)));
}

/// The occupied squares of each ray, a word for each direction.
THREATPERFT_INLINE __m512i occupied_rays(__m512i occupied, Square focus) {
  return _mm512_and_si512(occupied, load(kSquareTables.rays[index(focus)].data()));
}

/// The rays on which the closest piece stands next to the focus: those that have a square of the ring in
/// them.
THREATPERFT_INLINE Lanes8 near_lanes(__m512i rays, Square focus) {
  return _mm512_test_epi64_mask(rays, every_word(kSquareTables.rings[index(focus)]));
}

/// For each ray, 63 less the square of the closest piece; 64 if there is none. Upwards, all bits but the
/// lowest are cleared; downwards the closest piece is the highest bit anyway.
THREATPERFT_INLINE __m512i closest(__m512i rays) {
  const __m512i negated = _mm512_sub_epi64(_mm512_setzero_si512(), rays);
  const __m512i keep = load(kKeepAllBits.data());
  return _mm512_lzcnt_epi64(_mm512_ternarylogic_epi64(rays, negated, keep, kAndEither));
}

/// Sixteen lanes of (square, square, piece, focus square): a lane without a square has -1 in its place.
/// `piece` stands on the focus.
THREATPERFT_INLINE __m512i squares_of_lanes(__m512i closest_on_rays, Square focus, Piece piece) {
  const __m512i words = _mm512_or_si512(closest_on_rays, load(kSquareTables.frames[index(focus)].data()));
  const __m512i mirrored = _mm512_permutexvar_epi8(load(kSpread.data()), words);
  return _mm512_sub_epi8(every_lane(0x3F003F3F | index(piece) << 16), mirrored);
}

/// Tuples (piece, square, focus piece, focus square): every lane as a threat on the focus. The bytes that
/// index the mailbox are replaced by what they find there. Lanes without a square hold anything.
THREATPERFT_INLINE __m512i threats_on_focus(__m512i squares, __m512i mailbox) {
  return _mm512_mask_permutexvar_epi8(squares, kPieceBytes, squares, mailbox);
}

/// What the pieces of the lanes can do, in byte 0 (the others hold anything); 0 where nothing stands. A
/// lane's index gets its highest bit from the -1 of a lane without a square, or from the code of an empty
/// square.
THREATPERFT_INLINE __m512i reach_of_lanes(__m512i tuples, __m512i squares) {
  const __m512i table =
      _mm512_broadcast_i32x4(_mm_load_si128(reinterpret_cast<const __m128i*>(kReach.data())));
  return _mm512_shuffle_epi8(table, _mm512_ternarylogic_epi32(tuples, squares, every_lane(0x80), kOrBoth));
}

/// The lanes on which a piece stands.
THREATPERFT_INLINE Lanes16 occupied_lanes(__m512i reach) {
  return _mm512_test_epi32_mask(reach, every_lane(0xFF));
}

/// What would reach the focus from each lane.
THREATPERFT_INLINE __m512i reach_of_focus(Lanes8 near) {
  return _mm512_mask_mov_epi32(load(kFarReach.data()), near, load(kNearReach.data()));
}

/// For each ray, the threat of its closest piece on that of the opposite ray, were the focus empty.
THREATPERFT_INLINE __m256i threats_across(__m512i tuples) {
  const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(kWithOpposite.data()));
  return _mm256_shuffle_epi8(low_half(tuples), order);
}

/// Those of them that are threats: the first is a slider of the ray's kind and the second one exists, in one
/// comparison. A lane's slider bit is 0x40000000 or more, the victim's square is the tuple's highest byte:
/// below 0x40, or 0xFF if there is none. So a tuple is below the slider bit if both are there.
THREATPERFT_INLINE Lanes8 sliders_across(__m256i across, __m512i reach) {
  const __m256i bits = _mm256_load_si256(reinterpret_cast<const __m256i*>(kSliderReach.data()));
  return _mm256_cmplt_epu32_mask(across, _mm256_and_si256(_mm256_slli_epi32(low_half(reach), 24), bits));
}

}  // namespace steps512

/// All that is connected with one square on which `piece` stands, appears or vanishes.
struct Focus512 {
  __m512i rays;      ///< the occupied squares of each ray
  __m512i incoming;  ///< every lane as a threat on the piece
  __m512i reach;     ///< what the lanes' pieces can do
  __m512i reached;   ///< what would reach the focus from each lane
  __m256i across;    ///< what is discovered when the focus is vacated
  Lanes8 near;
  Lanes8 discovered;  ///< of `across`
  Lanes16 attackers;  ///< of `incoming`

  THREATPERFT_INLINE Focus512(const Board512& board, Square focus, Piece piece) {
    rays = steps512::occupied_rays(board.occupied, focus);
    near = steps512::near_lanes(rays, focus);
    const __m512i squares = steps512::squares_of_lanes(steps512::closest(rays), focus, piece);
    incoming = steps512::threats_on_focus(squares, board.mailbox);
    reach = steps512::reach_of_lanes(incoming, squares);
    reached = steps512::reach_of_focus(near);
    attackers = _mm512_test_epi32_mask(reach, reached);
    across = steps512::threats_across(incoming);
    discovered = steps512::sliders_across(across, reach);
  }
};

namespace steps512 {

/// The lanes that a piece on the focus attacks: rays for all but the knight, whose lanes are the upper eight.
template <Piece FocusPiece>
THREATPERFT_INLINE Lanes16 attacked_lanes(const Focus512& focus, KnownPiece<FocusPiece> /*piece*/) {
  constexpr PieceType type = type_of(FocusPiece);
  if constexpr (type == PieceType::pawn) {
    constexpr Lanes8 forward = color_of(FocusPiece) == Color::white ? 0x50 : 0xA0;  // NE and NW, or SW and SE
    return focus.near & forward;
  } else if constexpr (type == PieceType::knight) {
    return occupied_lanes(focus.reach) & 0xFF00;
  } else if constexpr (type == PieceType::king) {
    return focus.near;
  } else {
    constexpr Lanes8 straight = type == PieceType::bishop ? 0 : 0x0F;
    constexpr Lanes8 diagonal = type == PieceType::rook ? 0 : 0xF0;
    return _mm512_mask_test_epi64_mask(straight | diagonal, focus.rays, focus.rays);
  }
}

/// The same for a piece that is only known at run time.
THREATPERFT_INLINE Lanes16 attacked_lanes(const Focus512& focus, Piece piece) {
  return _mm512_mask_test_epi32_mask(occupied_lanes(focus.reach), focus.reached,
                                     every_lane(kReachFromFocus[index(piece)]));
}

/// Tuples on the focus turned into tuples from the focus.
THREATPERFT_INLINE __m512i turned(__m512i tuples) { return _mm512_rol_epi32(tuples, 16); }

/// Tuples on `present`, which stands on the focus, turned into tuples on `other`.
THREATPERFT_INLINE __m512i with_victim(__m512i tuples, Piece present, Piece other) {
  return _mm512_ternarylogic_epi32(tuples, every_lane(kVictimPiece[index(present)]),
                                   every_lane(kVictimPiece[index(other)]), kXor);
}

}  // namespace steps512

}  // namespace threatperft::inline THREATPERFT_BUILD
