#include "tool/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "tool/exit_status.h"

namespace threatperft {

namespace {

constexpr std::uint32_t kMostShards = 100'000;
/// What a unit costs beside its leaves.
constexpr double kUnitOverhead = 50;
constexpr double kMostLeaves = 1e15;

std::optional<std::uint32_t> number_of(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const auto number = number_of(std::string_view(text).substr(0, slash));
    const auto count = number_of(std::string_view(text).substr(slash + 1));
    if (number && count && *number >= 1 && *number <= *count && *count <= kMostShards)
      return {*number, *count};
  }
  throw UserError(fmt::format("--shard: found '{}', expected I/N with I from 1 to N, such as 2/7", text));
}

std::string to_string(const Shard& shard) { return fmt::format("{}/{}", shard.number, shard.count); }

void require_all_shards(std::vector<Shard> shards) {
  std::sort(shards.begin(), shards.end(), [](const Shard& a, const Shard& b) { return a.number < b.number; });
  for (std::size_t i = 0; i < shards.size(); ++i) {
    const Shard& shard = shards[i];
    if (shard.count != shards.front().count) {
      throw UserError(
          fmt::format("shards {} and {} do not go together", to_string(shards.front()), to_string(shard)));
    }
    if (i > 0 && shard.number == shards[i - 1].number) {
      throw UserError(fmt::format("shard {} is there twice", to_string(shard)));
    }
    if (shard.number != i + 1) throw UserError(fmt::format("shard {}/{} is missing", i + 1, shard.count));
  }
  if (shards.size() != shards.front().count) {
    throw UserError(fmt::format("shard {}/{} is missing", shards.size() + 1, shards.front().count));
  }
}

ShardPicker::ShardPicker(const Shard& shard) : own_(shard.number - 1) {
  for (std::uint32_t i = 0; i < shard.count; ++i) loads_.emplace(0, i);
}

bool ShardPicker::takes(double leaves) {
  if (loads_.size() == 1) return true;
  const auto [load, shard] = loads_.top();
  loads_.pop();
  const double cost = leaves < kMostLeaves ? leaves + kUnitOverhead : kMostLeaves;
  loads_.emplace(load + static_cast<std::uint64_t>(cost), shard);
  return shard == own_;
}

}  // namespace threatperft
