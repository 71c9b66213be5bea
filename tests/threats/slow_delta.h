#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"

// What the deltas of updaters are held against: everything found by stepping from square to square, with
// nothing of the engine but its words. Threats are packed and sorted.
namespace threatperft::slow {

using Random = std::mt19937_64;
using PackedThreats = std::vector<std::uint32_t>;

/// The square so many files and ranks away; `Square::none` beyond the edge.
Square at_offset(Square from, int files, int ranks);

/// The threats of a board.
PackedThreats threats(const Position& board);

struct SlowDelta {
  PackedThreats added;
  PackedThreats removed;
};

/// The delta of a move of the piece on its source square, composed as updater.h says: what each change of a
/// piece adds and removes is the difference between two threat lists.
SlowDelta delta_of(const Position& before, Move move);

/// Any pieces anywhere: pawns on the last ranks, any number of kings. From a few pieces to a full board.
Position random_board(Random& random);

/// All moves of a colour's pieces to squares that they reach, checks aside: quiet moves, captures, pushes,
/// and promotions from any rank. Neither castling nor en passant.
std::vector<Move> reachable_moves(const Position& board, Color us);

/// A board with a pawn that may take en passant, and the move.
struct BoardAndMove {
  Position board;
  Move move;
};
BoardAndMove random_en_passant(Random& random, Color us);

/// A board with king and rook on such files of their first rank, the way cleared, and the move.
BoardAndMove random_castling(Random& random, Color us, unsigned king_file, unsigned rook_file);

}  // namespace threatperft::slow
