#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine_core/threats/delta.h"

namespace threatperft {

/// Known faults of updaters, most of them as they happened in public engines.
enum class Fault : std::uint8_t {
  none,
  discovered_forgotten,
  wrong_pawn_direction,
  en_passant_victim_missed,
  en_passant_rank_discovery_missed,
  castling_rook_square_missed,
  castling_as_two_moves,
  promotion_as_pawn,
  captured_threats_left_on_promotion,
  king_incoming_missed,
  king_discovery_missed,
  attack_from_nowhere,
  edge_victims_missed,
  removed_twice,
  added_twice,
  removed_another,
  attacker_square_wraps,
  victim_square_wraps,
  discovered_color_wrong,
  victims_swapped,
  attacker_is_no_piece,
  discovered_behind_capture,
  list_one_slot_short,
  stored_beyond_slack,
  beyond_ply_2,
  beyond_ply_4,
  parent_changed,             ///< the position that the delta is written from is not what it was afterwards
  parent_changed_once,        ///< the same, a single time
  redundant_pair_not_unmade,  ///< what a move's delta says is not what it said when the move is taken back
  redundant_pairs,            ///< no fault: threats that stand in both lists
  untouched_pairs,            ///< no fault: threats that the move leaves alone are removed and added again
};

inline constexpr std::array<std::string_view, 31> kFaultNames{
    "none",
    "discovered threats forgotten",
    "pawn attacks in the wrong direction",
    "en-passant victim's square missed",
    "en-passant discovery along the rank missed",
    "castling rook's old square missed",
    "castling as two moves",
    "promotion as a pawn on the last rank",
    "captured piece's threats left on promotion",
    "king's incoming threats missed",
    "king's discovery missed",
    "an attack from an empty square",
    "rays without their end square",
    "a removed threat written twice",
    "an added threat written twice",
    "another threat removed",
    "attacker's square wraps",
    "victim's square wraps",
    "wrong colour in one discovered threat",
    "victims of two threats swapped",
    "an attacker that is no piece",
    "discoveries behind a captured piece",
    "list one slot short",
    "a store beyond the slack",
    "wrong only beyond ply 2",
    "wrong only beyond ply 4",
    "the parent position changed",
    "the parent position changed once",
    "a redundant pair forgotten in unmake",
    "redundant pairs",
    "redundant pairs of untouched threats",
};

constexpr std::string_view name_of(Fault fault) { return kFaultNames[static_cast<std::size_t>(fault)]; }

/// What the updaters of this thread do wrong, and how often it mattered. A run-time switch, so that the
/// walker is compiled for one faulty updater only.
struct FaultState {
  Fault fault = Fault::none;
  unsigned root_ply = 0;              ///< `ply_of` the walk's root
  std::uint64_t wrong_deltas = 0;     ///< completed deltas that do not lead to the right list
  std::uint64_t parents_changed = 0;  ///< or the delta that a parent's move is taken back by
  std::uint64_t redundant = 0;        ///< threats that stood in both lists
  Delta* last_delta = nullptr;  ///< what was completed last: of the move that leads to the next node below
};
inline thread_local FaultState fault_state;

}  // namespace threatperft
