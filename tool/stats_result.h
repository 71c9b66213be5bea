#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine_core/perft/statistics_tables.h"
#include "epd/diagnostic.h"
#include "tool/stats_positions.h"

namespace threatperft {

/// What a run of `stats` found, or several runs together: all that the files in its folder are made of.
struct StatsResult {
  nlohmann::ordered_json
      command;  ///< the settings that the numbers depend on; results merge if they are equal
  nlohmann::ordered_json machine;
  std::vector<StatsInput> inputs;
  std::uint64_t roots = 0;                     ///< trees, or positions of a set
  std::uint64_t skipped_roots = 0;             ///< for all their depths were too large
  std::uint64_t duplicates = 0;                ///< roots that an earlier line had, too
  bool duplicates_incomplete = false;          ///< memory did not suffice to look for all
  std::vector<DuplicateLine> duplicate_lines;  ///< the first of them
  std::vector<Diagnostic> bad_lines;           ///< the first of those that were left out
  double seconds = 0;
  StatisticsTables tables;
};

/// The command's settings, for a result.
nlohmann::ordered_json stats_command_json(const StatsSettings& settings);

/// summary.json; results/README.md documents the fields.
nlohmann::ordered_json summary_json(const StatsResult& result);

/// Reads a folder back that `stats` wrote. Throws UserError if it is no such folder, of another schema, or if
/// its numbers do not agree with each other.
StatsResult read_stats_result(const std::string& folder);

}  // namespace threatperft
