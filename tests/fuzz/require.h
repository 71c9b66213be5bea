#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace threatperft {

/// Ends the program, as libFuzzer wants it, where a promise is broken.
inline void require(bool holds, const std::string& promise, const std::string& input) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n%s\n", promise.c_str(), input.c_str());
  std::abort();
}

}  // namespace threatperft
