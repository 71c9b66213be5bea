#include "tool/stats_report.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "tool/stats_report_data.h"
#include "tool/stats_report_parts.h"

namespace threatperft {

namespace {

std::string_view part_named(std::string_view name) {
  const auto parts = report_parts();
  const auto found =
      std::find_if(parts.begin(), parts.end(), [&](const auto& it) { return it.name == name; });
  if (found == parts.end()) throw std::logic_error("the report's page has no part " + std::string(name));
  return found->bytes;
}

}  // namespace

// The template names what goes where in double braces: a part by its file name, or the data. What has been
// put in is not searched again, so data can hold what they like.
std::string report_html(const StatsResult& result) {
  std::string page;
  std::string_view rest = part_named("page.html");
  for (std::size_t begin; (begin = rest.find("{{")) != std::string_view::npos;) {
    const std::size_t end = rest.find("}}", begin);
    if (end == std::string_view::npos) throw std::logic_error("page.html: {{ without }}");
    const std::string_view name = rest.substr(begin + 2, end - begin - 2);
    page += rest.substr(0, begin);
    if (name == "data") {
      page += script_text(report_data(result));
    } else {
      page += part_named(name);
    }
    rest.remove_prefix(end + 2);
  }
  page += rest;
  return page;
}

}  // namespace threatperft
