#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace threatperft {

/// Text from outside, fit for a message: printable ASCII as it is, every other byte as \xNN (\t for a tab,
/// \\ for a backslash), shortened with "..." if it has more than `limit` bytes.
std::string printable(std::string_view text, std::size_t limit = 100);

}  // namespace threatperft
