#include "tool/compare_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

namespace threatperft {

using Json = nlohmann::ordered_json;

namespace {

/// Lists of objects, and the members that name an entry.
struct KeyedList {
  std::string_view name;
  std::vector<std::string_view> keys;
};

const std::array kKeyedLists{
    KeyedList{"maxima", {"of"}},
    KeyedList{"moves_by_kind", {"kind", "moved"}},
    KeyedList{"layouts", {"name"}},
    KeyedList{"by_pieces", {"pieces"}},
    KeyedList{"move_classes", {"kind", "moved", "color"}},
    KeyedList{"divide", {"move"}},
};

/// Values by a name that is unique within its list, in the list's order.
using Named = std::vector<std::pair<std::string, const Json*>>;

class TreeComparison {
 public:
  TreeComparison(const Difference& place, DifferenceList& list, Differences& all)
      : place_(place), list_(list), all_(all) {}

  void values(const Json& before, const Json& after, const std::string& path);
  void member(const Json& before, const Json& after, std::string_view name, const std::string& path);

 private:
  void objects(const Json& before, const Json& after, const std::string& path);
  void lists(const Json& before, const Json& after, const std::string& path);
  void numbers(const Json& before, const Json& after, const std::string& path);
  void named(const Named& before, const Named& after, const std::string& path, bool zero_if_absent);
  void list(DifferenceKind kind, const std::string& path, const Json& before, const Json& after);

  const Difference& place_;
  DifferenceList& list_;
  Differences& all_;
};

const Json kNothing;
const Json kZero = 0U;

std::string_view last_name(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

bool is_derived(std::string_view name) { return name == "mean" || name == "standard_deviation"; }

bool all_of(const Json& list, bool (Json::*is)() const noexcept) {
  return std::all_of(list.begin(), list.end(), [is](const Json& each) { return (each.*is)(); });
}

std::string name_of(const Json& entry, const std::vector<std::string_view>& keys) {
  std::string name;
  for (const std::string_view key : keys) {
    const auto found = entry.find(key);
    if (!name.empty()) name += ' ';
    name += found == entry.end() ? "?" : value_text(*found);
  }
  return name;
}

/// A second entry of one name becomes "name #2".
void add_named(Named& named, std::map<std::string, int>& seen, std::string name, const Json& value) {
  const int number = ++seen[name];
  if (number > 1) name += fmt::format(" #{}", number);
  named.emplace_back(std::move(name), &value);
}

Named entries_by_name(const Json& list, const std::vector<std::string_view>& keys) {
  Named named;
  std::map<std::string, int> seen;
  for (const Json& entry : list) add_named(named, seen, name_of(entry, keys), entry);
  return named;
}

Named entries_by_index(const Json& list) {
  Named named;
  for (std::size_t i = 0; i < list.size(); ++i) named.emplace_back(std::to_string(i), &list[i]);
  return named;
}

bool is_cell(const Json& cell) {
  return cell.is_array() && cell.size() == 3 && all_of(cell, &Json::is_number_unsigned);
}

Named cells_by_place(const Json& cells) {
  Named named;
  std::map<std::string, int> seen;
  for (const Json& cell : cells) {
    add_named(named, seen, fmt::format("{},{}", cell[0].get<std::uint64_t>(), cell[1].get<std::uint64_t>()),
              cell[2]);
  }
  return named;
}

Named members_of(const Json& object) {
  Named named;
  for (const auto& [name, value] : object.items()) named.emplace_back(name, &value);
  return named;
}

void TreeComparison::list(DifferenceKind kind, const std::string& path, const Json& before,
                          const Json& after) {
  Difference difference = place_;
  difference.kind = kind;
  difference.field = path;
  const auto shown = [](const Json& value) { return value.is_structured() ? Json(value.dump()) : value; };
  difference.before = shown(before);
  difference.after = shown(after);
  list_.add(std::move(difference));
}

void TreeComparison::member(const Json& before, const Json& after, std::string_view name,
                            const std::string& path) {
  const auto one = before.find(name);
  const auto other = after.find(name);
  const std::string field = path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
  if (one != before.end() && other != after.end()) return values(*one, *other, field);
  if (one == before.end() && other == after.end()) return;
  all_.note(fmt::format("'{}' is only in the {} file: not compared", field,
                        one == before.end() ? "current" : "baseline"));
}

void TreeComparison::objects(const Json& before, const Json& after, const std::string& path) {
  if (last_name(path) == "reasons") return named(members_of(before), members_of(after), path, true);
  for (const auto& [name, value] : before.items()) {
    if (!is_derived(name)) member(before, after, name, path);
  }
  for (const auto& [name, value] : after.items()) {
    if (!is_derived(name) && !before.contains(name)) member(before, after, name, path);
  }
}

void TreeComparison::numbers(const Json& before, const Json& after, const std::string& path) {
  for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
    const Json& one = i < before.size() ? before[i] : kZero;
    const Json& other = i < after.size() ? after[i] : kZero;
    if (one != other) list(DifferenceKind::changed, fmt::format("{}[{}]", path, i), one, other);
  }
}

void TreeComparison::named(const Named& before, const Named& after, const std::string& path,
                           bool zero_if_absent) {
  std::map<std::string_view, const Json*> current;
  for (const auto& [name, value] : after) current.emplace(name, value);
  for (const auto& [name, value] : before) {
    const std::string field = fmt::format("{}[{}]", path, name);
    const auto found = current.find(name);
    if (found != current.end()) {
      values(*value, *found->second, field);
      current.erase(found);
    } else if (zero_if_absent) {
      values(*value, kZero, field);
    } else {
      list(DifferenceKind::missing, field, "present", kNothing);
    }
  }
  for (const auto& [name, value] : after) {
    if (!current.contains(name)) continue;
    const std::string field = fmt::format("{}[{}]", path, name);
    if (zero_if_absent) {
      values(kZero, *value, field);
    } else {
      list(DifferenceKind::added, field, kNothing, "present");
    }
  }
}

void TreeComparison::lists(const Json& before, const Json& after, const std::string& path) {
  const std::string_view name = last_name(path);
  if (all_of(before, &Json::is_number_unsigned) && all_of(after, &Json::is_number_unsigned)) {
    return numbers(before, after, path);
  }
  const bool cells = name == "cells" && std::all_of(before.begin(), before.end(), is_cell) &&
                     std::all_of(after.begin(), after.end(), is_cell);
  if (cells) return named(cells_by_place(before), cells_by_place(after), path, true);
  if (all_of(before, &Json::is_object) && all_of(after, &Json::is_object)) {
    for (const KeyedList& keyed : kKeyedLists) {
      if (keyed.name != name) continue;
      return named(entries_by_name(before, keyed.keys), entries_by_name(after, keyed.keys), path, false);
    }
  }
  named(entries_by_index(before), entries_by_index(after), path, false);
}

void TreeComparison::values(const Json& before, const Json& after, const std::string& path) {
  if (before.is_object() && after.is_object()) return objects(before, after, path);
  if (before.is_array() && after.is_array()) return lists(before, after, path);
  if (before != after) list(DifferenceKind::changed, path, before, after);
}

}  // namespace

void compare_trees(const Json& before, const Json& after, const Difference& place, DifferenceList& list,
                   Differences& all) {
  TreeComparison(place, list, all).values(before, after, place.field);
}

void compare_member(const Json& before, const Json& after, std::string_view name, const Difference& place,
                    DifferenceList& list, Differences& all) {
  TreeComparison(place, list, all).member(before, after, name, place.field);
}

}  // namespace threatperft
