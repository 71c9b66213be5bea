#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"
#include "engine_core/perft/kernel.h"
#include "engine_core/threats/delta.h"
#include "engine_core/threats/threat.h"

namespace threatperft {

/// A mismatch as a check walk came upon it: the bare facts, from which the report is worked out.
struct Mismatch {
  Position root;           ///< of the whole tree
  std::vector<Move> path;  ///< from there; the last move is the one at fault
  std::size_t walk_start =
      0;  ///< how many moves of the path lead to the node where the walk began with a fresh list
  CheckStage stage = CheckStage::made;
  std::vector<Threat> added;  ///< what the updater wrote for the last move
  std::vector<Threat> removed;
  bool overlong = false;  ///< a list claimed more threats than it can hold; what fits was kept
};

/// The lists of a delta, safely copied even if their counts are wild.
void copy_delta(const Delta& delta, Mismatch& mismatch);

/// How a list that a delta made differs from the list it should be. All three are ordered by their packed
/// value.
struct ListDifference {
  std::vector<Threat> missing;  ///< should be there and are not
  std::vector<Threat> extra;    ///< are there and should not be
  std::vector<Threat> doubled;  ///< stand there more than once
  std::vector<Threat> absent;   ///< were removed without having been there

  bool empty() const { return missing.empty() && extra.empty() && doubled.empty() && absent.empty(); }
};

/// Applies a delta to a list, as multisets, and compares the outcome with what it should be.
ListDifference compare_lists(const std::vector<Threat>& before, const std::vector<Threat>& added,
                             const std::vector<Threat>& removed, const std::vector<Threat>& expected);

}  // namespace threatperft
