#pragma once

#include <string>
#include <string_view>

namespace threatperft {

/// The word as a POSIX shell takes it, in quotes where it needs them.
std::string shell_quote(std::string_view word);

}  // namespace threatperft
