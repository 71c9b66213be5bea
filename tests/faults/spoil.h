#pragma once

#include <cstdint>

#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"
#include "engine_core/threats/updater.h"

// The edits that turn a right delta into a faulty one, by `fault_state`.
namespace threatperft {

/// Half-moves from the game's start, by the move number.
unsigned ply_of(const Position& position);

/// Spoils the part of a delta that all moves of the piece on `from` share.
void spoil_source(const Position& before, Square from, Delta& delta);

/// Spoils what follows the mark, a move's own part. Castling has no part before it.
void spoil_move(const Position& before, Move move, Delta& delta, DeltaMark mark);

/// Takes a threat that stands in both lists out of the added ones, if there is one.
bool forget_redundant_pair(Delta& delta);

/// How many threats stand in both lists.
std::uint64_t redundant_pairs_in(const Delta& delta);

/// Whether both deltas lead from any list to the same list.
bool same_effect(const Delta& a, const Delta& b);

}  // namespace threatperft
