#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "epd/line_options.h"
#include "epd/suite.h"
#include "tool/common_options.h"
#include "tool/shard.h"

namespace threatperft {

/// What `check` was asked to do.
struct CheckSettings {
  std::vector<std::string> paths;  ///< none: the embedded suites
  LineOptions lines;
  std::optional<int> depth;
  std::optional<std::uint64_t> max_nodes;
  std::optional<std::regex> filter;
  std::string filter_text;
  std::string output;    ///< empty: no JSON; "-": on standard output
  std::string baseline;  ///< a result to compare with; empty: none
  std::size_t max_failures = 10;
  int threads = 1;
  const Kernel* kernel = nullptr;
  std::string journal;  ///< empty: none
  std::optional<Shard> shard;
  bool counts_only = false;
  bool verbose = false;
};

/// The depth of positions for which a suite gives nothing.
inline constexpr int kDefaultDepth = 4;

/// The embedded suites give counts far deeper than anybody waits for: their --max-nodes if neither it nor
/// --depth is set.
inline constexpr std::uint64_t kEmbeddedMaxNodes = 1'000'000;

po::options_description check_options();
CheckSettings read_check_settings(const ParsedOptions& parsed);

/// The depths to report for a position, ascending; none if all of them are to be skipped. With threats, one
/// walk to the last of them yields them all; bulk counting takes a walk for each, so that only those with a
/// count are done then.
std::vector<int> planned_depths(const SuitePosition& position, const CheckSettings& settings);

/// What the suite says about a depth; empty if nothing.
DepthExpectation expectation_at(const SuitePosition& position, int depth);

/// How many nodes the walks for these depths will visit: the suite's counts, estimates where it has none.
double expected_nodes(const SuitePosition& position, const std::vector<int>& depths);

}  // namespace threatperft
