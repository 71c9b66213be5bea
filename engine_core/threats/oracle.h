#pragma once

#include <vector>

#include "engine_core/chess/position.h"
#include "engine_core/threats/threat.h"

namespace threatperft {

/// The threat list of a position, computed from scratch; by attacker square, then victim square.
std::vector<Threat> threats_of(const Position& position);

}  // namespace threatperft
