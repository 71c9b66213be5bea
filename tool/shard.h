#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace threatperft {

/// A fixed share of a run's units of work.
struct Shard {
  std::uint32_t number = 1;  ///< from 1
  std::uint32_t count = 1;
};

/// "2/7". Throws UserError.
Shard parse_shard(const std::string& text);
std::string to_string(const Shard& shard);

/// Throws UserError unless each shard of one number of shards is there once.
void require_all_shards(std::vector<Shard> shards);

/// Deals units out to all shards, in the units' order: each goes to the shard that has the least estimated
/// work so far, of several to the one with the smallest number. So every shard knows its own units without
/// hearing from the others.
class ShardPicker {
 public:
  explicit ShardPicker(const Shard& shard);

  /// Whether the next unit, with so many leaves by estimate, belongs to the shard.
  bool takes(double leaves);

 private:
  using Load = std::pair<std::uint64_t, std::uint32_t>;  ///< work so far, shard from 0

  std::uint32_t own_;
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads_;
};

}  // namespace threatperft
