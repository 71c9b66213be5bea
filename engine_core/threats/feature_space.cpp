#include "engine_core/threats/feature_space.h"

namespace threatperft {

namespace {

struct Step {
  int file;
  int rank;
};

constexpr std::array<Step, 8> kKnightSteps = {
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
// Straight steps first, diagonal ones behind them.
constexpr std::array<Step, 8> kKingSteps = {
    {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};

constexpr Bitboard walk(Square from, Step step, int limit) {
  Bitboard reached;
  int file = static_cast<int>(file_of(from)) + step.file;
  int rank = static_cast<int>(rank_of(from)) + step.rank;
  for (int i = 0; i < limit && file >= 0 && file < 8 && rank >= 0 && rank < 8; ++i) {
    reached |= Bitboard{square_at(static_cast<unsigned>(file), static_cast<unsigned>(rank))};
    file += step.file;
    rank += step.rank;
  }
  return reached;
}

constexpr Bitboard pawn_reach(Color color, Square from) {
  if (rank_of(from) == 0 || rank_of(from) == 7) return Bitboard{};
  const int forward = color == Color::white ? 1 : -1;
  return walk(from, {-1, forward}, 1) | walk(from, {1, forward}, 1);
}

constexpr Bitboard compute_reach(Piece piece, Square from) {
  const PieceType type = type_of(piece);
  if (type == PieceType::pawn) return pawn_reach(color_of(piece), from);
  Bitboard reached;
  if (type == PieceType::knight) {
    for (const Step step : kKnightSteps) reached |= walk(from, step, 1);
    return reached;
  }
  const int limit = type == PieceType::king ? 1 : 7;
  const std::size_t first = type == PieceType::bishop ? 4 : 0;
  const std::size_t last = type == PieceType::rook ? 4 : 8;
  for (std::size_t i = first; i < last; ++i) reached |= walk(from, kKingSteps[i], limit);
  return reached;
}

struct SquarePair {
  Piece attacker;
  Square from;
  Square to;
};

struct Tables {
  std::array<std::uint16_t, kPieceCount * 64 * 64> rank{};
  std::array<SquarePair, kSquarePairs> pair{};
  std::array<feature_tables::PairsFrom, 64 * 16> from{};
};

// One pass in the order of the index numbers every pair; too few or too many do not compile.
constexpr Tables make_tables() {
  Tables tables;
  for (std::uint16_t& rank : tables.rank) rank = feature_tables::kNoPair;
  std::uint16_t next = 0;
  for (unsigned color = 0; color < 2; ++color) {
    for (unsigned type = 0; type < kPieceTypeCount; ++type) {
      const Piece attacker = make_piece(static_cast<Color>(color), static_cast<PieceType>(type));
      for (unsigned from = 0; from < 64; ++from) {
        const Bitboard reached = compute_reach(attacker, square_at(from));
        tables.from[index(attacker) + 16 * from] = {reached, std::uint64_t{next} * kPieceCount};
        for (const Square to : reached) {
          tables.rank[index(attacker) << 12 | index(to) << 6 | from] = next;
          tables.pair[next++] = {attacker, square_at(from), to};
        }
      }
    }
  }
  if (next != kSquarePairs) throw "the number of pairs of squares is wrong";
  return tables;
}

constexpr Tables kTables = make_tables();

}  // namespace

namespace feature_tables {

constexpr std::array<std::uint16_t, kPieceCount* 64 * 64> kPairRank = kTables.rank;
constexpr std::array<PairsFrom, 64 * 16> kPairsFrom = kTables.from;

}  // namespace feature_tables

bool has_index(Threat threat) {
  return is_piece(threat.attacker) && is_piece(threat.victim) && index(threat.attacker_square) < 64 &&
         index(threat.victim_square) < 64 &&
         reach(threat.attacker, threat.attacker_square).contains(threat.victim_square);
}

Threat threat_of(std::uint32_t raw_index) {
  const SquarePair& pair = kTables.pair[raw_index / kPieceCount];
  return {pair.attacker, pair.from, piece_at(raw_index % kPieceCount), pair.to};
}

Bitboard reach(Piece piece, Square square) { return kTables.from[index(piece) + 16 * index(square)].reach; }

}  // namespace threatperft
