#pragma once

#include <immintrin.h>

#include <array>

#include "engine_core/chess/position.h"
#include "engine_core/threats/avx2_tables.h"

namespace threatperft::inline THREATPERFT_BUILD {
namespace avx2_detail {

/// The lanes of all 64 squares of a board.
///
/// They are found for the whole board at once, which costs a few instructions a square and leaves a single
/// load to every focus. A rank is eight words in the lower half of a register; in the upper half lies the
/// board turned round by 180 degrees, where everything below becomes something above. Going from the eighth
/// rank to the first, the closest piece up a ray is the piece on the next square or else what that square
/// itself sees: one blend a direction, with the pieces as their own mask, for the empty word alone has the
/// sign bits of its bytes set.
class BoardLanes {
 public:
  THREATPERFT_INLINE explicit BoardLanes(const Position& position) {
    find<7>(read(position), {nothing(), nothing(), nothing()});
  }

  THREATPERFT_INLINE __m256i operator[](Square square) const { return lanes_[index(square)]; }

 private:
  // Of every register that stands for a rank here, the lower half belongs to the squares of the rank, a to h,
  // and the upper half to the squares opposite, seen from the other side of the board.
  using Rank = __m256i;
  struct Board {
    Rank ranks[8];
  };
  /// What the squares of a rank see up the board.
  struct View {
    Rank north, north_east, north_west;
  };

  THREATPERFT_INLINE static Rank nothing() { return _mm256_set1_epi16(-1); }

  /// Moved across the files: what stands so many files further to the east or west.
  template <int Files>
  THREATPERFT_INLINE static Rank from_east(Rank rank) {
    return _mm256_alignr_epi8(nothing(), rank, 2 * Files);
  }
  template <int Files>
  THREATPERFT_INLINE static Rank from_west(Rank rank) {
    return _mm256_alignr_epi8(rank, nothing(), 16 - 2 * Files);
  }

  /// The near pieces, and the far ones where there is none.
  THREATPERFT_INLINE static Rank closest(Rank near, Rank far) { return _mm256_blendv_epi8(near, far, near); }

  /// Along the rank itself, doubling the reach with every step.
  THREATPERFT_INLINE static Rank east_view(Rank rank) {
    const Rank one = from_east<1>(rank);
    const Rank two = closest(one, from_east<1>(one));
    const Rank four = closest(two, from_east<2>(two));
    return closest(four, from_east<4>(four));
  }

  THREATPERFT_INLINE static View view_from_below(Rank rank, const View& view) {
    return {closest(rank, view.north), from_east<1>(closest(rank, view.north_east)),
            from_west<1>(closest(rank, view.north_west))};
  }

  /// Two ranks a quarter: `half` of the board, and the `other` half with its bytes turned round.
  THREATPERFT_INLINE static __m256i lower_quarter(__m256i half, __m256i turned_other) {
    return _mm256_blend_epi32(half, turned_other, 0xF0);
  }
  THREATPERFT_INLINE static __m256i upper_quarter(__m256i half, __m256i turned_other) {
    return _mm256_permute2x128_si256(half, turned_other, 0x21);
  }

  THREATPERFT_INLINE static Board read(const Position& position) {
    static_assert(index(Piece::none) == 0xFF);
    const auto* mailbox = reinterpret_cast<const __m256i*>(position.mailbox.data());
    const __m256i squares = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                                             19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    const __m256i upper_squares = _mm256_add_epi8(squares, _mm256_set1_epi8(32));
    const __m256i turn =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));

    const __m256i p0 = _mm256_load_si256(mailbox);
    const __m256i p1 = _mm256_load_si256(mailbox + 1);
    const __m256i s0 = _mm256_blendv_epi8(squares, p0, p0);  // 0xFF for an empty square
    const __m256i s1 = _mm256_blendv_epi8(upper_squares, p1, p1);
    const __m256i turned_p0 = _mm256_shuffle_epi8(p0, turn);
    const __m256i turned_p1 = _mm256_shuffle_epi8(p1, turn);
    const __m256i turned_s0 = _mm256_shuffle_epi8(s0, turn);
    const __m256i turned_s1 = _mm256_shuffle_epi8(s1, turn);

    Board board;
    put_quarter(board.ranks, lower_quarter(p0, turned_p1), lower_quarter(s0, turned_s1));
    put_quarter(board.ranks + 2, upper_quarter(p0, turned_p1), upper_quarter(s0, turned_s1));
    put_quarter(board.ranks + 4, lower_quarter(p1, turned_p0), lower_quarter(s1, turned_s0));
    put_quarter(board.ranks + 6, upper_quarter(p1, turned_p0), upper_quarter(s1, turned_s0));
    return board;
  }
  THREATPERFT_INLINE static void put_quarter(Rank* ranks, __m256i pieces, __m256i squares) {
    ranks[0] = _mm256_unpacklo_epi8(pieces, squares);
    ranks[1] = _mm256_unpackhi_epi8(pieces, squares);
  }

  /// Writes the lanes of a rank's squares, and goes on to the rank below.
  template <unsigned N>
  THREATPERFT_INLINE void find(const Board& board, const View& view) {
    const Rank next = N < 7 ? board.ranks[(N + 1) % 8] : nothing();
    const Rank second = N < 6 ? board.ranks[(N + 2) % 8] : nothing();
    transpose<N>({view.north, view.north_east, view.north_west, east_view(board.ranks[N])},
                 {from_east<1>(second), from_west<1>(second), from_east<2>(next), from_west<2>(next)});
    if constexpr (N > 0) find<N - 1>(board, view_from_below(board.ranks[N], view));
  }

  /// Four directions of eight squares each.
  struct Four {
    Rank a, b, c, d;
  };
  /// The same by square: two squares a register, in the quarters of either half.
  struct Pairs {
    __m256i ab, cd, ef, gh;
  };
  THREATPERFT_INLINE static Pairs by_square(const Four& four) {
    const __m256i lo_ab = _mm256_unpacklo_epi16(four.a, four.b);
    const __m256i hi_ab = _mm256_unpackhi_epi16(four.a, four.b);
    const __m256i lo_cd = _mm256_unpacklo_epi16(four.c, four.d);
    const __m256i hi_cd = _mm256_unpackhi_epi16(four.c, four.d);
    return {_mm256_unpacklo_epi32(lo_ab, lo_cd), _mm256_unpackhi_epi32(lo_ab, lo_cd),
            _mm256_unpacklo_epi32(hi_ab, hi_cd), _mm256_unpackhi_epi32(hi_ab, hi_cd)};
  }

  template <unsigned N>
  THREATPERFT_INLINE void transpose(const Four& rays, const Four& jumps) {
    const Pairs r = by_square(rays);
    const Pairs j = by_square(jumps);
    put<8 * N + 0>(_mm256_unpacklo_epi64(r.ab, j.ab));
    put<8 * N + 1>(_mm256_unpackhi_epi64(r.ab, j.ab));
    put<8 * N + 2>(_mm256_unpacklo_epi64(r.cd, j.cd));
    put<8 * N + 3>(_mm256_unpackhi_epi64(r.cd, j.cd));
    put<8 * N + 4>(_mm256_unpacklo_epi64(r.ef, j.ef));
    put<8 * N + 5>(_mm256_unpackhi_epi64(r.ef, j.ef));
    put<8 * N + 6>(_mm256_unpacklo_epi64(r.gh, j.gh));
    put<8 * N + 7>(_mm256_unpackhi_epi64(r.gh, j.gh));
  }

  /// Takes the upward lanes of a square and the downward lanes of the one opposite. The upper half of the
  /// board comes first and waits in its place until the lower half brings the missing halves.
  template <unsigned S>
  THREATPERFT_INLINE void put(__m256i lanes) {
    constexpr unsigned opposite = 63 - S;
    if constexpr (S < 32) {
      const __m256i waiting = lanes_[opposite];
      lanes_[S] = _mm256_blend_epi32(lanes, waiting, 0xF0);
      lanes_[opposite] = _mm256_blend_epi32(waiting, lanes, 0xF0);
    } else {
      lanes_[S] = lanes;
    }
  }

  __m256i lanes_[kSquareCount];
};

}  // namespace avx2_detail
}  // namespace threatperft::inline THREATPERFT_BUILD
