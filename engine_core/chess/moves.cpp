#include "engine_core/chess/moves.h"

#include <algorithm>
#include <array>

#include "engine_core/chess/make.h"
#include "engine_core/chess/move_visits.h"

namespace threatperft {
namespace {

struct Collector {
  std::vector<Move>& moves;

  template <Color Us, PieceType Moved>
  void source(Square /*from*/) {}
  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  void move(Square from, Square to) {
    moves.push_back({from, to, Kind, Placed});
  }
  template <Color Us>
  void castle(Square king, Square rook) {
    moves.push_back({king, rook, MoveKind::castling, PieceType::king});
  }
};

/// Turns a move's run-time kind and types into the template arguments of make_move.
template <Color Us, MoveKind Kind>
void make_of_type(const Position& parent, Position& child, Move move) {
  constexpr bool promotes = is_promotion(Kind);
  switch (move.placed) {
    case PieceType::pawn:
      make_move<Us, Kind, PieceType::pawn, PieceType::pawn>(parent, child, move.from, move.to);
      return;
    case PieceType::knight:
      make_move<Us, Kind, promotes ? PieceType::pawn : PieceType::knight, PieceType::knight>(
          parent, child, move.from, move.to);
      return;
    case PieceType::bishop:
      make_move<Us, Kind, promotes ? PieceType::pawn : PieceType::bishop, PieceType::bishop>(
          parent, child, move.from, move.to);
      return;
    case PieceType::rook:
      make_move<Us, Kind, promotes ? PieceType::pawn : PieceType::rook, PieceType::rook>(parent, child,
                                                                                         move.from, move.to);
      return;
    case PieceType::queen:
      make_move<Us, Kind, promotes ? PieceType::pawn : PieceType::queen, PieceType::queen>(
          parent, child, move.from, move.to);
      return;
    case PieceType::king:
      make_move<Us, Kind, PieceType::king, PieceType::king>(parent, child, move.from, move.to);
      return;
  }
}

template <Color Us>
void make_of_color(const Position& parent, Position& child, Move move) {
  constexpr PieceType pawn = PieceType::pawn;
  switch (move.kind) {
    case MoveKind::quiet:
      make_of_type<Us, MoveKind::quiet>(parent, child, move);
      return;
    case MoveKind::capture:
      make_of_type<Us, MoveKind::capture>(parent, child, move);
      return;
    case MoveKind::promotion:
      make_of_type<Us, MoveKind::promotion>(parent, child, move);
      return;
    case MoveKind::promotion_capture:
      make_of_type<Us, MoveKind::promotion_capture>(parent, child, move);
      return;
    case MoveKind::double_push:
      make_move<Us, MoveKind::double_push, pawn, pawn>(parent, child, move.from, move.to);
      return;
    case MoveKind::en_passant:
      make_move<Us, MoveKind::en_passant, pawn, pawn>(parent, child, move.from, move.to);
      return;
    case MoveKind::castling:
      make_castling<Us>(parent, child, move.from, move.to);
      return;
  }
}

std::string square_name(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

/// What a SAN move needs before its target: the least of file, rank or both that tells it from the others.
std::string san_origin(Move move, const std::vector<Move>& moves) {
  bool ambiguous = false;
  bool file_shared = false;
  bool rank_shared = false;
  for (const Move& other : moves) {
    if (other.to != move.to || other.from == move.from || other.moved() != move.moved() ||
        other.kind == MoveKind::castling) {
      continue;
    }
    ambiguous = true;
    file_shared |= file_of(other.from) == file_of(move.from);
    rank_shared |= rank_of(other.from) == rank_of(move.from);
  }
  if (!ambiguous) return {};
  const std::string name = square_name(move.from);
  if (!file_shared) return name.substr(0, 1);
  return rank_shared ? name : name.substr(1);
}

constexpr std::string_view kTypeLetters = "PNBRQK";

std::string san_body(const Position& position, Move move) {
  if (move.kind == MoveKind::castling) return index(move.to) > index(move.from) ? "O-O" : "O-O-O";
  std::string text;
  if (move.moved() == PieceType::pawn) {
    if (is_capture(move.kind)) text += square_name(move.from).front();
  } else {
    text += kTypeLetters[index(move.moved())];
    text += san_origin(move, legal_moves(position));
  }
  if (is_capture(move.kind)) text += 'x';
  text += square_name(move.to);
  if (is_promotion(move.kind)) {
    text += '=';
    text += kTypeLetters[index(move.placed)];
  }
  return text;
}

}  // namespace

std::vector<Move> legal_moves(const Position& position) {
  std::vector<Move> moves;
  Collector collector{moves};
  if (position.side_to_move == Color::white) {
    visit_moves<Color::white>(position, collector);
  } else {
    visit_moves<Color::black>(position, collector);
  }
  return moves;
}

Position after(const Position& position, Move move) {
  Position child;
  if (position.side_to_move == Color::white) {
    make_of_color<Color::white>(position, child, move);
  } else {
    make_of_color<Color::black>(position, child, move);
  }
  return child;
}

bool in_check(const Position& position) {
  return position.side_to_move == Color::white
             ? static_cast<bool>(find_restrictions<Color::white>(position).checkers)
             : static_cast<bool>(find_restrictions<Color::black>(position).checkers);
}

std::string to_uci(Move move, CastlingNotation notation) {
  Square to = move.to;
  if (move.kind == MoveKind::castling && notation == CastlingNotation::standard) {
    to = castling_targets(move.from, move.to).king;
  }
  std::string text = square_name(move.from) + square_name(to);
  if (is_promotion(move.kind)) text += "pnbrqk"[index(move.placed)];
  return text;
}

std::string to_san(const Position& position, Move move) {
  std::string text = san_body(position, move);
  const Position child = after(position, move);
  if (in_check(child)) text += legal_moves(child).empty() ? '#' : '+';
  return text;
}

std::optional<Move> parse_uci(const Position& position, std::string_view text) {
  // Chess960 notation first: where both could be meant, "king takes own rook" names no other move, whereas a
  // king's plain step to a square may look like standard castling; that plain move is listed first.
  const std::vector<Move> moves = legal_moves(position);
  for (const CastlingNotation notation : {CastlingNotation::chess960, CastlingNotation::standard}) {
    for (const Move& move : moves) {
      if (to_uci(move, notation) == text) return move;
    }
  }
  return std::nullopt;
}

}  // namespace threatperft
