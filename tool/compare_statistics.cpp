#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "engine_core/threats/feature_space.h"
#include "engine_core/threats/layout.h"
#include "tool/compare_exact.h"
#include "tool/compare_tree.h"
#include "tool/stats_files.h"
#include "tool/stats_layout_file.h"
#include "tool/threat_text.h"

namespace threatperft {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Counts = std::vector<std::uint64_t>;

namespace {

/// What is said elsewhere, or is no result: who ran it, and where, and how long it took.
constexpr std::array<std::string_view, 8> kNotCompared{"schema", "tool",    "machine", "command",
                                                       "inputs", "layouts", "totals",  "timing"};

Json without(Json json, std::string_view name) {
  json.erase(std::string(name));
  return json;
}

const Json* layout_named(const Json& summary, const std::string& name) {
  for (const Json& layout : summary["layouts"]) {
    if (layout["name"] == name) return &layout;
  }
  return nullptr;
}

/// The counters in `name`, or compressed in `name`.gz; nothing if there are none.
std::optional<Counts> counters(const ResultDocument& document, const std::string& name, std::size_t size) {
  if (document.folder.empty()) return std::nullopt;
  std::error_code error;
  for (const std::string& file : {name, name + ".gz"}) {
    const std::string path = (fs::path(document.folder) / file).string();
    if (fs::exists(path, error)) return parse_npy(read_whole_file(path), size, path);
  }
  return std::nullopt;
}

/// Compares a table of counters if both results have it; `name_of` gives a counter's name.
template <class NameOf>
void compare_counters(const ResultDocument& before, const ResultDocument& after, const std::string& file,
                      std::size_t size, DifferenceList& list, Differences& all, NameOf name_of) {
  const auto one = counters(before, file, size);
  const auto other = counters(after, file, size);
  if (!one || !other) {
    if (!one && !other && &list == &all.features) {
      all.note(
          "there is no features.npy beside the summaries: features are compared by their signature alone");
    }
    if (one || other) {
      all.note(fmt::format("{} is only beside the {} summary: counters not compared", file,
                           one ? "baseline's" : "current"));
    }
    return;
  }
  for (std::size_t i = 0; i < size; ++i) {
    if ((*one)[i] == (*other)[i]) continue;
    Difference difference;
    difference.field = name_of(static_cast<std::uint32_t>(i));
    difference.before = (*one)[i];
    difference.after = (*other)[i];
    list.add(std::move(difference));
  }
}

void compare_layout(const ResultDocument& before, const ResultDocument& after, const Json& one,
                    const Json& other, Differences& all) {
  const auto name = one["name"].get<std::string>();
  const std::uint64_t known = all.settings.count();
  Difference place;
  place.field = fmt::format("layouts[{}].definition", name);
  compare_trees(one["definition"], other["definition"], place, all.settings, all);
  place.field = fmt::format("layouts[{}]", name);
  if (all.settings.count() != known) {
    all.note(fmt::format("the layouts {} are defined differently: their counters are not compared", name));
    return;
  }
  compare_trees(without(one, "definition"), without(other, "definition"), place, all.statistics, all);
  const Layout layout =
      parse_layout(one["definition"].dump(), fmt::format("{}: layout {}", before.path, name));
  compare_counters(
      before, after, fmt::format("layout-{}.npy", name), layout.size(), all.layouts, all,
      [&](std::uint32_t i) { return fmt::format("{}[{}] {}", name, i, threat_text(layout.threat_at(i))); });
}

void list_layout(DifferenceKind kind, const Json& layout, Differences& all) {
  Difference difference;
  difference.kind = kind;
  difference.field = fmt::format("layouts[{}]", layout["name"].get<std::string>());
  (kind == DifferenceKind::missing ? difference.before : difference.after) = "present";
  all.settings.add(std::move(difference));
}

void compare_layouts(const ResultDocument& before, const ResultDocument& after, Differences& all) {
  for (const Json& layout : before.json["layouts"]) {
    const Json* other = layout_named(after.json, layout["name"].get<std::string>());
    if (other == nullptr) {
      list_layout(DifferenceKind::missing, layout, all);
    } else {
      compare_layout(before, after, layout, *other, all);
    }
  }
  for (const Json& layout : after.json["layouts"]) {
    if (layout_named(before.json, layout["name"].get<std::string>()) == nullptr) {
      list_layout(DifferenceKind::added, layout, all);
    }
  }
}

}  // namespace

void compare_statistics(const ResultDocument& before, const ResultDocument& after, Differences& all) {
  Difference place;
  place.field = "totals";
  compare_trees(before.json["totals"], after.json["totals"], place, all.totals, all);
  Json one = before.json;
  Json other = after.json;
  for (const std::string_view name : kNotCompared) {
    one = without(std::move(one), name);
    other = without(std::move(other), name);
  }
  compare_layouts(before, after, all);
  compare_trees(one, other, Difference{}, all.statistics, all);
  compare_counters(before, after, "features.npy", kRawThreats, all.features, all,
                   [](std::uint32_t i) { return fmt::format("[{}] {}", i, threat_text(threat_of(i))); });
}

}  // namespace threatperft
