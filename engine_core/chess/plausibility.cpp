#include "engine_core/chess/plausibility.h"

#include <algorithm>

#include "engine_core/chess/attacks.h"

namespace threatperft {
namespace {

constexpr Bitboard kDarkSquares{0xAA55AA55AA55AA55};

// Whether `by` attacks `square`. `pieces` tells what stands where, but for squares outside `occupied`.
bool attacked(const Position& pieces, Bitboard occupied, Color by, Square square) {
  const Bitboard attackers = occupied & pieces.pieces(by);
  const Bitboard queens = pieces.pieces(PieceType::queen);
  return (pawn_attacks(~by, square) & attackers & pieces.pieces(PieceType::pawn)) ||
         (knight_attacks(square) & attackers & pieces.pieces(PieceType::knight)) ||
         (king_attacks(square) & attackers & pieces.pieces(PieceType::king)) ||
         (bishop_attacks(square, occupied) & attackers & (queens | pieces.pieces(PieceType::bishop))) ||
         (rook_attacks(square, occupied) & attackers & (queens | pieces.pieces(PieceType::rook)));
}

int checkers(const Position& position, Color by, Square square) {
  int count = 0;
  for (const Square from : position.pieces(by)) {
    count += attacks(position.at(from), from, position.occupied()).contains(square) ? 1 : 0;
  }
  return count;
}

// Takes the last move back, in every way that there is, looking for one before which the checked king stood
// in no check: in a game there must be one. What a capture took is not known, so both a capture and a quiet
// move are tried.
class LastMove {
 public:
  explicit LastMove(const Position& position)
      : now_(position), mover_(~position.side_to_move), king_(position.king(position.side_to_move)) {}

  bool exists() const {
    if (now_.en_passant) return double_push(now_.en_passant.first());
    for (const Square to : now_.pieces(mover_)) {
      if (piece_move(to) || (on_last_rank(to) && promotion(to))) return true;
    }
    return en_passant_capture() || castling();
  }

 private:
  int forward() const { return mover_ == Color::white ? 8 : -8; }
  bool on_last_rank(Square square) const { return rank_of(square) == (mover_ == Color::white ? 7u : 0u); }
  bool is_empty(Square square) const { return !now_.occupied().contains(square); }
  static Square shifted(Square square, int by) {
    return square_at(static_cast<unsigned>(static_cast<int>(index(square)) + by));
  }

  bool safe_before(const Position& before) const {
    return !attacked(before, before.occupied(), mover_, king_);
  }

  // Whether a move of `piece` from `from` to `to` can have been the last one.
  bool moved(Piece piece, Square from, Square to, bool could_capture, bool must_capture) const {
    Position before = now_;
    before.take(to);
    before.put(piece, from);
    if (!must_capture && safe_before(before)) return true;
    if (!could_capture) return false;
    // The captured piece, whichever it was, only matters as a blocker.
    before.put(make_piece(~mover_, PieceType::knight), to);
    return safe_before(before);
  }

  bool piece_move(Square to) const {
    const Piece piece = now_.at(to);
    if (type_of(piece) == PieceType::pawn) return pawn_move(to);
    for (const Square from : attacks(piece, to, now_.occupied()) & ~now_.occupied()) {
      if (moved(piece, from, to, true, false)) return true;
    }
    return false;
  }

  bool pawn_move(Square to) const {
    const Piece pawn = make_piece(mover_, PieceType::pawn);
    const unsigned home = mover_ == Color::white ? 1 : 6;
    if (rank_of(to) == home) return false;
    const Square behind = shifted(to, -forward());
    if (is_empty(behind) && moved(pawn, behind, to, false, false)) return true;
    if (rank_of(to) == (mover_ == Color::white ? 3u : 4u) && is_empty(behind)) {
      const Square start = shifted(behind, -forward());
      if (is_empty(start) && moved(pawn, start, to, false, false)) return true;
    }
    for (const Square from : pawn_attacks(~mover_, to) & ~now_.occupied()) {
      if (moved(pawn, from, to, true, true)) return true;
    }
    return false;
  }

  bool promotion(Square to) const {
    const PieceType type = type_of(now_.at(to));
    if (type == PieceType::pawn || type == PieceType::king) return false;
    const Piece pawn = make_piece(mover_, PieceType::pawn);
    const Square behind = shifted(to, -forward());
    if (is_empty(behind) && moved(pawn, behind, to, false, false)) return true;
    for (const Square from : pawn_attacks(~mover_, to) & ~now_.occupied()) {
      if (moved(pawn, from, to, true, true)) return true;
    }
    return false;
  }

  bool double_push(Square passed) const {
    const Square to = shifted(passed, forward());
    return moved(make_piece(mover_, PieceType::pawn), shifted(passed, -forward()), to, false, false);
  }

  bool en_passant_capture() const {
    const Bitboard rank = rank_bb(mover_ == Color::white ? 5 : 2);
    for (const Square to : now_.pieces(mover_, PieceType::pawn) & rank) {
      const Square victim = shifted(to, -forward());
      if (!is_empty(victim) || !is_empty(shifted(to, forward()))) continue;
      for (const Square from : pawn_attacks(~mover_, to) & ~now_.occupied()) {
        Position before = now_;
        before.take(to);
        before.put(make_piece(mover_, PieceType::pawn), from);
        before.put(make_piece(~mover_, PieceType::pawn), victim);
        if (safe_before(before)) return true;
      }
    }
    return false;
  }

  // Chess960 included: king and rook may have come from anywhere on the back rank.
  bool castling() const {
    const unsigned rank = mover_ == Color::white ? 0 : 7;
    const Square king = now_.king(mover_);
    const bool short_side = king == square_at(6, rank);
    if (!short_side && king != square_at(2, rank)) return false;
    const Square rook = square_at(short_side ? 5 : 3, rank);
    if (now_.at(rook) != make_piece(mover_, PieceType::rook)) return false;
    Position before = now_;
    before.take(king);
    before.take(rook);
    const Bitboard free = rank_bb(rank) & ~before.occupied();
    for (const Square king_from : free) {
      for (const Square rook_from : free) {
        if (short_side ? index(rook_from) <= index(king_from) : index(rook_from) >= index(king_from))
          continue;
        Position start = before;
        start.put(make_piece(mover_, PieceType::king), king_from);
        start.put(make_piece(mover_, PieceType::rook), rook_from);
        if (safe_before(start)) return true;
      }
    }
    return false;
  }

  const Position& now_;
  Color mover_;
  Square king_;
};

// What is wrong with the number of pieces of a colour; an empty kind if nothing is.
Implausibility piece_count_fault(const Position& position, Color color) {
  const int pawns = position.pieces(color, PieceType::pawn).count();
  if (position.pieces(color).count() > 16) {
    return {"too-many-pieces",
            color == Color::white ? "no more than 16 white pieces" : "no more than 16 black pieces"};
  }
  if (pawns > 8) {
    return {"too-many-pawns",
            color == Color::white ? "no more than 8 white pawns" : "no more than 8 black pawns"};
  }
  const auto beyond = [](Bitboard pieces, int at_first) { return std::max(0, pieces.count() - at_first); };
  const Bitboard bishops = position.pieces(color, PieceType::bishop);
  const int promoted = beyond(position.pieces(color, PieceType::queen), 1) +
                       beyond(position.pieces(color, PieceType::rook), 2) +
                       beyond(position.pieces(color, PieceType::knight), 2) +
                       beyond(bishops & kDarkSquares, 1) + beyond(bishops & ~kDarkSquares, 1);
  if (promoted + pawns > 8) {
    return {"too-many-promoted", color == Color::white
                                     ? "as many missing white pawns as promoted white pieces"
                                     : "as many missing black pawns as promoted black pieces"};
  }
  return {};
}

Implausibility check_fault(const Position& position) {
  const Square king = position.king(position.side_to_move);
  if (!attacked(position, position.occupied(), ~position.side_to_move, king)) return {};
  if (checkers(position, ~position.side_to_move, king) > 2)
    return {"triple-check", "no more than two checks at once"};
  if (LastMove(position).exists()) return {};
  return {"impossible-check", "a check that some last move can have given"};
}

}  // namespace

Implausibilities implausibilities(const Position& position) {
  Implausibilities found;
  for (const Implausibility& fault : {piece_count_fault(position, Color::white),
                                      piece_count_fault(position, Color::black), check_fault(position)}) {
    if (!fault.kind.empty()) found.items[found.count++] = fault;
  }
  return found;
}

}  // namespace threatperft
