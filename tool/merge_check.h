#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace threatperft {

/// The result file that one run of `check` would have written, from the files of all its shards in any
/// order; `machine` and `timing` are those of the shards together. Throws UserError if a file is none of a
/// shard, if a shard is missing or there twice, and if they are not of one run.
///
/// Failures are ordered by position, then by shard; each shard had its own limit of them.
nlohmann::ordered_json merge_shards(const std::vector<std::string>& paths);
/// The same for results in memory, by what messages call them.
nlohmann::ordered_json merge_shard_results(
    const std::vector<std::pair<std::string, nlohmann::ordered_json>>& results);

}  // namespace threatperft
