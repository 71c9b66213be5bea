#pragma once

#include <span>
#include <string_view>

namespace threatperft {

/// A suite that is part of the program.
struct EmbeddedSuite {
  std::string_view name;  ///< its path in the project: "epd/suites/known.epd"
  std::string_view bytes;
};

/// known, standard, chess960, edge, in this order, then any others by name.
std::span<const EmbeddedSuite> embedded_suites();

}  // namespace threatperft
