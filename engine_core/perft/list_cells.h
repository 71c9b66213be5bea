#pragma once

#include <array>
#include <cstdint>

#include "engine_core/chess/position.h"
#include "engine_core/threats/threat.h"
#include "engine_core/threats/threat_visits.h"

#if THREATPERFT_PEXT
#include <immintrin.h>
#endif

// How threats are laid out by their squares: a cell for every (attacker square, victim square), a row of
// cells for every attacker square.
namespace threatperft::inline THREATPERFT_BUILD {

/// For every attacker square the set of victim squares.
using ThreatRows = std::array<Bitboard, 64>;

/// Whether no bit of a packed threat is set that a square or a piece code cannot have: cells and codes look
/// at the others only. A piece code of 12 to 15 goes through, but never equals the oracle's, nor a mailbox's.
THREATPERFT_INLINE bool is_sound(std::uint32_t packed) { return (packed & ~0x3F0F3F0Fu) == 0; }

/// attacker square << 6 | victim square.
THREATPERFT_INLINE std::uint32_t cell_of(std::uint32_t packed) {
#if THREATPERFT_PEXT
  return _pext_u32(__builtin_bswap32(packed), 0x003F003F);
#else
  return (packed >> 2 & 0xFC0) | (packed >> 24 & 0x3F);
#endif
}

inline constexpr std::uint32_t kPresent = 0x100;

/// The two pieces, never 0: attacker | victim << 4 | kPresent.
THREATPERFT_INLINE std::uint32_t code_of(std::uint32_t packed) {
#if THREATPERFT_PEXT
  return _pext_u32(packed, 0x000F000F) | kPresent;
#else
  return (packed & 0xF) | (packed >> 12 & 0xF0) | kPresent;
#endif
}

/// The cell's bit in its row.
THREATPERFT_INLINE Bitboard bit_of(std::uint32_t cell) { return Bitboard{std::uint64_t{1} << (cell & 63)}; }

/// 0 if the threat, which belongs to this cell, names the pieces that stand on its squares.
THREATPERFT_INLINE std::uint32_t pieces_difference(std::uint32_t packed, std::uint32_t cell,
                                                   const Position& position) {
  const std::uint32_t attacker = index(position.mailbox[cell >> 6]);
  const std::uint32_t victim = index(position.mailbox[cell & 63]);
  return (packed & 0x00FF00FF) ^ (attacker | victim << 16);
}

/// 1 if a threat names other pieces than those that stand on its squares, else 0.
THREATPERFT_INLINE std::uint32_t is_stale(std::uint32_t packed, const Position& position) {
  return pieces_difference(packed, cell_of(packed), position) == 0 ? 0 : 1;
}

/// Compares the rows of all attackers with the oracle's, and shows each of the latter to
/// `visit(from, victims)`. Rows of empty squares are not looked at.
template <class Visit>
THREATPERFT_INLINE bool matches_rows(const ThreatRows& rows, const Position& position, Visit&& visit) {
  Bitboard difference;
  visit_attackers(position, [&](Piece /*attacker*/, Square from, Bitboard victims) {
    difference |= rows[index(from)] ^ victims;
    visit(from, victims);
  });
  return difference.empty();
}
THREATPERFT_INLINE bool matches_rows(const ThreatRows& rows, const Position& position) {
  return matches_rows(rows, position, [](Square /*from*/, Bitboard /*victims*/) {});
}

}  // namespace threatperft::inline THREATPERFT_BUILD
