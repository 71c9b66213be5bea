#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "engine_core/threats/avx2_tables.h"
#include "engine_core/threats/threat.h"
#include "engine_core/threats/updater.h"

// What a focus is connected with: relations of all sixteen lanes (avx2_tables.h) at once, and their threats
// packed to the front and stored as whole registers, without a branch or a loop.
namespace threatperft::inline THREATPERFT_BUILD {
namespace avx2_detail {

using Lanes = __m256i;  ///< sixteen words: what a square sees
using Threats =
    __m256i;  ///< eight threats, of the rays or of the jumps: the lower half's four, then the upper half's
using LaneSet = std::size_t;  ///< a choice of eight threats, one bit each

/// A list that grows; the count stays in a register. Stores eight threats at a time: `DeltaList::slack` is
/// for this.
struct Output {
  Threat* threats;
  std::size_t count;

  THREATPERFT_INLINE void append(Threats packed, LaneSet chosen) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(threats + count), packed);
    count += static_cast<std::size_t>(__builtin_popcount(static_cast<unsigned>(chosen)));
  }
};

/// piece | square << 8 in every lane.
THREATPERFT_INLINE __m256i words_of(Piece piece, Square square) {
  return _mm256_set1_epi32(static_cast<int>(kFocusWords[index(piece)][index(square)]));
}

/// A square that a piece has left: how other lanes show it, and what they show now.
struct Hole {
  __m256i word;
  Lanes beyond;
};

THREATPERFT_INLINE Hole make_hole(Piece piece, Square square, Lanes lanes) {
  return {words_of(piece, square), _mm256_or_si256(lanes, kJumpLanes.load())};
}
THREATPERFT_INLINE Lanes blank(Lanes lanes, const Hole& hole) {
  return _mm256_blendv_epi8(lanes, hole.beyond, _mm256_cmpeq_epi16(lanes, hole.word));
}

/// The lanes after a piece has appeared on a square right beside.
THREATPERFT_INLINE Lanes add_neighbour(Lanes lanes, Square square, Piece piece, Square neighbour) {
  const auto word = static_cast<short>(index(neighbour) << 8);
  const __m256i there = _mm256_cmpeq_epi16(kNeighbours[index(square)].load(), _mm256_set1_epi16(word));
  return _mm256_blendv_epi8(lanes, words_of(piece, neighbour), there);
}

// Unpacking the lower or the upper quarters pairs the rays or the jumps with the focus.
THREATPERFT_INLINE Threats on_rays(__m256i attackers, __m256i victims) {
  return _mm256_unpacklo_epi16(attackers, victims);
}
THREATPERFT_INLINE Threats on_jumps(__m256i attackers, __m256i victims) {
  return _mm256_unpackhi_epi16(attackers, victims);
}

/// The threats of which one side is an empty square: the victim's square is negative then.
THREATPERFT_INLINE LaneSet void_threats(Threats threats) {
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(threats)));
}

/// The chosen threats, brought to the front.
THREATPERFT_INLINE Threats pack(Threats threats, LaneSet chosen) {
  const auto* order = reinterpret_cast<const __m128i*>(kPacking[chosen].data());
  return _mm256_permutevar8x32_epi32(threats, _mm256_cvtepu8_epi32(_mm_loadl_epi64(order)));
}

/// What the pieces in the lanes can do to the focus.
struct Relations {
  __m256i attackers;  ///< positive words where the piece attacks the focus
  __m256i sliders;    ///< and where it does so from afar, and would attack what is behind the focus
  __m256i near;       ///< positive words in rays that end right beside the focus, or nowhere

  THREATPERFT_INLINE Relations(Lanes lanes, Square square) {
    const __m256i kinds = _mm256_shuffle_epi8(kKinds.load(), lanes);
    // Where the square is the neighbour, it cancels out and leaves the piece, less than 256. What is empty is
    // negative.
    const __m256i distance = _mm256_xor_si256(lanes, kNeighbours[index(square)].load());
    const __m256i is_far = _mm256_cmpgt_epi16(distance, _mm256_set1_epi16(0xFF));
    near = _mm256_andnot_si256(is_far, kNearKinds.load());
    attackers = _mm256_and_si256(kinds, _mm256_or_si256(near, kFarKinds.load()));
    sliders = _mm256_and_si256(kinds, kSliderKinds.load());
  }
};

/// Which rays and jumps have positive words among the attackers, and which rays among others.
struct Chosen {
  LaneSet rays, jumps, other_rays;
};
THREATPERFT_INLINE Chosen choose(__m256i attackers, __m256i others) {
  const __m256i positive = _mm256_cmpgt_epi8(_mm256_packs_epi16(attackers, others), _mm256_setzero_si256());
#if THREATPERFT_PEXT
  const auto bits = static_cast<unsigned>(_mm256_movemask_epi8(positive));
  return {_pext_u32(bits, 0x000F000F), _pext_u32(bits, 0x00F000F0), _pext_u32(bits, 0x0F000F00)};
#else
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  const auto bits = static_cast<unsigned>(_mm256_movemask_epi8(_mm256_permutevar8x32_epi32(positive, order)));
  return {bits & 0xFF, bits >> 8 & 0xFF, bits >> 16};
#endif
}

/// The rays that end on the neighbouring square.
THREATPERFT_INLINE LaneSet occupied_neighbours(Lanes lanes, Square square) {
  const __m256i equal = _mm256_cmpeq_epi8(lanes, kNeighbours[index(square)].load());
  const __m256i both = _mm256_unpacklo_epi16(equal, equal);  // the square is a word's upper byte
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(both)));
}

// The piece on the focus is known when compiling or not: KnownPiece or Piece.

/// What it attacks from there.
template <Piece Focus>
THREATPERFT_INLINE void append_outgoing(Lanes lanes, Square square, KnownPiece<Focus> /*piece*/,
                                        __m256i focus, Output& out) {
  constexpr PieceType type = type_of(Focus);
  const Threats threats = type == PieceType::knight ? on_jumps(focus, lanes) : on_rays(focus, lanes);
  LaneSet chosen = 0;
  if constexpr (near_rays(Focus) != 0) {
    chosen = occupied_neighbours(lanes, square) & near_rays(Focus);
  } else {
    chosen = ~void_threats(threats) & far_rays(type);
  }
  out.append(pack(threats, chosen), chosen);
}
THREATPERFT_INLINE void append_outgoing(Lanes lanes, Square square, Piece piece, __m256i focus, Output& out) {
  const PieceShape& shape = kPieceShapes[index(piece)];
  const Threats threats = on_rays(focus, _mm256_shuffle_epi8(lanes, shape.lanes.load()));
  const LaneSet chosen =
      ~void_threats(threats) & (shape.far | (shape.near & occupied_neighbours(lanes, square)));
  out.append(pack(threats, chosen), chosen);
}

/// A piece appears on a square or leaves it: its own threats and those on it go to `related`, and those of
/// sliders that it parts from what is behind it to `discovered`.
template <class FocusPiece>
THREATPERFT_INLINE void change_piece(Lanes lanes, Square square, FocusPiece piece, Output& related,
                                     Output& discovered) {
  const __m256i focus = words_of(piece, square);
  const Relations relations(lanes, square);
  const Chosen chosen = choose(relations.attackers, relations.sliders);
  related.append(pack(on_rays(lanes, focus), chosen.rays), chosen.rays);
  related.append(pack(on_jumps(lanes, focus), chosen.jumps), chosen.jumps);
  append_outgoing(lanes, square, piece, focus, related);

  const Lanes opposite = _mm256_permute4x64_epi64(lanes, 0x4E);  // the halves swapped
  const Threats through = on_rays(lanes, opposite);
  const LaneSet parted = chosen.other_rays & ~void_threats(through);
  discovered.append(pack(through, parted), parted);
}

/// The piece on a square is replaced by another one: what attacked it attacks that one now.
template <class FocusPiece>
THREATPERFT_INLINE void replace_piece(Lanes lanes, Square square, FocusPiece piece, Piece victim,
                                      Output& added, Output& removed) {
  const __m256i focus = words_of(piece, square);
  const __m256i old_focus = words_of(victim, square);
  const auto of_old = [old_focus](Threats on_new) { return _mm256_blend_epi16(on_new, old_focus, 0xAA); };
  const Relations relations(lanes, square);
  const Chosen chosen = choose(relations.attackers, relations.near);

  const Threats rays = pack(on_rays(lanes, focus), chosen.rays);
  added.append(rays, chosen.rays);
  removed.append(of_old(rays), chosen.rays);
  const Threats jumps = pack(on_jumps(lanes, focus), chosen.jumps);
  added.append(jumps, chosen.jumps);
  removed.append(of_old(jumps), chosen.jumps);
  append_outgoing(lanes, square, piece, focus, added);

  const PieceShape& shape = kPieceShapes[index(victim)];
  const Threats threats = on_rays(old_focus, _mm256_shuffle_epi8(lanes, shape.lanes.load()));
  const LaneSet outgoing = ~void_threats(threats) & (shape.far | (shape.near & chosen.other_rays));
  removed.append(pack(threats, outgoing), outgoing);
}

}  // namespace avx2_detail
}  // namespace threatperft::inline THREATPERFT_BUILD
