#include "tests/support/slow_rules.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace threatperft::slow_rules {
namespace {

struct Step {
  int files;
  int ranks;
};
constexpr std::array<Step, 4> kStraight{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Step, 4> kDiagonal{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<Step, 8> kKnight{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

bool is_empty(const Position& position, Square square) { return !is_piece(position.at(square)); }

bool has(const Position& position, Square square, Color color) {
  return !is_empty(position, square) && color_of(position.at(square)) == color;
}

/// Calls `visit(square)` for the squares that a piece reaches, up to and with the first occupied one on each
/// line. Pawns: where they attack.
template <class Visit>
void visit_reached(const Position& position, Piece piece, Square from, Visit visit) {
  const auto walk = [&](Step direction, int limit) {
    Square square = from;
    for (int steps = 0; steps < limit; ++steps) {
      square = step(square, direction.files, direction.ranks);
      if (square == Square::none) return;
      visit(square);
      if (!is_empty(position, square)) return;
    }
  };
  const PieceType type = type_of(piece);
  if (type == PieceType::pawn) {
    const int forward = color_of(piece) == Color::white ? 1 : -1;
    walk({1, forward}, 1);
    walk({-1, forward}, 1);
    return;
  }
  if (type == PieceType::knight) {
    for (const Step jump : kKnight) walk(jump, 1);
    return;
  }
  const int limit = type == PieceType::king ? 1 : 7;
  if (type != PieceType::bishop) {
    for (const Step direction : kStraight) walk(direction, limit);
  }
  if (type != PieceType::rook) {
    for (const Step direction : kDiagonal) walk(direction, limit);
  }
}

Square find_king(const Position& position, Color color) {
  for (unsigned i = 0; i < 64; ++i) {
    if (position.mailbox[i] == make_piece(color, PieceType::king)) return square_at(i);
  }
  return Square::none;
}

void add_pawn_move(Square from, Square to, bool captures, MoveKind plain, std::vector<Move>& moves) {
  if (rank_of(to) != 0 && rank_of(to) != 7) {
    moves.push_back({from, to, plain, PieceType::pawn});
    return;
  }
  const MoveKind kind = captures ? MoveKind::promotion_capture : MoveKind::promotion;
  for (const PieceType type : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen}) {
    moves.push_back({from, to, kind, type});
  }
}

void add_pawn_moves(const Position& position, Square from, std::vector<Move>& moves) {
  const Color us = position.side_to_move;
  const int forward = us == Color::white ? 1 : -1;
  const Square one = step(from, 0, forward);
  if (is_empty(position, one)) {
    add_pawn_move(from, one, false, MoveKind::quiet, moves);
    const bool at_home = rank_of(from) == (us == Color::white ? 1u : 6u);
    const Square two = step(from, 0, 2 * forward);
    if (at_home && is_empty(position, two))
      moves.push_back({from, two, MoveKind::double_push, PieceType::pawn});
  }
  visit_reached(position, position.at(from), from, [&](Square to) {
    if (has(position, to, ~us)) add_pawn_move(from, to, true, MoveKind::capture, moves);
    if (position.en_passant == Bitboard{to})
      moves.push_back({from, to, MoveKind::en_passant, PieceType::pawn});
  });
}

struct Castling {
  Square king_to;
  Square rook_to;
};

Castling castling_squares(Square king, Square rook) {
  const bool short_side = file_of(rook) > file_of(king);
  return {square_at(short_side ? 6 : 2, rank_of(king)), square_at(short_side ? 5 : 3, rank_of(king))};
}

/// The squares between must be free but for the two pieces; the king's way must not be attacked.
bool may_castle(const Position& position, Square king, Square rook) {
  const Castling to = castling_squares(king, rook);
  const auto [first, last] = std::minmax({king, rook, to.king_to, to.rook_to});
  for (unsigned i = index(first); i <= index(last); ++i) {
    const Square square = square_at(i);
    if (square != king && square != rook && !is_empty(position, square)) {
      // Between king and rook, or on the way of one of them.
      const auto [king_low, king_high] = std::minmax(king, to.king_to);
      const auto [rook_low, rook_high] = std::minmax(rook, to.rook_to);
      if ((square >= king_low && square <= king_high) || (square >= rook_low && square <= rook_high))
        return false;
    }
  }
  const auto [low, high] = std::minmax(king, to.king_to);
  for (unsigned i = index(low); i <= index(high); ++i) {
    if (is_attacked(position, square_at(i), ~position.side_to_move)) return false;
  }
  return true;
}

}  // namespace

Square step(Square from, int files, int ranks) {
  const int file = static_cast<int>(file_of(from)) + files;
  const int rank = static_cast<int>(rank_of(from)) + ranks;
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return Square::none;
  return square_at(static_cast<unsigned>(file), static_cast<unsigned>(rank));
}

bool is_attacked(const Position& position, Square square, Color by) {
  bool attacked = false;
  for (unsigned i = 0; i < 64; ++i) {
    const Square from = square_at(i);
    if (!has(position, from, by)) continue;
    visit_reached(position, position.at(from), from, [&](Square to) { attacked |= to == square; });
  }
  return attacked;
}

std::vector<Move> legal_moves(const Position& position) {
  const Color us = position.side_to_move;
  std::vector<Move> moves;
  for (unsigned i = 0; i < 64; ++i) {
    const Square from = square_at(i);
    if (!has(position, from, us)) continue;
    const Piece piece = position.at(from);
    if (type_of(piece) == PieceType::pawn) {
      add_pawn_moves(position, from, moves);
      continue;
    }
    visit_reached(position, piece, from, [&](Square to) {
      if (is_empty(position, to)) moves.push_back({from, to, MoveKind::quiet, type_of(piece)});
      if (has(position, to, ~us)) moves.push_back({from, to, MoveKind::capture, type_of(piece)});
    });
  }
  const Square king = find_king(position, us);
  for (unsigned i = 0; i < 64; ++i) {
    const Square rook = square_at(i);
    if (position.castling_rooks.contains(rook) && has(position, rook, us) &&
        may_castle(position, king, rook)) {
      moves.push_back({king, rook, MoveKind::castling, PieceType::king});
    }
  }
  std::erase_if(moves, [&](Move move) {
    const Position child = after(position, move);
    return is_attacked(child, find_king(child, us), ~us);
  });
  return moves;
}

Position after(const Position& position, Move move) {
  const Color us = position.side_to_move;
  std::array<Piece, 64> board = position.mailbox;
  const Piece mover = board[index(move.from)];
  const bool captures = is_piece(board[index(move.to)]);
  board[index(move.from)] = Piece::none;
  if (move.kind == MoveKind::castling) {
    const Castling to = castling_squares(move.from, move.to);
    board[index(move.to)] = Piece::none;
    board[index(to.king_to)] = make_piece(us, PieceType::king);
    board[index(to.rook_to)] = make_piece(us, PieceType::rook);
  } else {
    board[index(move.to)] = make_piece(us, move.placed);
  }
  if (move.kind == MoveKind::en_passant) board[rank_of(move.from) * 8 + file_of(move.to)] = Piece::none;

  Position child = empty_position();
  for (unsigned i = 0; i < 64; ++i) {
    if (is_piece(board[i])) child.put(board[i], square_at(i));
  }
  // A right goes when its rook or its king does.
  for (const Square rook : position.castling_rooks) {
    const Color owner = color_of(position.at(rook));
    const bool king_stays = owner != us || type_of(mover) != PieceType::king;
    if (king_stays && rook != move.from && rook != move.to) child.castling_rooks |= Bitboard{rook};
  }
  const int ranks = static_cast<int>(rank_of(move.to)) - static_cast<int>(rank_of(move.from));
  const bool is_pawn = type_of(mover) == PieceType::pawn;
  if (is_pawn && (ranks == 2 || ranks == -2)) child.en_passant = Bitboard{step(move.from, 0, ranks / 2)};
  const bool resets = is_pawn || (captures && move.kind != MoveKind::castling);
  child.halfmove_clock = resets ? 0 : position.halfmove_clock + 1;
  child.fullmove_number = position.fullmove_number + (us == Color::black ? 1 : 0);
  child.side_to_move = us == Color::white ? Color::black : Color::white;
  return child;
}

const char* inconsistency(const Position& position) {
  std::array<Bitboard, 6> by_type{};
  std::array<Bitboard, 2> by_color{};
  std::array<int, 12> counts{};
  for (unsigned i = 0; i < 64; ++i) {
    const Piece piece = position.mailbox[i];
    if (piece == Piece::none) continue;
    if (!is_piece(piece)) return "a mailbox code that is neither a piece nor `none`";
    by_type[index(type_of(piece))] |= Bitboard{square_at(i)};
    by_color[index(color_of(piece))] |= Bitboard{square_at(i)};
    ++counts[index(piece)];
  }
  if (by_type != position.by_type || by_color != position.by_color) return "mailbox and sets differ";
  if (counts[index(Piece::white_king)] != 1 || counts[index(Piece::black_king)] != 1) return "kings";
  const Bitboard pawns = position.pieces(PieceType::pawn);
  if (pawns & (rank_bb(0) | rank_bb(7))) return "a pawn on the first or last rank";
  for (const Color color : {Color::white, Color::black}) {
    const unsigned home = color == Color::white ? 0 : 7;
    const Bitboard rooks = position.castling_rooks & position.pieces(color);
    if (rooks.count() > 2) return "more than two castling rights of a side";
    for (const Square rook : rooks) {
      if (position.at(rook) != make_piece(color, PieceType::rook)) return "a castling right without its rook";
      if (rank_of(rook) != home || rank_of(position.king(color)) != home) return "a right away from home";
    }
  }
  if (position.castling_rooks & ~position.occupied()) return "a castling right on an empty square";
  if (is_attacked(position, find_king(position, ~position.side_to_move), position.side_to_move)) {
    return "the king of the side that has moved is attacked";
  }
  if (position.en_passant) {
    const bool white_passed = position.side_to_move == Color::black;
    const Square square = position.en_passant.first();
    if (position.en_passant.has_many()) return "two en-passant squares";
    if (rank_of(square) != (white_passed ? 2u : 5u)) return "an en-passant square on the wrong rank";
    const Square pawn = step(square, 0, white_passed ? 1 : -1);
    if (position.at(pawn) != (white_passed ? Piece::white_pawn : Piece::black_pawn)) return "no passed pawn";
    if (position.occupied() & (position.en_passant | Bitboard{step(square, 0, white_passed ? -1 : 1)})) {
      return "the passed squares are not empty";
    }
  }
  return "";
}

}  // namespace threatperft::slow_rules
