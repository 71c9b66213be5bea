#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/perft/kernel.h"
#include "epd/suite.h"
#include "tool/mismatch_report.h"

namespace threatperft {

/// What was found at one depth, and what the suite says.
struct DepthResult {
  DepthExpectation expected;
  DepthTotals found;
  bool complete = true;  ///< else the walk ended before it had seen all of this depth
};

enum class PositionState {
  ok,
  failed,   ///< walked whole, and something is wrong
  partial,  ///< the walk ended early: too many failures, or an interruption
  not_run,  ///< the run ended before
  shared,   ///< one shard's part is walked whole; numbers are sums of that part
  skipped,  ///< all its depths have more nodes than wanted
};
std::string_view to_string(PositionState state);

/// What a walk found beside its depths' numbers.
struct WalkExtremes {
  std::uint64_t redundant = 0;
  std::uint32_t largest_list = 0;
  std::uint32_t largest_added = 0;
  std::uint32_t largest_removed = 0;
};

struct PositionResult {
  const SuitePosition* source = nullptr;
  std::string_view file;  ///< the suite's path
  PositionState state = PositionState::not_run;
  std::vector<DepthResult> depths;  ///< ascending
  std::vector<MismatchReport> reports;
  std::size_t wrong_values = 0;  ///< numbers that differ from the suite's
  double seconds = 0;            ///< of work, added up over the threads
  WalkExtremes walk;             ///< with threats
};

/// Sums over all positions and their depths.
struct CheckTotals {
  std::uint64_t positions = 0;
  std::uint64_t nodes = 0;
  std::uint64_t threats = 0;
  std::uint64_t signature = 0;
  std::uint64_t checked = 0;
  std::uint64_t mismatches = 0;
  std::uint64_t failed_positions = 0;
  std::uint64_t unfinished_positions = 0;  ///< partial or not run
  std::uint64_t skipped_positions = 0;
  std::uint64_t wrong_values = 0;
  std::uint64_t redundant = 0;
  std::uint32_t largest_list = 0;
  std::uint32_t largest_added = 0;
  std::uint32_t largest_removed = 0;

  /// Whether nothing was checked because every depth has more nodes than wanted.
  bool all_skipped() const { return skipped_positions == positions; }
};

/// A whole run.
struct CheckResult {
  std::vector<Suite> suites;
  std::vector<PositionResult> positions;  ///< in the suites' order, after --filter
  double seconds = 0;                     ///< by the clock
  bool failures_reached = false;
  int signal = 0;  ///< that interrupted the run

  std::size_t input_errors() const;
};

CheckTotals totals_of(const CheckResult& result);

/// The values that differ from the suite's, one line each: "depth 3: nodes 8901, expected 8902 (-1)". None if
/// the depth is incomplete. `with_threats` tells whether threats and signatures were computed at all.
std::vector<std::string> wrong_values(const DepthResult& depth, bool with_threats);

}  // namespace threatperft
