#pragma once

#include <string>

#include "tool/check_result.h"
#include "tool/check_settings.h"
#include "tool/console.h"
#include "tool/table.h"

namespace threatperft {

/// What a person sees of a check: a row a position, below it whatever is wrong there, and a summary.
class CheckView {
 public:
  /// Columns are made wide enough for the ids of `result`'s positions.
  CheckView(Console& console, const CheckSettings& settings, const CheckResult& result);

  void show_header();
  void show(const PositionResult& position);
  void show_summary(const CheckResult& result);

 private:
  void show_wrong_values(const PositionResult& position);
  void show_depth(const PositionResult& position, const DepthResult& depth, bool is_last);
  std::string failure_summary(const CheckTotals& totals, const CheckResult& result) const;

  Console& console_;
  const CheckSettings& settings_;
  Table table_;
  std::size_t id_width_;
};

}  // namespace threatperft
