#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace threatperft {

/// The properties (updater_properties.h) of one updater class, in the code of its own instruction set. Each
/// says what is wrong, or nothing.
struct UpdaterChecks {
  std::string_view name;
  std::string (*random_boards)(std::uint64_t seed, int boards);
  std::string (*castling)(std::uint64_t seed, int boards);
  std::string (*crowded_boards)();
  std::string (*games)(std::uint64_t seed, std::size_t& moves);
};

UpdaterChecks scalar_checks();
UpdaterChecks avx2_checks();
UpdaterChecks avx2_pext_checks();

/// The lanes of all squares of random boards, as the AVX2 updater finds them, against single steps from
/// square to square.
std::string check_avx2_lanes(std::uint64_t seed, int boards);

}  // namespace threatperft
