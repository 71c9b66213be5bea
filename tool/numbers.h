#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace threatperft {

/// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number);
/// "1 node", "1,234 nodes".
std::string plural(std::uint64_t number, std::string_view what);

/// A rate with three digits and a unit: "999", "12.3 k", "3.45 M".
std::string rate_text(double per_second);

/// "0.12 s", "59.9 s", "12:34", "3:04:05".
std::string duration_text(double seconds);

/// 16 hexadecimal digits.
std::string signature_text(std::uint64_t signature);

}  // namespace threatperft
