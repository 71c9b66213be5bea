#pragma once

#include <bit>
#include <cstdint>

#include "engine_core/chess/piece.h"
#include "engine_core/chess/square.h"

namespace threatperft {

/// One threat: the attacker's pseudo-legal attacks, blocked by the occupancy, reach the victim's square.
/// Victims are of either colour; kings count on both sides; pawns attack diagonally only.
struct Threat {
  Piece attacker;
  Square attacker_square;
  Piece victim;
  Square victim_square;

  THREATPERFT_INLINE friend constexpr bool operator==(const Threat& a, const Threat& b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
  }
};
static_assert(sizeof(Threat) == 4);

/// attacker | attacker_square << 8 | victim << 16 | victim_square << 24: how a threat lies in a little-endian
/// register.
THREATPERFT_INLINE constexpr std::uint32_t pack(Threat threat) {
  return index(threat.attacker) | index(threat.attacker_square) << 8 | index(threat.victim) << 16 |
         index(threat.victim_square) << 24;
}
THREATPERFT_INLINE constexpr Threat unpack(std::uint32_t packed) {
  return {static_cast<Piece>(packed & 0xFF), static_cast<Square>(packed >> 8 & 0xFF),
          static_cast<Piece>(packed >> 16 & 0xFF), static_cast<Square>(packed >> 24)};
}

/// The splitmix64 step (Steele, Lea, Flood 2014): what a threat contributes to a signature, a sum modulo
/// 2^64.
THREATPERFT_INLINE constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

/// No board holds more threats than this: a piece attacks at most 8 others, and queens, kings and knights
/// alone reach that number; the proof for 64 occupied squares is the count of (square, direction) pairs on
/// the board: 420 for queens everywhere (8 * 64 less what the edges cut off), and a knight's or a king's
/// count is never larger per square.
inline constexpr std::uint32_t kMaxThreats = 420;

}  // namespace threatperft
