#pragma once

#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "engine_core/perft/kernel.h"
#include "engine_core/perft/statistics.h"
#include "engine_core/threats/layout.h"
#include "epd/line_options.h"
#include "epd/suite.h"
#include "tool/options.h"
#include "tool/shard.h"

namespace threatperft {

/// What `stats` was asked to do.
struct StatsSettings {
  std::vector<std::string> paths;  ///< empty: the embedded suites
  LineOptions lines;
  std::optional<int> depth;  ///< 0: the positions themselves, streamed; absent: what the suite gives, else 0
  std::optional<std::uint64_t> max_nodes;
  std::optional<std::regex> filter;
  std::string filter_text;
  StatisticsAt at = StatisticsAt::leaves;
  bool unique = false;
  std::uint64_t memory = 0;  ///< bytes, for `unique` and for finding duplicates
  bool moves = true;         ///< at depth 0: also the legal moves of the positions
  bool naive = false;
  bool verify = false;
  bool skip_bad_lines = false;
  std::vector<Layout> layouts;
  std::string output;   ///< a folder; empty: none
  std::string journal;  ///< empty: none
  std::optional<Shard> shard;
  bool force = false;
  int threads = 1;
  const Kernel* kernel = nullptr;
};

/// The options of the command, as its help shows them.
po::options_description stats_options();

/// Throws UserError where a value is wrong, and for options that exclude each other.
StatsSettings read_stats_settings(const ParsedOptions& parsed);

/// The depth to which a suite's position is walked; nothing if it is skipped, for all its depths are too
/// large.
std::optional<int> stats_depth(const SuitePosition& position, const StatsSettings& settings);

/// "leaves" or "all-nodes".
std::string_view to_string(StatisticsAt at);

}  // namespace threatperft
