#pragma once

// What the vector method computes, in the slowest and plainest way: square by square, sharing nothing with
// the engine but its words and the order of the directions.

#include <array>
#include <optional>
#include <random>
#include <vector>

#include "engine_core/chess/position.h"
#include "engine_core/threats/delta.h"

namespace threatperft::reference {

using Random = std::mt19937_64;

/// The square `steps` times (files, ranks) away, if it is on the board.
std::optional<Square> at_distance(Square from, int files, int ranks, int steps = 1);

/// The closest occupied square along a ray, numbered as in geometry.h.
std::optional<Square> closest(const Position& position, Square focus, unsigned direction);

/// Whether `piece`, standing on `from`, attacks `to`; what stands on the two squares does not matter.
bool attacks(const Position& position, Piece piece, Square from, Square to);

/// A position with pieces anywhere (pawns on the last ranks, any number of kings) and about `pieces` of them.
Position random_board(Random& random, unsigned pieces);

/// Boards from nearly empty to full.
Position random_board(Random& random);

/// In packed form and in order, for comparing.
std::vector<std::uint32_t> sorted(const DeltaList& list);
std::vector<std::uint32_t> sorted(std::vector<Threat> threats);

/// Whether old + added = new + removed as multisets, with both lists from the oracle.
bool balances(const Position& before, const Position& after, const Delta& delta);

}  // namespace threatperft::reference
