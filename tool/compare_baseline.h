#pragma once

#include <optional>

#include "tool/check_result.h"
#include "tool/check_settings.h"
#include "tool/compare_file.h"
#include "tool/console.h"

namespace threatperft {

/// The file of `check --baseline`, if one was given: read before the run, so that one that cannot be compared
/// is noticed before hours of work. Throws UserError.
std::optional<ResultDocument> read_check_baseline(const CheckSettings& settings);

/// Shows in what the run differs from the baseline, as `compare` does: on standard error where standard
/// output is the run's JSON. Returns the exit status of both, given that of the run. A run that was
/// interrupted is not compared.
int compare_with_baseline(const std::optional<ResultDocument>& baseline, const CheckSettings& settings,
                          const CheckResult& result, int run_status, Console& console);

}  // namespace threatperft
