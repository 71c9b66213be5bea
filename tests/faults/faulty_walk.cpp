// The one place that compiles the walker for the faulty updater.
#include "tests/faults/faulty_walk.h"

#include "engine_core/perft/kernel_of.h"
#include "tests/faults/faulty_updater.h"

namespace threatperft {

void check_with_fault(const Position& root, int depth, WalkTotals& totals, CheckListener& listener) {
  const StopFlag stop{false};
  check_from<FaultyUpdater>(root, depth, totals, listener, stop);
}

}  // namespace threatperft
