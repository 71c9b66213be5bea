#include "tests/emulated/reference.h"

#include <algorithm>
#include <cstdlib>

#include "engine_core/threats/oracle.h"

namespace threatperft::reference {
namespace {

struct Direction {
  int files, ranks;
};
constexpr std::array<Direction, 8> kDirections{
    {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {-1, 1}, {1, -1}}};

int sign(int value) { return (value > 0) - (value < 0); }

bool is_line_free(const Position& position, Square from, Square to, int files, int ranks) {
  for (int steps = 1;; ++steps) {
    const Square at = *at_distance(from, sign(files), sign(ranks), steps);
    if (at == to) return true;
    if (is_piece(position.at(at))) return false;
  }
}

std::vector<std::uint32_t> sum(std::vector<std::uint32_t> a, const std::vector<std::uint32_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::ranges::sort(a);
  return a;
}

}  // namespace

std::optional<Square> at_distance(Square from, int files, int ranks, int steps) {
  const int file = static_cast<int>(file_of(from)) + files * steps;
  const int rank = static_cast<int>(rank_of(from)) + ranks * steps;
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return std::nullopt;
  return square_at(static_cast<unsigned>(file), static_cast<unsigned>(rank));
}

std::optional<Square> closest(const Position& position, Square focus, unsigned direction) {
  for (int steps = 1; steps < 8; ++steps) {
    const std::optional<Square> at =
        at_distance(focus, kDirections[direction].files, kDirections[direction].ranks, steps);
    if (!at) return std::nullopt;
    if (is_piece(position.at(*at))) return at;
  }
  return std::nullopt;
}

bool attacks(const Position& position, Piece piece, Square from, Square to) {
  const int files = static_cast<int>(file_of(to)) - static_cast<int>(file_of(from));
  const int ranks = static_cast<int>(rank_of(to)) - static_cast<int>(rank_of(from));
  const int wide = std::abs(files);
  const int high = std::abs(ranks);
  const bool straight = from != to && (wide == 0 || high == 0);
  const bool diagonal = from != to && wide == high;
  switch (type_of(piece)) {
    case PieceType::pawn:
      return wide == 1 && ranks == (color_of(piece) == Color::white ? 1 : -1);
    case PieceType::knight:
      return wide * high == 2;
    case PieceType::bishop:
      return diagonal && is_line_free(position, from, to, files, ranks);
    case PieceType::rook:
      return straight && is_line_free(position, from, to, files, ranks);
    case PieceType::queen:
      return (straight || diagonal) && is_line_free(position, from, to, files, ranks);
    case PieceType::king:
      return from != to && wide <= 1 && high <= 1;
  }
  return false;
}

Position random_board(Random& random, unsigned pieces) {
  Position position = empty_position();
  for (unsigned i = 0; i < pieces; ++i) {
    const Square square = square_at(static_cast<unsigned>(random() % 64));
    if (is_piece(position.at(square))) continue;
    position.put(piece_at(static_cast<unsigned>(random() % 12)), square);
  }
  return position;
}

Position random_board(Random& random) {
  constexpr std::array<unsigned, 8> kPieces{3, 8, 12, 16, 24, 32, 64, 400};
  return random_board(random, kPieces[random() % kPieces.size()]);
}

std::vector<std::uint32_t> sorted(const DeltaList& list) {
  return sorted(std::vector<Threat>(list.begin(), list.end()));
}

std::vector<std::uint32_t> sorted(std::vector<Threat> threats) {
  std::vector<std::uint32_t> packed;
  packed.reserve(threats.size());
  for (const Threat threat : threats) packed.push_back(pack(threat));
  std::ranges::sort(packed);
  return packed;
}

bool balances(const Position& before, const Position& after, const Delta& delta) {
  return sum(sorted(threats_of(before)), sorted(delta.added)) ==
         sum(sorted(threats_of(after)), sorted(delta.removed));
}

}  // namespace threatperft::reference
