// Any JSON as a result file: it is refused, or it is equal to itself and can be shown in every way; so can
// what shards of it merge to.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/fuzz/require.h"
#include "tool/compare_result.h"
#include "tool/console.h"
#include "tool/exit_status.h"
#include "tool/merge_check.h"

namespace threatperft {
namespace {

using Json = nlohmann::ordered_json;

void check_comparison(const Json& json, const std::string& input) {
  try {
    const ResultDocument document = result_document(json, "fuzz.json");
    const Comparison same = compare_results(document, document, {});
    require(same.differences.count() == 0, "a result is equal to itself", input);
    require(!comparison_markdown(same).empty(), "it can be shown", input);
    require(comparison_json(same).at("good") == true, "it can be written", input);
  } catch (const UserError&) {
  }
}

void check_merge(const Json& json, const std::string& input) {
  try {
    const Json merged = merge_shard_results({{"fuzz.json", json}});
    require(!merged.at("command").contains("shard"), "a merged result is whole", input);
  } catch (const UserError&) {
  }
}

void check_bytes(std::string_view bytes) {
  const Json json = Json::parse(bytes, nullptr, false);
  if (json.is_discarded()) return;
  const std::string input{bytes};
  check_comparison(json, input);
  check_merge(json, input);
}

}  // namespace
}  // namespace threatperft

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  threatperft::check_bytes({reinterpret_cast<const char*>(data), size});
  return 0;
}
