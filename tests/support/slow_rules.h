#pragma once

#include <vector>

#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"

// The rules of chess once more, by single steps over the mailbox: no tables, no pins, no move generation of
// the engine. Every pseudo-legal move is made and thrown away if it leaves the king attacked.
namespace threatperft::slow_rules {

/// The square so many files and ranks away; `Square::none` beyond the edge.
Square step(Square from, int files, int ranks);

/// Whether a piece of this colour attacks the square.
bool is_attacked(const Position& position, Square square, Color by);

/// The legal moves, in no order that matters.
std::vector<Move> legal_moves(const Position& position);

/// The position after a move, put together anew piece by piece.
Position after(const Position& position, Move move);

/// What is wrong with a position's own consistency; an empty text if nothing is.
const char* inconsistency(const Position& position);

}  // namespace threatperft::slow_rules
