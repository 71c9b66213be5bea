#include <bit>

#include "engine_core/chess/fen.h"

namespace threatperft {
namespace {

constexpr char kLetters[] = "PpNnBbRrQqKk";

void write_board(const Position& position, std::string& text) {
  for (unsigned rank = 8; rank-- > 0;) {
    int empty = 0;
    const auto write_empty = [&] {
      if (empty > 0) text += static_cast<char>('0' + empty);
      empty = 0;
    };
    for (unsigned file = 0; file < 8; ++file) {
      const Piece piece = position.at(square_at(file, rank));
      if (!is_piece(piece)) {
        ++empty;
        continue;
      }
      write_empty();
      text += kLetters[index(piece)];
    }
    write_empty();
    if (rank > 0) text += '/';
  }
}

// K or Q if the rook is the outermost on its side of the king, else its file; the file always in Chess960
// notation.
char castling_letter(const Position& position, Color color, Square rook, CastlingNotation notation) {
  const char to_color = color == Color::white ? 0 : 'a' - 'A';
  const auto file_letter = static_cast<char>('A' + file_of(rook) + static_cast<unsigned>(to_color));
  if (notation == CastlingNotation::chess960) return file_letter;
  const bool king_side = index(rook) > index(position.king(color));
  const Bitboard rooks = position.pieces(color, PieceType::rook) & rank_bb(rank_of(rook));
  const std::uint64_t below = (std::uint64_t{1} << index(rook)) - 1;
  const std::uint64_t further_out = rooks.bits & (king_side ? ~(below << 1 | 1) : below);
  if (further_out != 0) return file_letter;
  return static_cast<char>((king_side ? 'K' : 'Q') + to_color);
}

void write_castling(const Position& position, CastlingNotation notation, std::string& text) {
  if (!position.castling_rooks) text += '-';
  for (const Color color : {Color::white, Color::black}) {
    // From the h-file on: king's side before queen's side.
    std::uint64_t rooks = (position.castling_rooks & position.pieces(color)).bits;
    while (rooks != 0) {
      const auto square = square_at(static_cast<unsigned>(63 - std::countl_zero(rooks)));
      text += castling_letter(position, color, square, notation);
      rooks &= ~(std::uint64_t{1} << index(square));
    }
  }
}

}  // namespace

std::string to_fen(const Position& position, CastlingNotation notation) {
  std::string text;
  text.reserve(96);
  write_board(position, text);
  text += position.side_to_move == Color::white ? " w " : " b ";
  write_castling(position, notation, text);
  text += ' ';
  if (position.en_passant) {
    const Square square = position.en_passant.first();
    text += static_cast<char>('a' + file_of(square));
    text += static_cast<char>('1' + rank_of(square));
  } else {
    text += '-';
  }
  return text + ' ' + std::to_string(position.halfmove_clock) + ' ' +
         std::to_string(position.fullmove_number);
}

}  // namespace threatperft
