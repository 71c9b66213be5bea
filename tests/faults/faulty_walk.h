#pragma once

#include "engine_core/perft/kernel.h"

namespace threatperft {

/// The check walk with the faulty updater.
void check_with_fault(const Position& root, int depth, WalkTotals& totals, CheckListener& listener);

}  // namespace threatperft
