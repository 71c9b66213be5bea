#pragma once

#include <span>
#include <string_view>

namespace threatperft {

/// A piece of the page that `stats` writes: the template, a script, a style sheet, a library.
struct ReportPart {
  std::string_view name;  ///< of its file: "page.html"
  std::string_view bytes;
};

std::span<const ReportPart> report_parts();

}  // namespace threatperft
