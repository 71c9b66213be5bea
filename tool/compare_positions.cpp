#include <fmt/format.h>

#include <deque>
#include <functional>
#include <utility>

#include "tool/compare_exact.h"
#include "tool/compare_tree.h"

namespace threatperft {

using Json = nlohmann::ordered_json;
using Names = std::map<std::string, std::string>;

namespace {

/// A position of a result, and the suite that it came from as the baseline calls it.
struct SourcedPosition {
  const Json* json = nullptr;
  std::string suite;
};

/// For files that do not tell: which suite each position is from follows from the suites' numbers of
/// positions, unless a filter took some away.
std::vector<std::string> suites_by_count(const Json& result) {
  const Json& suites = result["suites"];
  const Json& positions = result["positions"];
  std::vector<std::string> by_count;
  for (const Json& suite : suites) {
    const auto count = suite["positions"].get<std::uint64_t>();
    for (std::uint64_t i = 0; i < count && by_count.size() <= positions.size(); ++i) {
      by_count.push_back(suite["path"].get<std::string>());
    }
  }
  if (by_count.size() == positions.size()) return by_count;
  const std::string only = suites.size() == 1 ? suites[0]["path"].get<std::string>() : "";
  return std::vector<std::string>(positions.size(), only);
}

/// The suite of each position; empty where it is unknown.
std::vector<std::string> suites_of(const Json& result) {
  const Json& suites = result["suites"];
  const Json& positions = result["positions"];
  std::vector<std::string> names = suites_by_count(result);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto told = positions[i].find("suite");
    if (told == positions[i].end() || !told->is_number_unsigned()) continue;
    if (told->get<std::uint64_t>() < suites.size()) {
      names[i] = suites[told->get<std::size_t>()]["path"].get<std::string>();
    }
  }
  return names;
}

std::vector<SourcedPosition> sourced_positions(const Json& result, const Names& names) {
  const std::vector<std::string> suites = suites_of(result);
  std::vector<SourcedPosition> positions;
  for (std::size_t i = 0; i < suites.size(); ++i) {
    const auto name = names.find(suites[i]);
    positions.push_back({&result["positions"][i], name == names.end() ? suites[i] : name->second});
  }
  return positions;
}

/// Where one result cannot tell the suites, none is told.
void forget_suites_unless_known(std::vector<SourcedPosition>& one, std::vector<SourcedPosition>& other) {
  const auto unknown = [](const SourcedPosition& position) { return position.suite.empty(); };
  if (std::none_of(one.begin(), one.end(), unknown) && std::none_of(other.begin(), other.end(), unknown)) {
    return;
  }
  for (SourcedPosition& position : one) position.suite.clear();
  for (SourcedPosition& position : other) position.suite.clear();
}

std::string place_key(const SourcedPosition& position) {
  const Json& json = *position.json;
  return fmt::format("{}\n{}\n{}", position.suite, json["fen"].get<std::string>(),
                     json["chess960"].get<bool>());
}

std::string full_key(const SourcedPosition& position) {
  return fmt::format("{}\n{}", place_key(position), (*position.json)["id"].get<std::string>());
}

/// For each position of the baseline its partner's number, or -1: the same board under the same id, else
/// under another one. Positions that stand there more than once are paired in their order.
class Pairs {
 public:
  Pairs(const std::vector<SourcedPosition>& before, const std::vector<SourcedPosition>& after)
      : partners_(before.size(), -1), is_taken_(after.size(), false) {
    pair_by(full_key, before, after);
    pair_by(place_key, before, after);
  }
  int partner_of(std::size_t baseline) const { return partners_[baseline]; }
  bool is_added(std::size_t current) const { return !is_taken_[current]; }

 private:
  void pair_by(const std::function<std::string(const SourcedPosition&)>& key,
               const std::vector<SourcedPosition>& before, const std::vector<SourcedPosition>& after) {
    std::map<std::string, std::deque<std::size_t>> free;
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (!is_taken_[i]) free[key(after[i])].push_back(i);
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (partners_[i] >= 0) continue;
      const auto found = free.find(key(before[i]));
      if (found == free.end() || found->second.empty()) continue;
      partners_[i] = static_cast<int>(found->second.front());
      is_taken_[found->second.front()] = true;
      found->second.pop_front();
    }
  }

  std::vector<int> partners_;
  std::vector<bool> is_taken_;
};

Difference place_of(const SourcedPosition& position) {
  Difference place;
  place.suite = position.suite;
  place.id = (*position.json)["id"].get<std::string>();
  place.fen = (*position.json)["fen"].get<std::string>();
  return place;
}

/// A position or depth that only one result has, with its nodes on that side.
void list_alone(DifferenceKind kind, Difference place, std::string_view field, const Json& value,
                Differences& all) {
  place.kind = kind;
  place.field = field;
  (kind == DifferenceKind::missing ? place.before : place.after) = value;
  all.positions.add(std::move(place));
}

Json depths_text(const SourcedPosition& position) {
  const std::size_t count = (*position.json)["depths"].size();
  return fmt::format("{} depth{}", count, count == 1 ? "" : "s");
}

using Depths = std::map<std::uint64_t, const Json*>;

Depths depths_of(const SourcedPosition& position) {
  Depths depths;
  for (const Json& depth : (*position.json)["depths"]) depths[depth["depth"].get<std::uint64_t>()] = &depth;
  return depths;
}

void compare_depths(const SourcedPosition& before, const SourcedPosition& after, Difference place,
                    Differences& all) {
  const Depths one = depths_of(before);
  const Depths other = depths_of(after);
  for (const auto& [depth, json] : one) {
    place.depth = depth;
    const auto found = other.find(depth);
    if (found == other.end()) {
      list_alone(DifferenceKind::missing, place, "nodes", (*json)["nodes"], all);
    } else {
      compare_trees(*json, *found->second, place, all.positions, all);
    }
  }
  for (const auto& [depth, json] : other) {
    place.depth = depth;
    if (!one.contains(depth)) list_alone(DifferenceKind::added, place, "nodes", (*json)["nodes"], all);
  }
}

void compare_position(const SourcedPosition& before, const SourcedPosition& after, Differences& all) {
  const Difference place = place_of(before);
  for (const std::string_view field : {"id", "state"}) {
    compare_member(*before.json, *after.json, field, place, all.positions, all);
  }
  compare_depths(before, after, place, all);
  if (before.json->contains("divide") || after.json->contains("divide")) {
    compare_member(*before.json, *after.json, "divide", place, all.positions, all);
  }
}

std::string words(const Json& moves) {
  if (moves.is_string()) return moves.get<std::string>();
  std::string text;
  for (const Json& move : moves) text += (text.empty() ? "" : " ") + move.get<std::string>();
  return text;
}

/// Mismatches by where they are: root, moves, stage. The value says what is wrong there, in all its lists:
/// which updater and build found it does not matter.
std::multimap<std::string, const Json*> failures_of(const Json& result) {
  std::multimap<std::string, const Json*> failures;
  for (const Json& failure : result["failures"]) {
    failures.emplace(fmt::format("{}\n{}\n{}", failure["root"].get<std::string>(), words(failure["moves"]),
                                 failure["stage"].get<std::string>()),
                     &failure);
  }
  return failures;
}

Json failure_text(const Json& failure) {
  std::string text = failure["verdict"].get<std::string>();
  for (const std::string_view list : {"missing", "extra", "doubled", "removed_but_absent"}) {
    const std::string tuples = words(failure[list]);
    if (!tuples.empty()) text += fmt::format("; {}: {}", list, tuples);
  }
  return text;
}

void list_failure(DifferenceKind kind, const Json& failure, Differences& all) {
  Difference place;
  place.id = failure["id"].get<std::string>();
  place.fen = failure["root"].get<std::string>();
  const std::string field =
      fmt::format("mismatch after {} ({})", words(failure["moves"]), failure["stage"].get<std::string>());
  list_alone(kind, place, field, failure_text(failure), all);
}

void compare_failures(const Json& before, const Json& after, Differences& all) {
  const auto one = failures_of(before);
  const auto other = failures_of(after);
  const auto has_same = [](const auto& failures, const auto& entry) {
    const auto [first, last] = failures.equal_range(entry.first);
    return std::any_of(first, last, [&](const auto& each) {
      return failure_text(*each.second) == failure_text(*entry.second);
    });
  };
  for (const auto& entry : one) {
    if (!has_same(other, entry)) list_failure(DifferenceKind::missing, *entry.second, all);
  }
  for (const auto& entry : other) {
    if (!has_same(one, entry)) list_failure(DifferenceKind::added, *entry.second, all);
  }
}

}  // namespace

void compare_positions(const Json& before, const Json& after, const Names& suite_names, Differences& all) {
  std::vector<SourcedPosition> one = sourced_positions(before, {});
  std::vector<SourcedPosition> other = sourced_positions(after, suite_names);
  forget_suites_unless_known(one, other);
  const Pairs pairs(one, other);
  compare_failures(before, after, all);
  for (std::size_t i = 0; i < one.size(); ++i) {
    const int partner = pairs.partner_of(i);
    if (partner < 0) {
      list_alone(DifferenceKind::missing, place_of(one[i]), "position", depths_text(one[i]), all);
    } else {
      compare_position(one[i], other[static_cast<std::size_t>(partner)], all);
    }
  }
  for (std::size_t i = 0; i < other.size(); ++i) {
    if (pairs.is_added(i)) {
      list_alone(DifferenceKind::added, place_of(other[i]), "position", depths_text(other[i]), all);
    }
  }
}

}  // namespace threatperft
