#pragma once

#include <string>

#include "tool/stats_result.h"

namespace threatperft {

/// A page that shows the result, with everything that it needs inside: it opens offline.
std::string report_html(const StatsResult& result);

}  // namespace threatperft
