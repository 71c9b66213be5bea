#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"

namespace threatperft {

/// All legal moves, in a fixed order that does not depend on the machine. For everything that is not a walk.
std::vector<Move> legal_moves(const Position& position);

/// The position after a legal move.
Position after(const Position& position, Move move);

/// Whether the side to move is in check.
bool in_check(const Position& position);

/// UCI text: e2e4, e7e8q; castling as e1g1, or as king takes rook (e1h1) in Chess960 notation.
std::string to_uci(Move move, CastlingNotation notation);

/// Standard algebraic notation with "+" and "#", for display.
std::string to_san(const Position& position, Move move);

/// The legal move that a UCI text names, castling in either notation; nothing if there is none.
std::optional<Move> parse_uci(const Position& position, std::string_view text);

}  // namespace threatperft
