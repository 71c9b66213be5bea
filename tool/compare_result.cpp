#include "tool/compare_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "tool/compare_exact.h"
#include "tool/numbers.h"

namespace threatperft {

using Json = nlohmann::ordered_json;

Comparison compare_results(const ResultDocument& baseline, const ResultDocument& current,
                           const CompareSettings& settings) {
  return {baseline, current, exact_differences(baseline, current, settings.limit),
          compare_speed(baseline, current, settings.max_slowdown)};
}

std::string origin_text(const ResultDocument& document) {
  const Json& tool = document.json["tool"];
  return fmt::format("{}, {} ({}, {}), {}", value_text(document.json["command"]["name"]),
                     value_text(tool["version"]), value_text(tool["revision"]), value_text(tool["compiler"]),
                     value_text(document.json["machine"]["processor"]));
}

std::string extent_text(const ResultDocument& document) {
  const Json& json = document.json;
  if (document.kind == ResultKind::stats) {
    return fmt::format("{}, {}", plural(json["totals"]["roots"].get<std::uint64_t>(), "root"),
                       plural(json["totals"]["nodes"].get<std::uint64_t>(), "node"));
  }
  if (document.kind == ResultKind::bench) return plural(json["positions"].size(), "position");
  std::uint64_t depths = 0;
  for (const Json& position : json["positions"]) depths += position["depths"].size();
  return fmt::format("{}, {}", plural(json["positions"].size(), "position"), plural(depths, "depth"));
}

std::string verdict_text(const Comparison& comparison) {
  if (comparison.is_good()) return fmt::format("equal: {}", extent_text(comparison.current));
  std::string text;
  if (comparison.differences.count() != 0) {
    text = fmt::format("DIFFERENT: {}", plural(comparison.differences.count(), "difference"));
    std::string parts;
    for (const DifferenceList* list : comparison.differences.lists()) {
      if (list->count() == 0) continue;
      parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", list->title(), with_commas(list->count()));
    }
    text += fmt::format(" ({})", parts);
  }
  if (comparison.has_lost_speed()) {
    text += fmt::format("{}SLOWER: {} of {} comparisons lost more than {:.4g} %", text.empty() ? "" : "; ",
                        comparison.speed.count(SpeedVerdict::lost), comparison.speed.rows.size(),
                        100 * comparison.speed.max_slowdown.value_or(0));
  }
  return text;
}

std::vector<const SpeedRow*> notable_rows(const SpeedComparison& speed) {
  std::vector<const SpeedRow*> rows;
  for (const SpeedRow& row : speed.rows) {
    if (row.is_whole || row.verdict == SpeedVerdict::lost) rows.push_back(&row);
  }
  return rows;
}

std::vector<std::string> speed_remarks(const SpeedComparison& speed) {
  if (!speed.not_compared.empty()) return {fmt::format("speed is not compared: {}", speed.not_compared)};
  std::vector<std::string> remarks;
  remarks.push_back(
      fmt::format("{}: medians of the rounds with their median absolute deviation; change: Hodges-Lehmann "
                  "estimate of the quotients by round, with its {:.4g} % interval for all rows at once",
                  speed.clock, 100 * (1 - 2 * kSpeedRisk)));
  if (!speed.max_slowdown) return remarks;
  const double allowed = 100 * *speed.max_slowdown;
  if (const auto count = speed.count(SpeedVerdict::undecided)) {
    remarks.push_back(
        fmt::format("cannot tell for {} of {} comparisons whether more than {:.4g} % was lost: more "
                    "rounds, or a quieter machine",
                    count, speed.rows.size(), allowed));
  }
  if (const auto count = speed.count(SpeedVerdict::too_few)) {
    remarks.push_back(
        fmt::format("cannot tell anything from so few rounds for {} of {} comparisons ('bench --rounds N')",
                    count, speed.rows.size()));
  }
  if (speed.all_lost()) {
    remarks.push_back(
        "every walk lost, also those without threats: compiler or flags, or a machine that was busier; time "
        "both programs in turn");
  }
  return remarks;
}

std::string percent_text(double change) { return fmt::format("{:+.1f} %", 100 * change); }

std::string interval_text(const SpeedRow& row) {
  if (!row.interval) return "-";
  return fmt::format("{:+.1f} to {:+.1f} %", 100 * row.interval->low, 100 * row.interval->high);
}

std::string seconds_text(const Spread& spread) {
  return fmt::format("{:.4f} s, {:.1f} %", spread.median, 100 * spread.deviation / spread.median);
}

}  // namespace threatperft
