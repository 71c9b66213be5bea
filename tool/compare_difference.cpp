#include "tool/compare_difference.h"

#include <fmt/format.h>

#include <utility>

#include "tool/numbers.h"

namespace threatperft {

std::string_view to_string(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::changed:
      return "changed";
    case DifferenceKind::missing:
      return "missing";
    case DifferenceKind::added:
      break;
  }
  return "added";
}

std::string change_text(const Difference& difference) {
  if (!difference.before.is_number_unsigned() || !difference.after.is_number_unsigned()) return "";
  const auto before = difference.before.get<std::uint64_t>();
  const auto after = difference.after.get<std::uint64_t>();
  return after < before ? fmt::format("-{}", before - after) : fmt::format("+{}", after - before);
}

std::string value_text(const nlohmann::ordered_json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void DifferenceList::add(Difference difference) {
  ++count_;
  if (listed_.size() < limit_) listed_.push_back(std::move(difference));
}

Differences::Differences(std::size_t limit)
    : settings("settings", limit),
      totals("totals", limit),
      positions("positions", limit),
      statistics("statistics", limit),
      features("features", limit),
      layouts("layout counters", limit) {}

void Differences::note(const std::string& text) {
  if (noted_.insert(text).second) notes_.push_back(text);
}

std::vector<const DifferenceList*> Differences::lists() const {
  return {&settings, &totals, &positions, &statistics, &features, &layouts};
}

std::uint64_t Differences::count() const {
  std::uint64_t count = 0;
  for (const DifferenceList* list : lists()) count += list->count();
  return count;
}

}  // namespace threatperft
