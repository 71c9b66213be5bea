#include "tool/compare_exact.h"

#include <fmt/format.h>

#include "tool/compare_sources.h"
#include "tool/compare_tree.h"
#include "tool/exit_status.h"

namespace threatperft {

using Json = nlohmann::ordered_json;

namespace {

/// The rounds of `bench` say how well it measured, not what.
void compare_settings(const Json& before, const Json& after, Differences& all) {
  Json one = before["command"];
  Json other = after["command"];
  if (one["name"] == "bench") {
    one.erase("rounds");
    other.erase("rounds");
  }
  Difference place;
  place.field = "command";
  compare_trees(one, other, place, all.settings, all);
}

void compare_totals(const Json& before, const Json& after, Differences& all) {
  Difference place;
  compare_member(before, after, "complete", place, all.totals, all);
  place.field = "input errors";
  compare_trees(before["input_errors"].size(), after["input_errors"].size(), place, all.totals, all);
  place.field = "totals";
  compare_trees(before["totals"], after["totals"], place, all.totals, all);
}

}  // namespace

Differences exact_differences(const ResultDocument& before, const ResultDocument& after, std::size_t limit) {
  if (before.kind != after.kind) {
    throw UserError(fmt::format("{} is a {}, {} a {}: expected two files of one kind", before.path,
                                schema_of(before.kind), after.path, schema_of(after.kind)));
  }
  Differences all(limit);
  if (before.version != after.version) {
    Difference schema;
    schema.field = "schema";
    schema.before = fmt::format("{}/{}", schema_of(before.kind), before.version);
    schema.after = fmt::format("{}/{}", schema_of(after.kind), after.version);
    all.settings.add(std::move(schema));
  }
  compare_settings(before.json, after.json, all);
  switch (before.kind) {
    case ResultKind::result: {
      const auto names = compare_sources(before.json["suites"], after.json["suites"], all);
      compare_totals(before.json, after.json, all);
      compare_positions(before.json, after.json, names, all);
      break;
    }
    case ResultKind::bench:
      compare_bench_work(before.json, after.json, all);
      break;
    case ResultKind::stats:
      compare_sources(before.json["inputs"], after.json["inputs"], all);
      compare_statistics(before, after, all);
      break;
  }
  return all;
}

}  // namespace threatperft
