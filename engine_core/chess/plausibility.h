#pragma once

#include <string_view>

#include "engine_core/chess/position.h"

namespace threatperft {

/// A reason why a position cannot arise in a game, though it can be walked.
struct Implausibility {
  std::string_view kind;    ///< as in fen.h: "too-many-pieces", "impossible-check", ...
  std::string_view reason;  ///< for a message
};

/// The reasons that `report` hears of. Not a proof of possibility: only the number of pieces and the last
/// move are looked at, and in doubt nothing is said.
struct Implausibilities {
  Implausibility items[3];  ///< one about the pieces of each colour, one about the check
  unsigned count = 0;
};

/// What is impossible about a position in which the side that is not to move stands in no check.
Implausibilities implausibilities(const Position& position);

}  // namespace threatperft
