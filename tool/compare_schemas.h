#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tool/compare_place.h"

namespace threatperft {

// The first versions of the schemas. Each checks that the members of that version are there and of the right
// type, and throws UserError where one is not; members that came later may be absent.

void read_result_1(nlohmann::ordered_json& json, const std::string& path);
void read_bench_1(nlohmann::ordered_json& json, const std::string& path);
void read_stats_1(nlohmann::ordered_json& json, const std::string& path);

}  // namespace threatperft
