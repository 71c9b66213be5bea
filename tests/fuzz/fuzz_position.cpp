#include "tests/fuzz/fuzz_position.h"

#include <array>
#include <string>

#include "engine_core/chess/fen.h"

namespace threatperft {
namespace {

/// A back rank of Chess960: bishops on squares of both colours, the king between the rooks.
std::array<PieceType, 8> back_rank(ByteReader& bytes) {
  std::array<PieceType, 8> rank{};
  std::array<bool, 8> taken{};
  const auto place = [&](std::size_t file, PieceType type) {
    rank[file] = type;
    taken[file] = true;
  };
  const auto place_on_free = [&](std::size_t number, PieceType type) {
    std::size_t file = 0;
    while (taken[file] || number-- > 0) ++file;
    place(file, type);
  };
  place(2 * bytes.next_below(4), PieceType::bishop);
  place(2 * bytes.next_below(4) + 1, PieceType::bishop);
  place_on_free(bytes.next_below(6), PieceType::queen);
  place_on_free(bytes.next_below(5), PieceType::knight);
  place_on_free(bytes.next_below(4), PieceType::knight);
  place_on_free(0, PieceType::rook);
  place_on_free(0, PieceType::king);
  place_on_free(0, PieceType::rook);
  return rank;
}

void set_up(Position& position, Color color, const std::array<PieceType, 8>& rank) {
  const unsigned home = color == Color::white ? 0 : 7;
  const unsigned pawns = color == Color::white ? 1 : 6;
  for (unsigned file = 0; file < 8; ++file) {
    position.put(make_piece(color, rank[file]), square_at(file, home));
    position.put(make_piece(color, PieceType::pawn), square_at(file, pawns));
    if (rank[file] == PieceType::rook) position.castling_rooks |= Bitboard{square_at(file, home)};
  }
}

Position start_position(ByteReader& bytes) {
  Position position = empty_position();
  set_up(position, Color::white, back_rank(bytes));
  set_up(position, Color::black, back_rank(bytes));
  return position;
}

/// Rights for the outermost rooks on the king's home rank, as far as `mask` allows them.
void add_castling_rights(Position& position, Color color, unsigned mask) {
  const unsigned home = color == Color::white ? 0 : 7;
  const Square king = position.king(color);
  if (rank_of(king) != home) return;
  const Bitboard rooks = position.pieces(color, PieceType::rook) & rank_bb(home);
  for (const bool right : {false, true}) {
    if ((mask >> (right ? 1 : 0) & 1) == 0) continue;
    Square outermost = Square::none;
    for (const Square rook : rooks) {
      if ((rook > king) == right && (right || outermost == Square::none)) outermost = rook;
    }
    if (outermost != Square::none) position.castling_rooks |= Bitboard{outermost};
  }
}

void add_en_passant(Position& position, ByteReader& bytes) {
  const unsigned rank = position.side_to_move == Color::white ? 5 : 2;
  const unsigned choice = bytes.next() & 15;
  if (choice < 8) position.en_passant = Bitboard{square_at(choice, rank)};
}

Position arbitrary_position(ByteReader& bytes) {
  Position position = empty_position();
  const auto try_to_put = [&](Piece piece, Square square) {
    const bool edge = rank_of(square) == 0 || rank_of(square) == 7;
    if (position.occupied().contains(square) || (type_of(piece) == PieceType::pawn && edge)) return;
    position.put(piece, square);
  };
  const Square white_king = square_at(bytes.next() & 63);
  const Square black_king = square_at(bytes.next() & 63);
  try_to_put(Piece::white_king, white_king);
  try_to_put(Piece::black_king, black_king == white_king ? square_at(index(black_king) ^ 36) : black_king);
  const unsigned state = bytes.next();
  for (std::size_t pieces = bytes.next() & 63; pieces > 0; --pieces) {
    const Square square = square_at(bytes.next() & 63);
    try_to_put(piece_at(static_cast<unsigned>(bytes.next_below(10))), square);  // no more kings
  }
  position.side_to_move = (state & 1) != 0 ? Color::black : Color::white;
  add_castling_rights(position, Color::white, state >> 1);
  add_castling_rights(position, Color::black, state >> 3);
  add_en_passant(position, bytes);
  return position;
}

}  // namespace

std::optional<Position> position_from(ByteReader& bytes) {
  Position position = (bytes.next() & 3) == 0 ? start_position(bytes) : arbitrary_position(bytes);
  // The reader of FENs is the judge; the other side may be the one that is not in check.
  const FenResult result = parse_fen(to_fen(position, CastlingNotation::chess960));
  if (result.position) return result.position;
  position.side_to_move = ~position.side_to_move;
  position.en_passant = Bitboard{};
  return parse_fen(to_fen(position, CastlingNotation::chess960)).position;
}

}  // namespace threatperft
