#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tool/compare_difference.h"
#include "tool/compare_file.h"

namespace threatperft {

/// Everything but speed in which two results differ; of each sort of difference the first `limit` are kept.
/// Throws UserError if the files are of different kinds, or their tables cannot be read.
Differences exact_differences(const ResultDocument& before, const ResultDocument& after, std::size_t limit);

/// Parts of it.
void compare_positions(const nlohmann::ordered_json& before, const nlohmann::ordered_json& after,
                       const std::map<std::string, std::string>& suite_names, Differences& all);
void compare_bench_work(const nlohmann::ordered_json& before, const nlohmann::ordered_json& after,
                        Differences& all);
void compare_statistics(const ResultDocument& before, const ResultDocument& after, Differences& all);

}  // namespace threatperft
