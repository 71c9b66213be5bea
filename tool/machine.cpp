#include "tool/machine.h"

#include <fmt/format.h>
#include <tbb/info.h>

#include <fstream>
#include <string_view>

namespace threatperft {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? ""
                                         : text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

/// What the processor's name, or at least the machine's, is called on x86-64, LoongArch and a Raspberry Pi.
bool is_name(std::string_view key) { return key == "model name" || key == "Model Name" || key == "Model"; }

}  // namespace

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  return processor_name(info);
}

// Virtual machines often shorten the name to the family's.
std::string processor_name(std::istream& cpuinfo) {
  std::string name;
  std::string family;
  std::string model;
  for (std::string line; std::getline(cpuinfo, line);) {
    if (line.empty() && !name.empty()) break;  // what follows is of another core
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string_view key = trimmed(std::string_view(line).substr(0, colon));
    const std::string_view value = trimmed(std::string_view(line).substr(colon + 1));
    std::string* const field = is_name(key)          ? &name
                               : key == "cpu family" ? &family
                               : key == "model"      ? &model
                                                     : nullptr;
    if (field != nullptr && field->empty()) *field = value;
  }
  if (name.empty()) return "unknown";
  return family.empty() || model.empty() ? name
                                         : fmt::format("{} (family {}, model {})", name, family, model);
}

int available_threads() { return tbb::info::default_concurrency(); }

}  // namespace threatperft
