#include "tool/check_result.h"

#include <fmt/format.h>

#include <algorithm>

#include "tool/numbers.h"

namespace threatperft {

namespace {

std::string count_difference(std::uint64_t found, std::uint64_t expected) {
  return found < expected ? fmt::format("-{}", expected - found) : fmt::format("+{}", found - expected);
}

std::string wrong_count(int depth, std::string_view what, std::uint64_t found, std::uint64_t expected) {
  return fmt::format("depth {}: {} {}, expected {} ({})", depth, what, found, expected,
                     count_difference(found, expected));
}

void add_position(CheckTotals& totals, const PositionResult& position) {
  for (const DepthResult& depth : position.depths) {
    totals.nodes += depth.found.nodes;
    totals.threats += depth.found.threats;
    totals.signature += depth.found.signature;
    totals.checked += depth.found.checked;
    totals.mismatches += depth.found.mismatches;
  }
  const PositionState state = position.state;
  const bool found_wrong = position.wrong_values != 0 || !position.reports.empty();
  totals.failed_positions += state == PositionState::failed || found_wrong;
  totals.unfinished_positions += state == PositionState::partial || state == PositionState::not_run;
  totals.skipped_positions += state == PositionState::skipped;
  totals.wrong_values += position.wrong_values;
  totals.redundant += position.walk.redundant;
  totals.largest_list = std::max(totals.largest_list, position.walk.largest_list);
  totals.largest_added = std::max(totals.largest_added, position.walk.largest_added);
  totals.largest_removed = std::max(totals.largest_removed, position.walk.largest_removed);
}

}  // namespace

std::string_view to_string(PositionState state) {
  switch (state) {
    case PositionState::ok:
      return "ok";
    case PositionState::failed:
      return "FAILED";
    case PositionState::partial:
      return "partial";
    case PositionState::shared:
      return "shared";
    case PositionState::skipped:
      return "skipped";
    case PositionState::not_run:
      break;
  }
  return "not run";
}

std::size_t CheckResult::input_errors() const {
  std::size_t count = 0;
  for (const Suite& suite : suites) count += suite.errors.count();
  return count;
}

CheckTotals totals_of(const CheckResult& result) {
  CheckTotals totals;
  totals.positions = result.positions.size();
  for (const PositionResult& position : result.positions) add_position(totals, position);
  return totals;
}

std::vector<std::string> wrong_values(const DepthResult& depth, bool with_threats) {
  const DepthExpectation& expected = depth.expected;
  const DepthTotals& found = depth.found;
  std::vector<std::string> wrong;
  if (!depth.complete) return wrong;
  if (expected.nodes && *expected.nodes != found.nodes) {
    wrong.push_back(wrong_count(expected.depth, "nodes", found.nodes, *expected.nodes));
  }
  if (!with_threats) return wrong;
  if (expected.threats && *expected.threats != found.threats) {
    wrong.push_back(wrong_count(expected.depth, "threats", found.threats, *expected.threats));
  }
  if (expected.signature && *expected.signature != found.signature) {
    wrong.push_back(fmt::format("depth {}: signature {}, expected {}", expected.depth,
                                signature_text(found.signature), signature_text(*expected.signature)));
  }
  return wrong;
}

}  // namespace threatperft
