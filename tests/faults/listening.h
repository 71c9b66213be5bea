#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "epd/suite.h"
#include "tests/faults/fault.h"
#include "tool/mismatch.h"

namespace threatperft {

/// What a check walk with one fault brought to light.
struct FaultyCheck {
  WalkTotals totals;
  std::vector<Mismatch> mismatches;  ///< in the order in which they were seen
  std::uint64_t wrong_deltas = 0;    ///< that the updater knows it has written
  std::uint64_t parents_changed = 0;
  std::uint64_t redundant = 0;  ///< by its own count
};

/// Runs the walk; the listener has enough after `limit` mismatches.
FaultyCheck check_with(Fault fault, const Position& start, int depth, std::size_t limit);

/// The same with one of the product's own kernels.
FaultyCheck check_with(const Kernel& kernel, const Position& root, int depth);

/// The positions of the embedded suites.
std::vector<SuitePosition> embedded_positions();

/// The deepest depth that has at most so many leaves by the suite; 0 if none has.
int deepest_within(const SuitePosition& position, std::uint64_t nodes);

}  // namespace threatperft
