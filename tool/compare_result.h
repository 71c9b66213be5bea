#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tool/compare_difference.h"
#include "tool/compare_file.h"
#include "tool/compare_speed.h"
#include "tool/console.h"

namespace threatperft {

struct CompareSettings {
  std::size_t limit = 50;  ///< rows shown of each list
  std::optional<double> max_slowdown;
};

/// Two results beside each other, and what differs.
struct Comparison {
  const ResultDocument& baseline;
  const ResultDocument& current;
  Differences differences;
  SpeedComparison speed;

  bool has_lost_speed() const { return speed.count(SpeedVerdict::lost) != 0; }
  /// Nothing differs that may not, and no speed was lost.
  bool is_good() const { return differences.count() == 0 && !has_lost_speed(); }
};

/// Both documents must outlive the result. Throws UserError if they cannot be compared at all.
Comparison compare_results(const ResultDocument& baseline, const ResultDocument& current,
                           const CompareSettings& settings);

/// "check, 0.1.0 (1a2b3c4, g++ 12.2.0), AMD EPYC": what a result is from.
std::string origin_text(const ResultDocument& document);

/// What was laid side by side, in a few words: "404 positions, 1,745 depths".
std::string extent_text(const ResultDocument& document);

/// The outcome in one line.
std::string verdict_text(const Comparison& comparison);

/// Rows of speed worth a line: whole walks, and positions that lost.
std::vector<const SpeedRow*> notable_rows(const SpeedComparison& speed);

/// What is to be said of the speeds below their table, a line each.
std::vector<std::string> speed_remarks(const SpeedComparison& speed);

/// "+9.8 %".
std::string percent_text(double change);
/// "+7.1 to +12.9 %", or "-".
std::string interval_text(const SpeedRow& row);
/// "0.5123 s, 1.2 %": median and spread.
std::string seconds_text(const Spread& spread);

/// For people: only what differs, and a summary.
std::string comparison_text(const Comparison& comparison, const Console& console);
/// For pull requests, in GitHub's Markdown.
std::string comparison_markdown(const Comparison& comparison);
/// For programs; results/README.md documents the fields.
nlohmann::ordered_json comparison_json(const Comparison& comparison);

}  // namespace threatperft
