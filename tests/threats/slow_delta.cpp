#include "tests/threats/slow_delta.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "engine_core/threats/threat.h"

namespace threatperft::slow {
namespace {

struct Offset {
  int files, ranks;
};
constexpr std::array<Offset, 8> kAround{
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
constexpr std::array<Offset, 8> kJumps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
constexpr std::array<PieceType, 4> kPromotions{PieceType::knight, PieceType::bishop, PieceType::rook,
                                               PieceType::queen};

bool is_occupied(const Position& board, Square square) { return is_piece(board.at(square)); }

/// The squares that a piece on `from` attacks, occupied or not.
std::vector<Square> attacked(const Position& board, Piece piece, Square from) {
  std::vector<Square> found;
  const auto step = [&](Offset offset, int limit) {
    for (int steps = 1; steps <= limit; ++steps) {
      const Square to = at_offset(from, offset.files * steps, offset.ranks * steps);
      if (to == Square::none) return;
      found.push_back(to);
      if (is_occupied(board, to)) return;
    }
  };
  const auto slide = [&](bool straight, bool diagonal, int limit) {
    for (const Offset offset : kAround) {
      const bool is_diagonal = offset.files != 0 && offset.ranks != 0;
      if (is_diagonal ? diagonal : straight) step(offset, limit);
    }
  };
  switch (type_of(piece)) {
    case PieceType::pawn:
      for (const int files : {-1, 1}) step({files, color_of(piece) == Color::white ? 1 : -1}, 1);
      break;
    case PieceType::knight:
      for (const Offset offset : kJumps) step(offset, 1);
      break;
    case PieceType::bishop:
      slide(false, true, 7);
      break;
    case PieceType::rook:
      slide(true, false, 7);
      break;
    case PieceType::queen:
      slide(true, true, 7);
      break;
    case PieceType::king:
      slide(true, true, 1);
      break;
  }
  return found;
}

PackedThreats minus(const PackedThreats& a, const PackedThreats& b) {
  PackedThreats difference;
  std::ranges::set_difference(a, b, std::back_inserter(difference));
  return difference;
}

/// A board on which pieces change, one after the other.
class Composition {
 public:
  explicit Composition(const Position& board) : board_(board), threats_(threats(board)) {}

  void leave(Square square) {
    board_.take(square);
    record();
  }
  void appear(Piece piece, Square square) {
    if (is_occupied(board_, square)) board_.take(square);  // replaced
    board_.put(piece, square);
    record();
  }

  SlowDelta finish() {
    std::ranges::sort(delta_.added);
    std::ranges::sort(delta_.removed);
    return std::move(delta_);
  }

 private:
  void record() {
    PackedThreats now = threats(board_);
    std::ranges::copy(minus(now, threats_), std::back_inserter(delta_.added));
    std::ranges::copy(minus(threats_, now), std::back_inserter(delta_.removed));
    threats_ = std::move(now);
  }

  Position board_;
  PackedThreats threats_;
  SlowDelta delta_;
};

struct CastlingSquares {
  Square king, rook;
};
CastlingSquares castling_squares(Square king, Square rook) {
  const bool is_short = file_of(rook) > file_of(king);
  return {square_at(is_short ? 6 : 2, rank_of(king)), square_at(is_short ? 5 : 3, rank_of(king))};
}

void add_pawn_pushes(const Position& board, Square from, Color us, std::vector<Move>& moves) {
  const int forward = us == Color::white ? 1 : -1;
  const Square once = at_offset(from, 0, forward);
  if (once == Square::none || is_occupied(board, once)) return;
  moves.push_back({from, once, MoveKind::quiet, PieceType::pawn});
  for (const PieceType type : kPromotions) moves.push_back({from, once, MoveKind::promotion, type});
  const Square twice = at_offset(from, 0, 2 * forward);
  if (twice == Square::none || is_occupied(board, twice)) return;
  moves.push_back({from, twice, MoveKind::double_push, PieceType::pawn});
}

void add_captures_and_quiets(const Position& board, Square from, std::vector<Move>& moves) {
  const Piece piece = board.at(from);
  const PieceType type = type_of(piece);
  for (const Square to : attacked(board, piece, from)) {
    if (!is_occupied(board, to)) {
      if (type != PieceType::pawn) moves.push_back({from, to, MoveKind::quiet, type});
    } else if (color_of(board.at(to)) != color_of(piece)) {
      moves.push_back({from, to, MoveKind::capture, type});
      if (type != PieceType::pawn) continue;
      for (const PieceType promoted : kPromotions) {
        moves.push_back({from, to, MoveKind::promotion_capture, promoted});
      }
    }
  }
}

unsigned random_index(Random& random, unsigned count) { return static_cast<unsigned>(random() % count); }

void replace(Position& board, Piece piece, Square square) {
  if (is_occupied(board, square)) board.take(square);
  board.put(piece, square);
}

}  // namespace

Square at_offset(Square from, int files, int ranks) {
  const int file = static_cast<int>(file_of(from)) + files;
  const int rank = static_cast<int>(rank_of(from)) + ranks;
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return Square::none;
  return square_at(static_cast<unsigned>(file), static_cast<unsigned>(rank));
}

PackedThreats threats(const Position& board) {
  PackedThreats found;
  for (unsigned i = 0; i < kSquareCount; ++i) {
    const Square from = square_at(i);
    if (!is_occupied(board, from)) continue;
    for (const Square to : attacked(board, board.at(from), from)) {
      if (is_occupied(board, to)) found.push_back(pack({board.at(from), from, board.at(to), to}));
    }
  }
  std::ranges::sort(found);
  return found;
}

SlowDelta delta_of(const Position& before, Move move) {
  const Piece mover = before.at(move.from);
  Composition composition(before);
  composition.leave(move.from);
  if (move.kind == MoveKind::castling) {
    const Piece rook = before.at(move.to);
    const CastlingSquares to = castling_squares(move.from, move.to);
    composition.leave(move.to);
    composition.appear(mover, to.king);
    composition.appear(rook, to.rook);
    return composition.finish();
  }
  if (move.kind == MoveKind::en_passant) {
    composition.leave(square_at(file_of(move.to), rank_of(move.from)));
  }
  composition.appear(make_piece(color_of(mover), move.placed), move.to);
  return composition.finish();
}

Position random_board(Random& random) {
  constexpr std::array<unsigned, 8> kPieces{3, 8, 12, 16, 24, 32, 64, 400};
  Position board = empty_position();
  for (unsigned count = kPieces[random_index(random, kPieces.size())]; count > 0; --count) {
    replace(board, piece_at(random_index(random, kPieceCount)),
            square_at(random_index(random, kSquareCount)));
  }
  return board;
}

std::vector<Move> reachable_moves(const Position& board, Color us) {
  std::vector<Move> moves;
  for (unsigned i = 0; i < kSquareCount; ++i) {
    const Square from = square_at(i);
    if (!is_occupied(board, from) || color_of(board.at(from)) != us) continue;
    add_captures_and_quiets(board, from, moves);
    if (type_of(board.at(from)) == PieceType::pawn) add_pawn_pushes(board, from, us, moves);
  }
  return moves;
}

BoardAndMove random_en_passant(Random& random, Color us) {
  Position board = random_board(random);
  const unsigned rank = us == Color::white ? 4 : 3;
  const unsigned file = random_index(random, 8);
  const unsigned beside = file == 0 ? 1 : file == 7 ? 6 : file + 2 * random_index(random, 2) - 1;
  const Square from = square_at(file, rank);
  const Square to = square_at(beside, us == Color::white ? rank + 1 : rank - 1);
  replace(board, make_piece(us, PieceType::pawn), from);
  replace(board, make_piece(~us, PieceType::pawn), square_at(beside, rank));
  if (is_occupied(board, to)) board.take(to);
  return {board, {from, to, MoveKind::en_passant, PieceType::pawn}};
}

BoardAndMove random_castling(Random& random, Color us, unsigned king_file, unsigned rook_file) {
  Position board = random_board(random);
  const unsigned rank = us == Color::white ? 0 : 7;
  const Square king = square_at(king_file, rank);
  const Square rook = square_at(rook_file, rank);
  const CastlingSquares to = castling_squares(king, rook);
  const auto [first, last] = std::minmax({king_file, rook_file, file_of(to.king), file_of(to.rook)});
  for (unsigned file = 0; file < 8; ++file) {
    const Square square = square_at(file, rank);
    const bool in_the_way = file >= first && file <= last;
    if (is_occupied(board, square) && (in_the_way || random_index(random, 2) == 0)) board.take(square);
  }
  board.put(make_piece(us, PieceType::king), king);
  board.put(make_piece(us, PieceType::rook), rook);
  return {board, {king, rook, MoveKind::castling, PieceType::king}};
}

}  // namespace threatperft::slow
