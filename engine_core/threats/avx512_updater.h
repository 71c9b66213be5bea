#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "engine_core/chess/restrictions.h"
#include "engine_core/threats/avx512_focus.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// The end of a list that is being written, in registers: a vector store might alias a count in memory.
///
/// A list grows by storing a whole vector of compressed tuples at its end and then counting the valid ones;
/// what the next store does not overwrite stays behind the end. This stays within DeltaList: every store
/// begins at the count, which never exceeds `capacity` (see there: 64 for castling), and writes at most 16
/// tuples, which is `slack`.
struct ListEnd {
  Threat* threats;
  std::uint32_t count;

  THREATPERFT_INLINE ListEnd(DeltaList& list, std::uint32_t first)
      : threats(list.threats.data()), count(first) {}

  THREATPERFT_INLINE void store16(__m512i tuples, std::uint32_t valid) {
    _mm512_storeu_si512(threats + count, tuples);
    count += valid;
  }
  THREATPERFT_INLINE void store8(__m256i tuples, std::uint32_t valid) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(threats + count), tuples);
    count += valid;
  }
};
static_assert(DeltaList::slack >= kLaneCount);

THREATPERFT_INLINE std::uint32_t count_of(Lanes16 chosen) {
  return static_cast<std::uint32_t>(__builtin_popcount(chosen));
}

/// Appends the chosen ones of sixteen tuples.
THREATPERFT_INLINE void append16(ListEnd& list, __m512i tuples, Lanes16 chosen) {
  list.store16(_mm512_maskz_compress_epi32(chosen, tuples), count_of(chosen));
}

/// Appends the chosen ones of sixteen tuples, eight at most.
THREATPERFT_INLINE void append8_of_16(ListEnd& list, __m512i tuples, Lanes16 chosen) {
  list.store8(steps512::low_half(_mm512_maskz_compress_epi32(chosen, tuples)), count_of(chosen));
}

/// Appends the chosen ones of eight tuples.
THREATPERFT_INLINE void append8(ListEnd& list, __m256i tuples, Lanes8 chosen) {
  list.store8(_mm256_maskz_compress_epi32(chosen, tuples), count_of(chosen));
}

/// The updater for processors with AVX-512: F, BW, DQ, VL, CD and VBMI. See updater.h for what it writes.
///
/// It sees the board from the focus square in sixteen lanes (avx512_tables.h). The closest piece of each ray
/// comes from the occupancy, by leading zeros in eight 64-bit words at once; one byte permutation of the
/// mailbox turns the lanes' squares into pieces, which gives the tuples, and one byte shuffle into what these
/// pieces can do, which gives the masks. There is neither loop nor branch.
class Avx512Updater {
 public:
  THREATPERFT_INLINE explicit Avx512Updater(const Position& before)
      : board_(steps512::load_board(before)), position_(&before) {
    static_assert(offsetof(Avx512Updater, board_) + sizeof(Board512) + 64 <= sizeof(Avx512Updater));
  }

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE DeltaMark source(Square from, Delta& delta) const {
    Ends ends{delta, DeltaMark{}};
    leave(board_, from, KnownPiece<make_piece(Us, Moved)>{}, ends);
    return ends.close(delta);
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void write(Square from, Square to, Delta& delta, DeltaMark mark) const {
    Ends ends{delta, mark};
    constexpr KnownPiece<make_piece(Us, Placed)> piece;
    Board512 board = without<Moved>(from);
    if constexpr (Kind == MoveKind::en_passant) {
      const Square captured = square_at(index(to) ^ 8);
      leave(board, captured, KnownPiece<make_piece(~Us, PieceType::pawn)>{}, ends);
      board.occupied = steps512::vacate(board.occupied, captured);
    }
    if constexpr (Kind == MoveKind::capture || Kind == MoveKind::promotion_capture) {
      mutate(board, position_->at(to), to, piece, ends);
    } else {
      appear(board, to, piece, ends);
    }
    ends.close(delta);
  }

  THREATPERFT_INLINE DeltaMark write_source(Piece moved, Square from, Delta& delta) const {
    Ends ends{delta, DeltaMark{}};
    leave(board_, from, moved, ends);
    return ends.close(delta);
  }
  THREATPERFT_INLINE DeltaMark write_quiet(Piece /*moved*/, Piece placed, Square from, Square to,
                                           Delta& delta, DeltaMark mark) const {
    Ends ends{delta, mark};
    appear(without(from), to, placed, ends);
    return ends.close(delta);
  }
  THREATPERFT_INLINE DeltaMark write_capture(Piece /*moved*/, Piece placed, Square from, Square to,
                                             Delta& delta, DeltaMark mark) const {
    Ends ends{delta, mark};
    mutate(without(from), position_->at(to), to, placed, ends);
    return ends.close(delta);
  }

  template <Color Us>
  [[gnu::noinline]] void castle(Square king, Square rook, Delta& delta) const {
    constexpr KnownPiece<make_piece(Us, PieceType::king)> king_piece;
    constexpr KnownPiece<make_piece(Us, PieceType::rook)> rook_piece;
    const CastlingTargets targets = castling_targets(king, rook);
    // All four squares are on one rank, so that no knight's jump leads from one to another.
    Board512 board = board_;
    Ends ends{delta, DeltaMark{}};
    leave(board, king, king_piece, ends);
    board.occupied = steps512::vacate(board.occupied, king);
    leave(board, rook, rook_piece, ends);
    board.occupied = steps512::vacate(board.occupied, rook);
    appear(board, targets.king, king_piece, ends);
    board.occupied = steps512::occupy(board.occupied, targets.king);
    board.mailbox = steps512::put(board.mailbox, king_piece, targets.king);
    appear(board, targets.rook, rook_piece, ends);
    ends.close(delta);
  }

  /// The delta of a move to an empty square in one: what `source` and `write` put together, in another order.
  template <Color Us, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to, Delta& delta) const {
    constexpr KnownPiece<make_piece(Us, Moved)> old_piece;
    constexpr KnownPiece<make_piece(Us, Placed)> new_piece;
    // Nothing is seen on a focus from itself: one board without the mover serves both.
    const Board512 board = without<Moved>(from);
    const Focus512 source_focus{board, from, old_piece};
    const Focus512 target_focus{board, to, new_piece};
    Ends ends{delta, DeltaMark{}};
    append8(ends.added, source_focus.across, source_focus.discovered);
    append8(ends.removed, target_focus.across, target_focus.discovered);
    append_both_ways(target_focus, new_piece, ends.added);
    append_both_ways(source_focus, old_piece, ends.removed);
    ends.close(delta);
  }

 private:
  struct Ends {
    ListEnd added;
    ListEnd removed;

    THREATPERFT_INLINE Ends(Delta& delta, DeltaMark mark)
        : added(delta.added, mark.added), removed(delta.removed, mark.removed) {}
    THREATPERFT_INLINE DeltaMark close(Delta& delta) const {
      delta.added.count = added.count;
      delta.removed.count = removed.count;
      return {added.count, removed.count};
    }
  };

  /// The board that the mover has left. Only a knight's jump leads back to the source square.
  template <PieceType Moved>
  /// Any piece may be the knight.
  THREATPERFT_INLINE Board512 without(Square from) const {
    Board512 board = board_;
    board.occupied = steps512::vacate(board.occupied, from);
    if constexpr (Moved == PieceType::knight) board.mailbox = steps512::put(board.mailbox, Piece::none, from);
    return board;
  }
  /// Any piece may be the knight.
  THREATPERFT_INLINE Board512 without(Square from) const { return without<PieceType::knight>(from); }

  // The pieces are known when compiling or not: KnownPiece or Piece.

  /// `change`, the two ways: a piece vanishes, a piece appears.
  template <class FocusPiece>
  THREATPERFT_INLINE static void leave(const Board512& board, Square square, FocusPiece piece, Ends& ends) {
    const Focus512 focus{board, square, piece};
    append_both_ways(focus, piece, ends.removed);
    append8(ends.added, focus.across, focus.discovered);
  }
  template <class FocusPiece>
  THREATPERFT_INLINE static void appear(const Board512& board, Square square, FocusPiece piece, Ends& ends) {
    const Focus512 focus{board, square, piece};
    append_both_ways(focus, piece, ends.added);
    append8(ends.removed, focus.across, focus.discovered);
  }

  /// `old_piece` is replaced. The same pieces attack both, so that their tuples are compressed once.
  template <class FocusPiece>
  THREATPERFT_INLINE static void mutate(const Board512& board, Piece old_piece, Square square,
                                        FocusPiece new_piece, Ends& ends) {
    const Focus512 focus{board, square, new_piece};
    append_outgoing(focus, new_piece, ends.added);
    const __m512i old_outgoing =
        steps512::turned(steps512::with_victim(focus.incoming, new_piece, old_piece));
    append8_of_16(ends.removed, old_outgoing, steps512::attacked_lanes(focus, old_piece));

    const __m512i attackers = _mm512_maskz_compress_epi32(focus.attackers, focus.incoming);
    const std::uint32_t count = count_of(focus.attackers);
    ends.added.store16(attackers, count);
    ends.removed.store16(steps512::with_victim(attackers, new_piece, old_piece), count);
  }

  template <class FocusPiece>
  THREATPERFT_INLINE static void append_both_ways(const Focus512& focus, FocusPiece piece, ListEnd& list) {
    append_outgoing(focus, piece, list);
    append16(list, focus.incoming, focus.attackers);
  }

  template <Piece FocusPiece>
  THREATPERFT_INLINE static void append_outgoing(const Focus512& focus, KnownPiece<FocusPiece> piece,
                                                 ListEnd& list) {
    const Lanes16 attacked = steps512::attacked_lanes(focus, piece);
    if constexpr (type_of(FocusPiece) == PieceType::knight) {
      append8_of_16(list, steps512::turned(focus.incoming), attacked);
    } else {
      append8(list, _mm256_rol_epi32(steps512::low_half(focus.incoming), 16), static_cast<Lanes8>(attacked));
    }
  }
  THREATPERFT_INLINE static void append_outgoing(const Focus512& focus, Piece piece, ListEnd& list) {
    append8_of_16(list, steps512::turned(focus.incoming), steps512::attacked_lanes(focus, piece));
  }

  // The vectors come first, so that the object ends 64 bytes or more behind them. A Zen 4 makes a load of 64
  // bytes wait for all stores on their way to the 64 bytes that follow it, too, and what follows an updater
  // is, as a rule, the delta that it writes: walks took 1.6 times as long.
  const Board512 board_;
  const Position* const position_;
};

static_assert(UpdaterClass<Avx512Updater> && WritesAnyPiece<Avx512Updater>);

}  // namespace threatperft::inline THREATPERFT_BUILD
