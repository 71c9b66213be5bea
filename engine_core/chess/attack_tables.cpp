#include "engine_core/chess/attacks.h"
#include "engine_core/chess/restrictions.h"

namespace threatperft {
namespace {

struct Step {
  int file;
  int rank;
};

constexpr Step kStraight[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
constexpr Step kDiagonal[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
constexpr Step kJumps[] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/// The square one step away, or `none` past the edge.
constexpr Square step_from(Square square, Step step) {
  const int file = static_cast<int>(file_of(square)) + step.file;
  const int rank = static_cast<int>(rank_of(square)) + step.rank;
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return Square::none;
  return square_at(static_cast<unsigned>(file), static_cast<unsigned>(rank));
}

constexpr Bitboard one_step(Square square, Step step) {
  const Square target = step_from(square, step);
  return target == Square::none ? Bitboard{} : Bitboard{target};
}

/// All squares in one direction, up to the edge.
constexpr Bitboard ray(Square square, Step step) {
  Bitboard squares;
  for (Square at = step_from(square, step); at != Square::none; at = step_from(at, step))
    squares |= Bitboard{at};
  return squares;
}

constexpr void fill_pairs(GeometryTables& tables, Square from, Step step) {
  Bitboard passed;
  for (Square at = step_from(from, step); at != Square::none; at = step_from(at, step)) {
    passed |= Bitboard{at};
    tables.segment[index(from)][index(at)] = passed;
    tables.beyond[index(from)][index(at)] = ray(at, step);
  }
}

constexpr void fill_square(GeometryTables& tables, Square square) {
  const unsigned i = index(square);
  tables.pawn_attacks[0][i] = one_step(square, {-1, 1}) | one_step(square, {1, 1});
  tables.pawn_attacks[1][i] = one_step(square, {-1, -1}) | one_step(square, {1, -1});
  for (const Step step : kJumps) tables.knight_attacks[i] |= one_step(square, step);
  for (unsigned to = 0; to < 64; ++to) tables.segment[i][to] = Bitboard{square_at(to)};
  for (const Step step : kStraight) {
    tables.king_attacks[i] |= one_step(square, step);
    fill_pairs(tables, square, step);
  }
  for (const Step step : kDiagonal) {
    tables.king_attacks[i] |= one_step(square, step);
    fill_pairs(tables, square, step);
  }
  tables.file_line[i] = ray(square, {0, 1}) | ray(square, {0, -1});
  tables.diagonal_line[i] = ray(square, {1, 1}) | ray(square, {-1, -1});
  tables.antidiagonal_line[i] = ray(square, {1, -1}) | ray(square, {-1, 1});
}

/// The squares that a slider on this file of a rank reaches; `inner` are the blockers on files b to g.
constexpr std::uint8_t along_rank(int file, unsigned inner) {
  const unsigned blockers = inner << 1;
  unsigned reached = 0;
  for (int at = file + 1; at < 8; ++at) {
    reached |= 1u << at;
    if ((blockers >> at & 1) != 0) break;
  }
  for (int at = file - 1; at >= 0; --at) {
    reached |= 1u << at;
    if ((blockers >> at & 1) != 0) break;
  }
  return static_cast<std::uint8_t>(reached);
}

/// The files that a piece comes across on its way along a rank, the last one included.
constexpr unsigned files_passed(Square from, Square to) {
  unsigned files = 0;
  for (unsigned file = file_of(from); file != file_of(to);) {
    file = file < file_of(to) ? file + 1 : file - 1;
    files |= 1u << file;
  }
  return files;
}

constexpr CastlingWay castling_way(Square king, Square rook) {
  if (king == rook) return {};
  const CastlingTargets targets = castling_targets(king, rook);
  const unsigned by_king = files_passed(king, targets.king);
  const unsigned by_both = by_king | files_passed(rook, targets.rook);
  const unsigned pieces = 1u << file_of(king) | 1u << file_of(rook);
  return {static_cast<std::uint8_t>(by_both & ~pieces), static_cast<std::uint8_t>(by_king)};
}

constexpr GeometryTables make_geometry() {
  GeometryTables tables{};
  for (unsigned square = 0; square < 64; ++square) fill_square(tables, square_at(square));
  for (int file = 0; file < 8; ++file) {
    for (unsigned inner = 0; inner < 64; ++inner) {
      tables.rank_attacks[static_cast<unsigned>(file)][inner] = along_rank(file, inner);
    }
  }
  for (unsigned king = 0; king < 8; ++king) {
    for (unsigned rook = 0; rook < 8; ++rook) {
      tables.castling_ways[king][rook] = castling_way(square_at(king), square_at(rook));
    }
  }
  return tables;
}

constexpr GeometryTables kMadeGeometry = make_geometry();

/// Blockers on the last square of a ray change nothing, so they are left out of the index.
constexpr Bitboard without_ends(Square square, Bitboard squares) {
  const unsigned file = file_of(square);
  const unsigned rank = rank_of(square);
  if (file != 0) squares &= ~file_bb(0);
  if (file != 7) squares &= ~file_bb(7);
  if (rank != 0) squares &= ~rank_bb(0);
  if (rank != 7) squares &= ~rank_bb(7);
  return squares;
}

constexpr Bitboard slider_attacks(Square square, Bitboard occupied, bool diagonal) {
  const unsigned i = index(square);
  if (diagonal) {
    return line_attacks(square, kMadeGeometry.diagonal_line[i], occupied) |
           line_attacks(square, kMadeGeometry.antidiagonal_line[i], occupied);
  }
  const unsigned shift = i & 56;
  const std::uint64_t along = kMadeGeometry.rank_attacks[i & 7][occupied.bits >> (shift + 1) & 63];
  return line_attacks(square, kMadeGeometry.file_line[i], occupied) | Bitboard{along << shift};
}

constexpr std::uint64_t fill_slider(SliderTables& tables, Square square, bool diagonal,
                                    std::uint64_t offset) {
  const std::uint64_t mask = without_ends(square, slider_attacks(square, Bitboard{}, diagonal)).bits;
  (diagonal ? tables.bishop : tables.rook)[index(square)] = {mask, offset};
  // Subsets in ascending order are also ascending in their extracted bits.
  std::uint64_t subset = 0;
  do {
    tables.attacks[offset++] = slider_attacks(square, Bitboard{subset}, diagonal);
    subset = (subset - mask) & mask;
  } while (subset != 0);
  return offset;
}

constexpr SliderTables make_sliders() {
  SliderTables tables{};
  std::uint64_t offset = 0;
  for (unsigned square = 0; square < 64; ++square)
    offset = fill_slider(tables, square_at(square), true, offset);
  for (unsigned square = 0; square < 64; ++square)
    offset = fill_slider(tables, square_at(square), false, offset);
  return tables;
}

}  // namespace

constinit const GeometryTables kGeometry = kMadeGeometry;
constinit const SliderTables kSliders = make_sliders();

}  // namespace threatperft
