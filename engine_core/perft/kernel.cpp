#include "engine_core/perft/kernel.h"

#include <algorithm>

namespace threatperft {

namespace {

void add(DepthTotals& sum, const DepthTotals& part) {
  sum.nodes += part.nodes;
  sum.threats += part.threats;
  sum.signature += part.signature;
  sum.checked += part.checked;
  sum.mismatches += part.mismatches;
}

void add_rest(WalkTotals& sum, const WalkTotals& part) {
  sum.redundant += part.redundant;
  sum.largest_list = std::max(sum.largest_list, part.largest_list);
  sum.largest_added = std::max(sum.largest_added, part.largest_added);
  sum.largest_removed = std::max(sum.largest_removed, part.largest_removed);
}

}  // namespace

void merge_subtree(WalkTotals& whole, const WalkTotals& subtree, int depth) {
  for (int below = 1; depth + below <= kMaxDepth; ++below) {
    add(whole.depths[static_cast<std::size_t>(depth) + static_cast<std::size_t>(below)],
        subtree.depths[static_cast<std::size_t>(below)]);
  }
  add_rest(whole, subtree);
}

void add_totals(WalkTotals& whole, const WalkTotals& part) {
  for (std::size_t depth = 0; depth < whole.depths.size(); ++depth) {
    add(whole.depths[depth], part.depths[depth]);
  }
  add_rest(whole, part);
}

}  // namespace threatperft
