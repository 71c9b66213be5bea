#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace threatperft {

/// The text if it is well-formed UTF-8 without control characters, else its `printable` form; not for ever:
/// no longer than `limit` bytes before that. What comes back can be shown on a terminal and written into
/// JSON.
std::string printable_utf8(std::string_view text, std::size_t limit);

}  // namespace threatperft
