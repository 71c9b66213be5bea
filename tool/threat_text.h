#pragma once

#include <string>
#include <vector>

#include "engine_core/chess/position.h"
#include "engine_core/chess/square.h"
#include "engine_core/threats/threat.h"

namespace threatperft {

/// "e4".
std::string square_text(Square square);

/// The FEN letter, white in capitals; "?" for a code that is no piece.
char piece_letter(Piece piece);

/// "Qd1>pd7": the white queen on d1 attacks the black pawn on d7. Values out of range are written as numbers.
std::string threat_text(const Threat& threat);

/// "Qd1>pd7 Qd1>Pd2", or "none".
std::string threats_text(const std::vector<Threat>& threats);

/// The board, rank 8 at the top, with coordinates.
std::string board_text(const Position& position);

}  // namespace threatperft
