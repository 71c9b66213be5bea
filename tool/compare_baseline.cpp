#include "tool/compare_baseline.h"

#include <fmt/format.h>

#include <algorithm>

#include "tool/compare_result.h"
#include "tool/exit_status.h"
#include "tool/result_json.h"

namespace threatperft {

std::optional<ResultDocument> read_check_baseline(const CheckSettings& settings) {
  if (settings.baseline.empty()) return std::nullopt;
  if (settings.baseline == "-" && std::count(settings.paths.begin(), settings.paths.end(), "-") != 0) {
    throw UserError("standard input ('-') is named more than once");
  }
  ResultDocument baseline = read_result_document(settings.baseline);
  if (baseline.kind != ResultKind::result) {
    throw UserError(fmt::format("--baseline {}: found a {}, expected a {}", settings.baseline,
                                schema_of(baseline.kind), schema_of(ResultKind::result)));
  }
  return baseline;
}

int compare_with_baseline(const std::optional<ResultDocument>& baseline, const CheckSettings& settings,
                          const CheckResult& result, int run_status, Console& console) {
  if (!baseline) return run_status;
  if (result.signal != 0) {
    console.message("interrupted: not compared with the baseline");
    return run_status;
  }
  // What a file would hold: the same bytes, read in the same way.
  const ResultDocument current =
      result_document(nlohmann::ordered_json::parse(json_text(check_json(settings, result))), "this run");
  const Comparison comparison = compare_results(*baseline, current, {});
  if (settings.output == "-") {
    std::string text = comparison_text(comparison, console);
    text.pop_back();  // the message ends the line
    console.message(text);
  } else {
    console.print("\n" + comparison_text(comparison, console));
  }
  return std::max(run_status, comparison.is_good() ? kExitOk : kExitCheckFailed);
}

}  // namespace threatperft
