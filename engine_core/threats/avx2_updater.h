#pragma once

#include <immintrin.h>

#include <cstdint>

#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"
#include "engine_core/chess/restrictions.h"
#include "engine_core/threats/avx2_focus.h"
#include "engine_core/threats/avx2_lanes.h"
#include "engine_core/threats/delta.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Writes deltas with AVX2; the compiler's target must have AVX2, BMI and POPCNT. See updater.h for what it
/// writes.
///
/// The lanes of a position (avx2_lanes.h) say for every square what it sees in sixteen directions, so that a
/// focus is one load. A square that has been emptied is blanked by letting lanes that end there show what
/// lies beyond.
class Avx2Updater {
 public:
  THREATPERFT_INLINE explicit Avx2Updater(const Position& before) : before_(before), lanes_(before) {}

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE DeltaMark source(Square from, Delta& delta) const {
    Outputs out(delta, DeltaMark{});
    leave(lanes_[from], from, KnownPiece<make_piece(Us, Moved)>{}, out);
    return out.finish(delta);
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void write(Square from, Square to, Delta& delta, DeltaMark mark) const {
    static_assert(Kind != MoveKind::castling);
    constexpr KnownPiece<make_piece(Us, Placed)> piece;
    Outputs out(delta, mark);
    const Hole source_hole = hole(make_piece(Us, Moved), from);
    Lanes lanes = blank(lanes_[to], source_hole);
    if constexpr (Kind == MoveKind::capture || Kind == MoveKind::promotion_capture) {
      replace(lanes, to, piece, out);
    } else {
      if constexpr (Kind == MoveKind::en_passant) {
        constexpr KnownPiece<make_piece(~Us, PieceType::pawn)> pawn;
        const Square captured = square_at(index(to) ^ 8);
        leave(blank(lanes_[captured], source_hole), captured, pawn, out);
        // The two emptied squares lie in different directions from the target, neither is behind the other.
        lanes = blank(lanes, hole(pawn, captured));
      }
      appear(lanes, to, piece, out);
    }
    out.finish(delta);
  }

  THREATPERFT_INLINE DeltaMark write_source(Piece moved, Square from, Delta& delta) const {
    Outputs out(delta, DeltaMark{});
    leave(lanes_[from], from, moved, out);
    return out.finish(delta);
  }
  THREATPERFT_INLINE DeltaMark write_quiet(Piece moved, Piece placed, Square from, Square to, Delta& delta,
                                           DeltaMark mark) const {
    Outputs out(delta, mark);
    appear(blank(lanes_[to], hole(moved, from)), to, placed, out);
    return out.finish(delta);
  }
  THREATPERFT_INLINE DeltaMark write_capture(Piece moved, Piece placed, Square from, Square to, Delta& delta,
                                             DeltaMark mark) const {
    Outputs out(delta, mark);
    replace(blank(lanes_[to], hole(moved, from)), to, placed, out);
    return out.finish(delta);
  }

  template <Color Us>
  [[gnu::noinline]] void castle(Square king, Square rook, Delta& delta) const {
    constexpr KnownPiece<make_piece(Us, PieceType::king)> king_piece;
    constexpr KnownPiece<make_piece(Us, PieceType::rook)> rook_piece;
    const CastlingTargets targets = castling_targets(king, rook);
    const Hole king_hole = hole(king_piece, king);
    const Lanes rook_lanes = blank(lanes_[rook], king_hole);
    const Hole rook_hole = avx2_detail::make_hole(rook_piece, rook, rook_lanes);
    // Behind either of the emptied squares may lie the other one: the second hole knows of the first.
    const auto blank_both = [&](Square square) { return blank(blank(lanes_[square], king_hole), rook_hole); };

    Outputs out(delta, DeltaMark{});
    leave(lanes_[king], king, king_piece, out);
    leave(rook_lanes, rook, rook_piece, out);
    appear(blank_both(targets.king), targets.king, king_piece, out);
    const Lanes beside_king =
        avx2_detail::add_neighbour(blank_both(targets.rook), targets.rook, king_piece, targets.king);
    appear(beside_king, targets.rook, rook_piece, out);
    out.finish(delta);
  }

 private:
  using Lanes = avx2_detail::Lanes;
  using Hole = avx2_detail::Hole;

  /// Both lists while they grow.
  struct Outputs {
    avx2_detail::Output added, removed;

    THREATPERFT_INLINE Outputs(Delta& delta, DeltaMark mark)
        : added{delta.added.threats.data(), mark.added},
          removed{delta.removed.threats.data(), mark.removed} {}

    THREATPERFT_INLINE DeltaMark finish(Delta& delta) const {
      delta.added.count = static_cast<std::uint32_t>(added.count);
      delta.removed.count = static_cast<std::uint32_t>(removed.count);
      return {delta.added.count, delta.removed.count};
    }
  };

  // The pieces are known when compiling or not: KnownPiece or Piece.

  template <class FocusPiece>
  THREATPERFT_INLINE static void leave(Lanes lanes, Square square, FocusPiece piece, Outputs& out) {
    avx2_detail::change_piece(lanes, square, piece, out.removed, out.added);
  }
  template <class FocusPiece>
  THREATPERFT_INLINE static void appear(Lanes lanes, Square square, FocusPiece piece, Outputs& out) {
    avx2_detail::change_piece(lanes, square, piece, out.added, out.removed);
  }
  template <class FocusPiece>
  THREATPERFT_INLINE void replace(Lanes lanes, Square square, FocusPiece piece, Outputs& out) const {
    avx2_detail::replace_piece(lanes, square, piece, before_.at(square), out.added, out.removed);
  }

  THREATPERFT_INLINE Hole hole(Piece piece, Square square) const {
    return avx2_detail::make_hole(piece, square, lanes_[square]);
  }
  THREATPERFT_INLINE static Lanes blank(Lanes lanes, const Hole& hole) {
    return avx2_detail::blank(lanes, hole);
  }

  const Position& before_;
  const avx2_detail::BoardLanes lanes_;
};

static_assert(UpdaterClass<Avx2Updater> && WritesAnyPiece<Avx2Updater>);

}  // namespace threatperft::inline THREATPERFT_BUILD
