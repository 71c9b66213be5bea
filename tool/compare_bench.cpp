#include <fmt/format.h>

#include <utility>

#include "tool/compare_exact.h"
#include "tool/compare_tree.h"

namespace threatperft {

using Json = nlohmann::ordered_json;

namespace {

using ByName = std::map<std::string, const Json*>;

/// A piece of work is a position at a depth.
ByName work_of(const Json& bench) {
  ByName work;
  for (const Json& position : bench["positions"]) {
    work[fmt::format("{}\n{}\n{}", position["id"].get<std::string>(), position["fen"].get<std::string>(),
                     position["depth"].get<std::uint64_t>())] = &position;
  }
  return work;
}

ByName walks_of(const Json& bench) {
  ByName walks;
  for (const Json& walk : bench["walks"]) {
    const std::string updater = walk["updater"].is_null() ? "" : " " + walk["updater"].get<std::string>();
    walks[walk["walk"].get<std::string>() + updater] = &walk;
  }
  return walks;
}

void list_work(DifferenceKind kind, const Json& position, Differences& all) {
  Difference place;
  place.kind = kind;
  place.id = position["id"].get<std::string>();
  place.fen = position["fen"].get<std::string>();
  place.depth = position["depth"].get<std::uint64_t>();
  place.field = "moves";
  (kind == DifferenceKind::missing ? place.before : place.after) = position["moves"];
  all.positions.add(std::move(place));
}

void compare_work(const ByName& before, const ByName& after, Differences& all) {
  for (const auto& [name, position] : before) {
    const auto found = after.find(name);
    if (found == after.end()) {
      list_work(DifferenceKind::missing, *position, all);
      continue;
    }
    Difference place;
    place.id = (*position)["id"].get<std::string>();
    place.fen = (*position)["fen"].get<std::string>();
    place.depth = (*position)["depth"].get<std::uint64_t>();
    compare_member(*position, *found->second, "moves", place, all.positions, all);
  }
  for (const auto& [name, position] : after) {
    if (!before.contains(name)) list_work(DifferenceKind::added, *position, all);
  }
}

}  // namespace

/// Which updaters were timed depends on the machine: those that one file lacks are noted. A walk of all
/// machines is a setting.
void compare_bench_work(const Json& before, const Json& after, Differences& all) {
  compare_work(work_of(before), work_of(after), all);
  const ByName one = walks_of(before);
  const ByName other = walks_of(after);
  const auto list_alone = [&](DifferenceKind kind, const std::string& name, const Json& walk) {
    const bool is_missing = kind == DifferenceKind::missing;
    if (!walk["updater"].is_null() && before["machine"]["processor"] != after["machine"]["processor"]) {
      all.note(fmt::format("'{}' is only in the {} file, of another processor: not compared", name,
                           is_missing ? "baseline" : "current"));
      return;
    }
    Difference place;
    place.kind = kind;
    place.field = "walk";
    (is_missing ? place.before : place.after) = name;
    all.settings.add(std::move(place));
  };
  for (const auto& [name, walk] : one) {
    if (!other.contains(name)) list_alone(DifferenceKind::missing, name, *walk);
  }
  for (const auto& [name, walk] : other) {
    if (!one.contains(name)) list_alone(DifferenceKind::added, name, *walk);
  }
}

}  // namespace threatperft
