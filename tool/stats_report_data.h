#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tool/stats_result.h"

namespace threatperft {

/// What the page shows: summary.json less what changes from run to run, and the counters behind it. Numbers
/// above 2^53, which JavaScript cannot hold, are strings.
///
/// Beyond summary.json there are `pairs` (by attacker and victim, piece codes), `raw_indices` (like a
/// layout's `indices`), `features` (the raw counters that are not 0: the distance of each from the one
/// before, and the count), `reach` (by attacker in the order of raw indices: 64 * its square + the victim's),
/// `curves` (how many features, the most frequent first, have which share of all activations) and `reasons`
/// (what the words for impossible features mean).
nlohmann::ordered_json report_data(const StatsResult& result);

/// JSON as it may stand in a script element: no `<`, whatever its strings hold.
std::string script_text(const nlohmann::ordered_json& json);

}  // namespace threatperft
