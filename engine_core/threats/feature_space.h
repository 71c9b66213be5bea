#pragma once

#include <array>
#include <cstdint>

#include "engine_core/chess/bitboard.h"
#include "engine_core/threats/threat.h"

namespace threatperft {

/// Every threat that any board can hold has a dense index, the *raw index*: by attacker's colour (white
/// first), attacker's type, attacker's square, victim's square, and last the victim, a piece code. Squares
/// ascend from a1; a pair of squares counts if the attacker reaches the one from the other on an empty board,
/// a pawn by a capture and from ranks 2 to 7 only. That is P 84, N 336, B 560, R 896, Q 1456, K 420 pairs:
/// 3752 a colour, times 12 victims.
inline constexpr std::uint32_t kSquarePairs = 7504;
inline constexpr std::uint32_t kRawThreats = kSquarePairs * kPieceCount;

namespace feature_tables {

/// By attacker, victim's square and attacker's square, six bits each (the order in which one instruction
/// takes them out of a packed threat): the rank of the pair of squares, or `kNoPair`.
extern const std::array<std::uint16_t, kPieceCount * 64 * 64> kPairRank;
inline constexpr std::uint16_t kNoPair = 0xFFFF;

/// The pairs of squares of one attacker on one square.
struct PairsFrom {
  Bitboard reach;       ///< the victim's squares
  std::uint64_t first;  ///< the raw index of the first pair and the first victim
};
/// By attacker + 16 * square: an eighth of the room, for processors that count bits in one instruction.
extern const std::array<PairsFrom, 64 * 16> kPairsFrom;

}  // namespace feature_tables

/// The raw index of a threat whose attacker reaches its victim on an empty board; every threat of every
/// position with pawns on ranks 2 to 7 is one. No branch: walks call it for each threat of each delta.
[[nodiscard]] THREATPERFT_INLINE std::uint32_t index_of(Threat threat) {
  const std::uint32_t pair =
      index(threat.attacker) << 12 | index(threat.victim_square) << 6 | index(threat.attacker_square);
  return feature_tables::kPairRank.data()[pair] * std::uint32_t{kPieceCount} + index(threat.victim);
}

/// Whether `index_of` may be asked. Any four bytes may be given.
[[nodiscard]] bool has_index(Threat threat);

/// The threat with the given raw index, which must be below `kRawThreats`.
[[nodiscard]] Threat threat_of(std::uint32_t raw_index);

/// The squares that a piece reaches from a square on an empty board; a pawn those that it captures on, and
/// from the first and last rank, where no pawn stands, none.
[[nodiscard]] Bitboard reach(Piece piece, Square square);

}  // namespace threatperft
