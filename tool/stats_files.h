#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "tool/stats_result.h"

namespace threatperft {

/// Makes the files of a result's folder, one after the other: `write(name, bytes)`. summary.json comes last.
void make_stats_files(const StatsResult& result,
                      const std::function<void(const std::string&, std::string_view)>& write);

/// Counters as an .npy file: one dimension, little-endian 64-bit numbers without sign.
std::string npy_bytes(std::span<const std::uint64_t> counts);
/// The other way. Throws UserError, naming the file, if it is anything else or has another length.
std::vector<std::uint64_t> parse_npy(std::string_view bytes, std::size_t expected, const std::string& file);

}  // namespace threatperft
