#pragma once

#include <cstdint>

#include "engine_core/chess/attacks.h"
#include "engine_core/chess/position.h"
#include "engine_core/chess/restrictions.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// What is the same of a piece's moves.
struct UnchangedMoves {
  Bitboard targets;  ///< where the part is that a move has for itself
  bool source;       ///< whether the source square's part is
};

/// Which parts of its moves' deltas a position has in common with other children of its parent: a part is the
/// same in all of those that say here that it is unchanged.
///
/// What a piece does to the threat list by leaving a square or coming to one depends on the square's
/// relations: what attacks it, what the piece attacks from there, and which sliders look through it at what.
/// The last move changes relations only of squares that see its squares along a line or from a knight's jump
/// away; and of these only those
/// - that a piece attacks which stood or stands on one of its squares;
/// - that lie on a line through one of its squares with a slider at either end;
/// - from which the piece itself attacks one of its squares: for a bishop, the diagonals, and so on.
/// A square that the last move has left may have to be crossed to make the move at all; then all children
/// that have the move have that square empty.
class UnchangedParts {
 public:
  void find(const Position& parent, const Position& child) {
    // A move changes the colours of all of its squares, except where, in castling, one of king and rook comes
    // to the square of the other.
    const auto difference = [&](auto of) { return parent.pieces(of) ^ child.pieces(of); };
    const Bitboard changed =
        difference(Color::white) | difference(Color::black) | difference(PieceType::king);
    straight_sliders_ = diagonal_sliders_ = parent.pieces(PieceType::queen) | child.pieces(PieceType::queen);
    straight_sliders_ |= parent.pieces(PieceType::rook) | child.pieces(PieceType::rook);
    diagonal_sliders_ |= parent.pieces(PieceType::bishop) | child.pieces(PieceType::bishop);
    sliders_ = straight_sliders_ | diagonal_sliders_;

    related_ = changed;
    looking_ = Looking{};
    changed_count_ = 0;
    for (const Square square : changed) {
      changed_[changed_count_].square = square;
      changed_[changed_count_].lines = see(parent, square) | see(child, square);
      ++changed_count_;
      looking_.jumps |= knight_attacks(square);
      looking_.steps |= king_attacks(square);
      looking_.pawns[0] |= pawn_attacks(Color::black, square);
      looking_.pawns[1] |= pawn_attacks(Color::white, square);
    }
    lines_ = looking_.straight | looking_.diagonal;
    unseen_ = ~(changed | lines_ | looking_.jumps);
    find_squares(child);
  }
  /// Nothing is.
  void clear() {
    changed_count_ = 0;
    lines_ = unseen_ = pieces_ = Bitboard{};
    for (Bitboard& targets : targets_) targets = Bitboard{};
  }

  [[nodiscard]] THREATPERFT_INLINE UnchangedMoves moves(Square from, PieceType type) const {
    const Bitboard targets = targets_[index(type)];
    if (!lines_.contains(from)) return {targets, pieces_.contains(from)};
    std::uint64_t others = 0;
    std::uint64_t is_other = 0;
    for (std::uint32_t i = 0; i < changed_count_; ++i) {
      // From behind the square that the piece leaves, a changed square comes into sight; if there is a
      // slider, it waits to look through that square, and from before it sees a changed square.
      const Bitboard behind = beyond(changed_[i].square, from);
      const Bitboard before = segment(changed_[i].square, from);
      const std::uint64_t is_on_line = changed_[i].lines.bits >> index(from) & 1;
      const std::uint64_t has_slider = (behind & sliders_).empty() ? 0 : is_on_line;
      others |= (behind.bits & -is_on_line) | (before.bits & -has_slider);
      is_other |= has_slider;
    }
    return {targets & ~Bitboard{others}, pieces_.contains(from) && is_other == 0};
  }
  /// Whether castling is the same.
  [[nodiscard]] THREATPERFT_INLINE bool castling(Square king, Square rook) const {
    const CastlingTargets to = castling_targets(king, rook);
    return unseen_.contains(king) && unseen_.contains(rook) && unseen_.contains(to.king) &&
           unseen_.contains(to.rook);
  }

 private:
  /// Squares from which pieces look at a changed square.
  struct Looking {
    Bitboard straight, diagonal, jumps, steps;
    Bitboard pawns[2];  ///< by the looking pawn's colour
  };
  struct Changed {
    Square square;
    Bitboard lines;  ///< what it saw along lines, or sees
  };

  THREATPERFT_INLINE static Bitboard if_any(Bitboard squares, Bitboard of) {
    return Bitboard{squares.bits & -std::uint64_t{!(squares & of).empty()}};
  }
  THREATPERFT_INLINE static Bitboard if_set(Bitboard squares, Bitboard set, Square square) {
    return Bitboard{squares.bits & -(set.bits >> index(square) & 1)};
  }

  /// Notes what has to do with a changed square as it is on one of the boards. Returns the lines.
  THREATPERFT_INLINE Bitboard see(const Boards& boards, Square square) {
    const Bitboard occupied = boards.occupied();
    const Bitboard straight = rook_attacks(square, occupied);
    const Bitboard diagonal = bishop_attacks(square, occupied);
    looking_.straight |= straight;
    looking_.diagonal |= diagonal;
    const Bitboard file = kGeometry.file_line[index(square)];
    const Bitboard diagonal_line = kGeometry.diagonal_line[index(square)];
    related_ |= if_any(straight & file, straight_sliders_) | if_any(straight & ~file, straight_sliders_) |
                if_any(diagonal & diagonal_line, diagonal_sliders_) |
                if_any(diagonal & ~diagonal_line, diagonal_sliders_);
    const Bitboard queens = boards.pieces(PieceType::queen);
    related_ |= if_set(straight, boards.pieces(PieceType::rook) | queens, square) |
                if_set(diagonal, boards.pieces(PieceType::bishop) | queens, square) |
                if_set(knight_attacks(square), boards.pieces(PieceType::knight), square) |
                if_set(king_attacks(square), boards.pieces(PieceType::king), square);
    const Bitboard pawns = boards.pieces(PieceType::pawn);
    related_ |= if_set(pawn_attacks(Color::white, square), pawns & boards.pieces(Color::white), square) |
                if_set(pawn_attacks(Color::black, square), pawns & boards.pieces(Color::black), square);
    return straight | diagonal;
  }

  THREATPERFT_INLINE void find_squares(const Position& child) {
    // The pieces that look at a changed square, whether they move or are taken; sliders are related anyway.
    const Bitboard pawns = child.pieces(PieceType::pawn);
    const Bitboard lookers = (child.pieces(PieceType::knight) & looking_.jumps) |
                             (child.pieces(PieceType::king) & looking_.steps) |
                             (pawns & child.pieces(Color::white) & looking_.pawns[0]) |
                             (pawns & child.pieces(Color::black) & looking_.pawns[1]);
    pieces_ = ~(related_ | lookers);
    targets_[index(PieceType::pawn)] = pieces_ & ~looking_.pawns[index(child.side_to_move)];
    targets_[index(PieceType::knight)] = pieces_ & ~looking_.jumps;
    targets_[index(PieceType::bishop)] = pieces_ & ~looking_.diagonal;
    targets_[index(PieceType::rook)] = pieces_ & ~looking_.straight;
    targets_[index(PieceType::queen)] = pieces_ & ~lines_;
    targets_[index(PieceType::king)] = pieces_ & ~looking_.steps;
  }

  Bitboard straight_sliders_, diagonal_sliders_, sliders_;
  Bitboard related_;  ///< to changed squares, whatever stands or comes there
  Looking looking_;
  Bitboard lines_;  ///< from which a changed square is or was seen along a line
  Bitboard unseen_;
  Bitboard pieces_;
  Bitboard targets_[kPieceTypeCount];  ///< by the type that is placed
  std::uint32_t changed_count_ = 0;
  Changed changed_[4];  ///< castling changes four squares
};

}  // namespace threatperft::inline THREATPERFT_BUILD
