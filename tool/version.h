#pragma once

#include <string>
#include <string_view>

namespace threatperft {

/// "0.1.0".
std::string_view tool_version();
/// The short hash of the commit that was built, "-dirty" behind it if files differed, or "unknown".
std::string_view tool_revision();
/// "g++ 12.2.0" or "clang 14.0.6".
std::string tool_compiler();

}  // namespace threatperft
