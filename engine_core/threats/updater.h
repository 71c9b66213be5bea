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
template <class T>
concept UpdaterClass = std::constructible_from<T, const Position&> &&
    requires(const T updater, Square square, Delta& delta, DeltaMark mark) {
  { updater.template source<Color::white, PieceType::pawn>(square, delta) } -> std::same_as<DeltaMark>;
  updater.template write<Color::white, MoveKind::quiet, PieceType::king, PieceType::king>(square, square,
                                                                                          delta, mark);
  updater.template castle<Color::white>(square, square, delta);
};

}  // namespace threatperft
