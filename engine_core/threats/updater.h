#pragma once

#include <concepts>

#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"
#include "engine_core/threats/delta.h"

namespace threatperft {

/// How far a delta had been written when the source square's part was complete.
struct DeltaMark {
  std::uint32_t added = 0;
  std::uint32_t removed = 0;
};

/// A piece that is known when compiling, for functions that take this or a `Piece`.
template <Piece Value>
struct KnownPiece {
  THREATPERFT_INLINE constexpr operator Piece() const { return Value; }
};

/// What an updater is. One object serves all moves of one position, which must outlive it and stay as it is:
/// a delta is written from the board *before* the move, and whatever all moves of a position or of a piece
/// share is done once.
///
/// The delta of a move is composed of piece changes in this order. Every updater writes the same two
/// multisets, so that redundant threats and the lists' lengths do not depend on the instruction set:
///
/// 1. source: the mover leaves `from`. Removed: its outgoing and incoming threats; added: the discovered
/// ones.
///    This part is the same for all moves of one piece (castling apart), hence a function of its own.
/// 2. en passant only: the captured pawn leaves, `from` counting as empty.
/// 3. target, the squares emptied so far counting as empty:
///    - an empty target square: the placed piece appears. Added: outgoing and incoming; removed: discovered
///    ones.
///    - a capture: the piece on the target square is replaced. Removed: the old piece's outgoing and incoming
///    threats;
///      added: the new piece's. Nothing is discovered, for the square stays occupied.
///
/// Castling: the king leaves, the rook leaves (king gone), the king appears (both gone), the rook appears
/// (king in place). Nothing is assumed about whether the four squares differ.
///
/// `source` starts a delta: it clears it and writes step 1, and returns a mark. `write` completes it for one
/// move: it keeps what is below the mark and writes from there on, so that the next move of the same piece
/// may call `write` again on the same delta with the same mark. Castling has its own function, which clears
/// and writes everything.
///
/// An updater may have, besides, functions that do what `source` and `write` do for pieces that are known
/// only at run time, to an empty square and to one with an enemy (not en passant): for loops over moves of
/// all pieces, where a call that depends on the piece would be a guess that a processor often gets wrong.
///
///     DeltaMark write_source(Piece moved, Square from, Delta&) const;
///     DeltaMark write_quiet(Piece moved, Piece placed, Square from, Square to, Delta&, DeltaMark) const;
///     DeltaMark write_capture(Piece moved, Piece placed, Square from, Square to, Delta&, DeltaMark) const;
///
/// They return where the delta ends.
template <class T>
concept UpdaterClass = std::constructible_from<T, const Position&> &&
    requires(const T updater, Square square, Delta& delta, DeltaMark mark) {
  { updater.template source<Color::white, PieceType::pawn>(square, delta) } -> std::same_as<DeltaMark>;
  updater.template write<Color::white, MoveKind::quiet, PieceType::king, PieceType::king>(square, square,
                                                                                          delta, mark);
  updater.template castle<Color::white>(square, square, delta);
};

/// Whether an updater has those.
template <class T>
concept WritesAnyPiece = requires(const T updater, Piece piece, Square square, Delta& delta, DeltaMark mark) {
  { updater.write_source(piece, square, delta) } -> std::same_as<DeltaMark>;
  { updater.write_quiet(piece, piece, square, square, delta, mark) } -> std::same_as<DeltaMark>;
  { updater.write_capture(piece, piece, square, square, delta, mark) } -> std::same_as<DeltaMark>;
};

}  // namespace threatperft
