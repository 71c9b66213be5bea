#include "tool/suggest.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace threatperft {

namespace {

/// The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> suggest(std::string_view word, std::span<const std::string> candidates) {
  if (word.empty() || word.size() > 64) return std::nullopt;
  const std::string* best = nullptr;
  std::size_t best_distance = std::numeric_limits<std::size_t>::max();
  for (const std::string& candidate : candidates) {
    const bool begins = candidate.starts_with(word);
    const std::size_t slips = begins ? 1 : distance(word, candidate);
    const std::size_t allowed =
        begins ? 1 : std::max<std::size_t>(1, std::min(word.size(), candidate.size()) / 3);
    if (slips <= allowed && slips < best_distance) {
      best = &candidate;
      best_distance = slips;
    }
  }
  return best == nullptr ? std::nullopt : std::optional(*best);
}

}  // namespace threatperft
