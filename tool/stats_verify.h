#pragma once

#include <vector>

#include "tool/stats_gather.h"
#include "tool/stats_result.h"

namespace threatperft {

/// Walks the trees once more, by the walk that keeps threat-perft numbers and no tables, and compares nodes,
/// threats and signature. Returns false if a signal ended it early; throws UserError if they differ.
bool verify_trees(const std::vector<GatherJob>& jobs, const StatsSettings& settings,
                  const StatisticsTables& tables);

}  // namespace threatperft
