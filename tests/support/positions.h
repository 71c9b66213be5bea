#pragma once

#include <cstddef>
#include <random>
#include <string_view>
#include <vector>

#include "engine_core/chess/position.h"

// Positions for tests.
namespace threatperft::support {

using Random = std::mt19937_64;

/// A number below `bound`, which must not be 0; the same on every machine.
std::size_t random_below(Random& random, std::size_t bound);

/// The position of a FEN that must be good.
Position position_of(std::string_view fen);

Position start_position();

/// A start position of Chess960, all castling rights; both sides alike or each with its own.
Position chess960_start(Random& random, bool mirrored);

/// The positions of a game at random, the first one included. Castling, en passant, promotions and captures
/// are played more often than their share.
std::vector<Position> random_game(const Position& start, int plies, Random& random);

/// Random games from the start positions of both variants.
std::vector<Position> game_positions(std::size_t games, int plies, Random& random);

}  // namespace threatperft::support
