#include "tool/machine.h"

#include <tbb/info.h>

#include <fstream>
#include <string_view>

namespace threatperft {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name") && !line.starts_with("Model")) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t start = line.find_first_not_of(" \t", colon + 1);
    if (start != std::string::npos) return line.substr(start, line.find_last_not_of(" \t") + 1 - start);
  }
  return "unknown";
}

int available_threads() { return tbb::info::default_concurrency(); }

}  // namespace threatperft
