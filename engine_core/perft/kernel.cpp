#include "engine_core/perft/kernel.h"

#include <algorithm>

namespace threatperft {

void merge_subtree(WalkTotals& whole, const WalkTotals& subtree, int depth) {
  for (int below = 1; depth + below <= kMaxDepth; ++below) {
    DepthTotals& sum = whole.depths[static_cast<std::size_t>(depth) + static_cast<std::size_t>(below)];
    const DepthTotals& part = subtree.depths[static_cast<std::size_t>(below)];
    sum.nodes += part.nodes;
    sum.threats += part.threats;
    sum.signature += part.signature;
    sum.checked += part.checked;
    sum.mismatches += part.mismatches;
  }
  whole.redundant += subtree.redundant;
  whole.largest_list = std::max(whole.largest_list, subtree.largest_list);
  whole.largest_added = std::max(whole.largest_added, subtree.largest_added);
  whole.largest_removed = std::max(whole.largest_removed, subtree.largest_removed);
}

}  // namespace threatperft
