// Any bytes as a layout's file: what is accepted numbers every threat once, and can be written and read
// again.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/perft/statistics_tables.h"
#include "tests/fuzz/require.h"
#include "tool/exit_status.h"
#include "tool/stats_layout_file.h"

namespace threatperft {
namespace {

std::optional<Layout> parsed(std::string_view text) {
  try {
    return parse_layout(text, "fuzz.json");
  } catch (const UserError& error) {
    require(std::string_view(error.what()).starts_with("fuzz.json: "), "errors name the file",
            std::string(text));
    return std::nullopt;
  }
}

void check_numbers(const Layout& layout, const std::string& input) {
  std::vector<bool> used(layout.size());
  for (const std::uint32_t number : layout.table(Color::white, false)) {
    if (number == Layout::no_index) continue;
    require(number < layout.size(), "a number is below the size", input);
    require(!used[number], "no two threats have one number", input);
    require(!layout.is_dropped(number), "a dropped number is not used", input);
    used[number] = true;
  }
  for (std::uint32_t number = 0; number < layout.size(); ++number) {
    require(used[number] != layout.is_dropped(number), "every number is used or dropped", input);
  }
}

void check_bytes(std::string_view bytes) {
  const std::optional<Layout> layout = parsed(bytes);
  if (!layout) return;
  const std::string input{bytes};
  check_numbers(*layout, input);
  const std::optional<Layout> again = parsed(layout_json(layout->definition()).dump());
  require(again && again->size() == layout->size(), "what is written can be read", input);
  require(same_definition(again->definition(), layout->definition()), "it is the same layout", input);
}

}  // namespace
}  // namespace threatperft

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  threatperft::check_bytes({reinterpret_cast<const char*>(data), size});
  return 0;
}
