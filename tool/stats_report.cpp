#include "tool/stats_report.h"

namespace threatperft {

std::string report_html(const StatsResult& /*result*/) { return ""; }

}  // namespace threatperft
