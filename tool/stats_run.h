#pragma once

#include <optional>

#include "tool/console.h"
#include "tool/stats_result.h"

namespace threatperft {

/// Gathers what the settings ask for. Warnings go to the console. Nothing if a signal ended it early. Throws
/// UserError for files that cannot be read, for bad lines unless they are to be skipped, and where --verify
/// finds a difference.
std::optional<StatsResult> run_stats(const StatsSettings& settings, Console& console);

}  // namespace threatperft
