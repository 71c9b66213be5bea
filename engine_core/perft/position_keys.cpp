#include "engine_core/perft/position_keys.h"

#include <algorithm>

#include "engine_core/chess/moves.h"
#include "engine_core/threats/threat.h"

namespace threatperft {

namespace {

// The codes of the pieces, 0 to 11, and four more. What they leave out follows from the square: a castling
// rook on rank 1 is white; a pawn that can be captured en passant belongs to the side that is not to move;
// the colour of the king that is to move is the one of which no other king is on the board.
constexpr unsigned kEmpty = 12;
constexpr unsigned kCastlingRook = 13;
constexpr unsigned kPassedPawn = 14;
constexpr unsigned kKingToMove = 15;

constexpr std::size_t kKeysPerSlot = 2;  // a slot must be empty for every key, or searches get long
constexpr std::size_t kFirstSlots = 1024;

Color other_color(Square pawn) { return rank_of(pawn) == 3 ? Color::white : Color::black; }

bool has_en_passant_move(const Position& position) {
  if (position.en_passant.empty()) return false;
  const auto moves = legal_moves(position);
  return std::any_of(moves.begin(), moves.end(),
                     [](const Move& move) { return move.kind == MoveKind::en_passant; });
}

Square passed_pawn(const Position& position) {
  const unsigned square = index(position.en_passant.first());
  return square_at(position.side_to_move == Color::white ? square - 8 : square + 8);
}

void set_code(PositionKey& key, Square square, unsigned code) {
  std::uint64_t& word = key.words[index(square) / 16];
  const unsigned shift = index(square) % 16 * 4;
  word = (word & ~(std::uint64_t{15} << shift)) | std::uint64_t{code} << shift;
}

unsigned code_at(const PositionKey& key, Square square) {
  return static_cast<unsigned>(key.words[index(square) / 16] >> (index(square) % 16 * 4) & 15);
}

std::uint64_t hash(const PositionKey& key) {
  std::uint64_t sum = 0;
  for (const std::uint64_t word : key.words) sum = mix(sum ^ word);
  return sum;
}

}  // namespace

PositionKey key_of(const Position& position) {
  PositionKey key;
  for (unsigned i = 0; i < 64; ++i) {
    const Piece piece = position.mailbox[i];
    const std::uint64_t code = is_piece(piece) ? index(piece) : kEmpty;
    key.words[i / 16] |= code << (i % 16 * 4);
  }
  for (const Square rook : position.castling_rooks) set_code(key, rook, kCastlingRook);
  set_code(key, position.king(position.side_to_move), kKingToMove);
  if (has_en_passant_move(position)) set_code(key, passed_pawn(position), kPassedPawn);
  return key;
}

Position position_of(const PositionKey& key) {
  Position position = empty_position();
  Square king_to_move = Square::none;
  for (unsigned i = 0; i < 64; ++i) {
    const Square square = square_at(i);
    const unsigned code = code_at(key, square);
    if (code < kPieceCount) position.put(piece_at(code), square);
    if (code == kCastlingRook) {
      const Color color = rank_of(square) == 0 ? Color::white : Color::black;
      position.put(make_piece(color, PieceType::rook), square);
      position.castling_rooks |= Bitboard{square};
    }
    if (code == kPassedPawn) {
      position.put(make_piece(other_color(square), PieceType::pawn), square);
      position.en_passant = Bitboard{square_at(other_color(square) == Color::white ? i - 8 : i + 8)};
    }
    if (code == kKingToMove) king_to_move = square;
  }
  const bool white_king_stands = !position.pieces(Color::white, PieceType::king).empty();
  position.side_to_move = white_king_stands ? Color::black : Color::white;
  position.put(make_piece(position.side_to_move, PieceType::king), king_to_move);
  return position;
}

PositionKeys::Place PositionKeys::insert(const PositionKey& key) {
  if ((keys_.size() + 1) * kKeysPerSlot > slots_.size()) grow();
  std::uint32_t& slot = slots_[find_slot(key)];
  if (slot != 0) return {slot - std::size_t{1}, false};
  keys_.push_back(key);
  slot = static_cast<std::uint32_t>(keys_.size());
  return {keys_.size() - 1, true};
}

std::size_t PositionKeys::memory_to_insert() const {
  const bool grows = (keys_.size() + 1) * kKeysPerSlot > slots_.size();
  const std::size_t slots =
      grows ? 3 * std::max(slots_.size(), kFirstSlots) : slots_.size();  // the old and the new
  return (keys_.size() + 1) * sizeof(PositionKey) + slots * sizeof(std::uint32_t);
}

std::size_t PositionKeys::find_slot(const PositionKey& key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash(key) & mask;
  while (slots_[slot] != 0 && !(keys_[slots_[slot] - 1] == key)) slot = (slot + 1) & mask;
  return slot;
}

void PositionKeys::grow() {
  slots_.assign(slots_.empty() ? kFirstSlots : 2 * slots_.size(), 0);
  for (std::size_t i = 0; i < keys_.size(); ++i)
    slots_[find_slot(keys_[i])] = static_cast<std::uint32_t>(i + 1);
}

}  // namespace threatperft
