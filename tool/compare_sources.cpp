#include "tool/compare_sources.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

#include "tool/compare_tree.h"

namespace threatperft {

using Json = nlohmann::ordered_json;

namespace {

struct Pairing {
  const Json& before;
  const Json& after;
  std::vector<int> partners;   ///< of the current suites: a number in the baseline, or -1
  std::vector<bool> is_taken;  ///< of the baseline's

  Pairing(const Json& baseline, const Json& current)
      : before(baseline), after(current), partners(after.size(), -1), is_taken(before.size(), false) {}

  void pair_by(const std::function<std::string(const Json&)>& key) {
    for (std::size_t i = 0; i < after.size(); ++i) {
      for (std::size_t j = 0; j < before.size() && partners[i] < 0; ++j) {
        if (is_taken[j] || key(after[i]) != key(before[j])) continue;
        partners[i] = static_cast<int>(j);
        is_taken[j] = true;
      }
    }
  }
};

std::string path_of(const Json& suite) { return suite["path"].get<std::string>(); }
std::string hash_of(const Json& suite) { return suite["sha256"].get<std::string>(); }

Difference suite_difference(DifferenceKind kind, const std::string& path, const Json& before,
                            const Json& after) {
  Difference difference;
  difference.kind = kind;
  difference.suite = path;
  difference.field = "sha256";
  difference.before = before;
  difference.after = after;
  return difference;
}

}  // namespace

std::map<std::string, std::string> compare_sources(const Json& before, const Json& after, Differences& all) {
  Pairing pairing(before, after);
  pairing.pair_by([](const Json& suite) { return path_of(suite) + '\n' + hash_of(suite); });
  pairing.pair_by(hash_of);
  pairing.pair_by(path_of);
  pairing.pair_by(
      [](const Json& suite) { return std::filesystem::path(path_of(suite)).filename().string(); });

  std::map<std::string, std::string> names;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const std::string path = path_of(after[i]);
    if (pairing.partners[i] < 0) {
      names[path] = path;
      all.settings.add(suite_difference(DifferenceKind::added, path, nullptr, after[i]["sha256"]));
      continue;
    }
    const Json& partner = before[static_cast<std::size_t>(pairing.partners[i])];
    names[path] = path_of(partner);
    if (partner["sha256"] != after[i]["sha256"]) {
      all.settings.add(
          suite_difference(DifferenceKind::changed, path, partner["sha256"], after[i]["sha256"]));
    }
    Difference place;
    place.suite = path;
    compare_member(partner, after[i], "positions", place, all.settings, all);
    compare_member(partner, after[i], "bad_lines", place, all.settings, all);
  }
  for (std::size_t j = 0; j < before.size(); ++j) {
    if (pairing.is_taken[j]) continue;
    all.settings.add(
        suite_difference(DifferenceKind::missing, path_of(before[j]), before[j]["sha256"], nullptr));
  }
  return names;
}

}  // namespace threatperft
