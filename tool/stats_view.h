#pragma once

#include <string>

#include "tool/console.h"
#include "tool/stats_result.h"

namespace threatperft {

/// The tables that a person wants first, as text for a terminal of 80 columns.
std::string stats_text(const StatsResult& result, const Console& console);

}  // namespace threatperft
