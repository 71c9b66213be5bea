#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/threats/layout.h"

namespace threatperft {

/// The layouts that a list of sizes and file names stands for, separated by commas; the known ones for an
/// empty list, none for "none". Throws UserError: for a file that is no layout, two layouts of one name, and
/// more than can be counted at once.
std::vector<Layout> read_layouts(std::string_view list);

/// A layout file's contents as a layout; `source` is what errors call it. docs/layouts.md describes the
/// format.
Layout parse_layout(std::string_view text, const std::string& source);

/// The other way: a text that `parse_layout` reads.
nlohmann::ordered_json layout_json(const LayoutDefinition& definition);

}  // namespace threatperft
