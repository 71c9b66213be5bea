#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tool/compare_difference.h"

namespace threatperft {

/// Pairs the suites (or files of positions) of two results: by their bytes, else by path, else by file name.
/// Lists those of other bytes or that only one result has; a suite that merely lies elsewhere is the same.
/// Returns what the baseline calls each suite of the current file, by its path there.
std::map<std::string, std::string> compare_sources(const nlohmann::ordered_json& before,
                                                   const nlohmann::ordered_json& after, Differences& all);

}  // namespace threatperft
