#include "tool/version.h"

#include <fmt/format.h>

#include "revision_text.h"

namespace threatperft {

std::string_view tool_version() { return THREATPERFT_VERSION; }

std::string_view tool_revision() { return THREATPERFT_REVISION; }

std::string tool_compiler() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

}  // namespace threatperft
