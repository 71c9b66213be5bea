#include "tool/result_json.h"

#include <functional>

#include "engine_core/perft/kernels.h"
#include "tool/machine.h"
#include "tool/numbers.h"
#include "tool/version.h"

namespace threatperft {

using Json = nlohmann::ordered_json;

namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json signature_or_null(const std::optional<std::uint64_t>& value) {
  return value ? Json(signature_text(*value)) : Json(nullptr);
}

Json command_json(const CheckSettings& settings) {
  Json json = {
      {"name", "check"},
      {"depth", or_null(settings.depth)},
      {"max_nodes", or_null(settings.max_nodes)},
      {"counts_only", settings.counts_only},
      {"chess960", to_string(settings.lines.chess960)},
      {"strict", settings.lines.strictness == FenStrictness::strict},
      {"filter", settings.filter ? Json(settings.filter_text) : Json(nullptr)},
      {"max_failures", settings.max_failures},
  };
  if (settings.shard) json["shard"] = to_string(*settings.shard);
  return json;
}

Json suites_json(const std::vector<Suite>& suites) {
  Json list = Json::array();
  for (const Suite& suite : suites) {
    list.push_back({{"path", suite.path}, {"sha256", suite.sha256}, {"positions", suite.positions.size()}});
  }
  return list;
}

Json errors_json(const std::vector<Suite>& suites) {
  Json list = Json::array();
  for (const Suite& suite : suites) {
    for (const Diagnostic& error : suite.errors) {
      list.push_back({{"file", error.file},
                      {"line", error.line},
                      {"kind", error.kind},
                      {"field", error.field},
                      {"found", error.found},
                      {"expected", error.expected}});
    }
  }
  return list;
}

/// Without threats their numbers are null, not 0: nobody computed them.
Json depth_json(const DepthResult& depth, bool with_threats) {
  const DepthTotals& found = depth.found;
  return {
      {"depth", depth.expected.depth},
      {"nodes", found.nodes},
      {"expected_nodes", or_null(depth.expected.nodes)},
      {"threats", with_threats ? Json(found.threats) : Json(nullptr)},
      {"signature", with_threats ? Json(signature_text(found.signature)) : Json(nullptr)},
      {"checked", found.checked},
      {"mismatches", found.mismatches},
      {"expected_threats", or_null(depth.expected.threats)},
      {"expected_signature", signature_or_null(depth.expected.signature)},
      {"complete", depth.complete},
  };
}

std::string state_json(PositionState state) {
  switch (state) {
    case PositionState::failed:
      return "failed";
    case PositionState::not_run:
      return "not_run";
    default:
      return std::string(to_string(state));
  }
}

/// The number of the suite that a position came from; null where it came from none.
Json suite_json(const PositionResult& position, const std::vector<Suite>& suites) {
  const std::less_equal<const SuitePosition*> not_behind;
  for (std::size_t i = 0; i < suites.size(); ++i) {
    const auto& positions = suites[i].positions;
    if (positions.empty() || !not_behind(positions.data(), position.source)) continue;
    if (not_behind(position.source, &positions.back())) return i;
  }
  return nullptr;
}

Json position_json(const PositionResult& position, const std::vector<Suite>& suites, bool with_threats) {
  Json depths = Json::array();
  for (const DepthResult& depth : position.depths) depths.push_back(depth_json(depth, with_threats));
  return {
      {"id", position.source->id},
      {"fen", position.source->fen},
      {"chess960", position.source->chess960},
      {"depths", std::move(depths)},
      {"state", state_json(position.state)},
      {"suite", suite_json(position, suites)},
  };
}

Json totals_json(const CheckTotals& totals, bool with_threats) {
  const auto of_threats = [with_threats](auto value) { return with_threats ? Json(value) : Json(nullptr); };
  return {
      {"positions", totals.positions},
      {"nodes", totals.nodes},
      {"threats", of_threats(totals.threats)},
      {"signature", of_threats(signature_text(totals.signature))},
      {"checked", totals.checked},
      {"mismatches", totals.mismatches},
      {"failed_positions", totals.failed_positions},
      {"unfinished_positions", totals.unfinished_positions},
      {"skipped_positions", totals.skipped_positions},
      {"wrong_values", totals.wrong_values},
      {"redundant", of_threats(totals.redundant)},
      {"largest_list", of_threats(totals.largest_list)},
      {"largest_added", of_threats(totals.largest_added)},
      {"largest_removed", of_threats(totals.largest_removed)},
  };
}

}  // namespace

Json tool_json() {
  return {{"version", tool_version()}, {"revision", tool_revision()}, {"compiler", tool_compiler()}};
}

Json machine_json(int threads, const Kernel& kernel) {
  return {{"processor", processor_name()},
          {"threads", threads},
          {"updater", to_string(kernel.updater)},
          {"build", kernel.build}};
}

Json timing_json(std::uint64_t nodes, double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(nodes) / seconds : 0;
  return {{"seconds", seconds}, {"nodes_per_second", static_cast<std::uint64_t>(rate)}};
}

Json result_json(const RunDescription& run, const CheckResult& result) {
  const CheckTotals totals = totals_of(result);
  Json positions = Json::array();
  Json failures = Json::array();
  for (const PositionResult& position : result.positions) {
    positions.push_back(position_json(position, result.suites, run.with_threats));
    for (const MismatchReport& report : position.reports) failures.push_back(to_json(report));
  }
  return {
      {"schema", "threatperft.result/1"},
      {"tool", tool_json()},
      {"machine", machine_json(run.threads, *run.kernel)},
      {"command", run.command},
      {"suites", suites_json(result.suites)},
      {"positions", std::move(positions)},
      {"totals", totals_json(totals, run.with_threats)},
      {"complete", totals.unfinished_positions == 0},
      {"failures", std::move(failures)},
      {"input_errors", errors_json(result.suites)},
      {"timing", timing_json(totals.nodes, result.seconds)},
  };
}

Json check_json(const CheckSettings& settings, const CheckResult& result) {
  return result_json({command_json(settings), settings.threads, settings.kernel, !settings.counts_only},
                     result);
}

Json check_identity(const CheckSettings& settings, const CheckResult& result) {
  Json command = command_json(settings);
  return {{"schema", "threatperft.journal/1"},
          {"tool", tool_json()},
          {"command", command_json(settings)},
          {"suites", suites_json(result.suites)}};
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace threatperft
