#include "tool/bench_append.h"

#include <fmt/format.h>

#include <filesystem>

#include "engine_core/perft/kernels.h"
#include "tool/exit_status.h"
#include "tool/machine.h"
#include "tool/result_json.h"

namespace threatperft {

using Json = nlohmann::ordered_json;
using Rounds = std::vector<double>;

namespace {

[[noreturn]] void refuse(const ResultDocument& earlier, std::string_view what) {
  throw UserError(fmt::format("--append: {} holds rounds of {}", earlier.path, what));
}

bool has_updater(BenchWalk walk) { return walk == BenchWalk::deltas || walk == BenchWalk::check; }

bool is_same_walk(const Json& walk, const Contender& contender) {
  const Json updater =
      has_updater(contender.walk) ? Json(to_string(contender.kernel->updater)) : Json(nullptr);
  return walk["walk"] == to_string(contender.walk) && walk["updater"] == updater &&
         walk["build"] == contender.kernel->build;
}

bool is_same_work(const Json& position, const BenchPosition& work) {
  return position["id"] == work.id && position["fen"] == work.fen && position["depth"] == work.depth &&
         position["moves"] == work.moves;
}

void put_before(Rounds& rounds, const Json& earlier, const ResultDocument& document) {
  if (earlier.size() != rounds_in(document)) refuse(document, "different numbers");
  Rounds all = earlier.get<Rounds>();
  all.insert(all.end(), rounds.begin(), rounds.end());
  rounds = std::move(all);
}

}  // namespace

std::optional<ResultDocument> read_bench_rounds(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  ResultDocument earlier = read_result_document(path);
  if (earlier.kind != ResultKind::bench) refuse(earlier, "no bench");
  if (earlier.json["machine"]["processor"] != processor_name()) refuse(earlier, "another processor");
  if (earlier.json["tool"] != tool_json()) refuse(earlier, "another program");
  return earlier;
}

std::size_t rounds_in(const ResultDocument& earlier) {
  return earlier.json["command"]["rounds"].get<std::size_t>();
}

void prepend_rounds(const ResultDocument& earlier, BenchTimes& times) {
  const Json& positions = earlier.json["positions"];
  const Json& walks = earlier.json["walks"];
  if (positions.size() != times.positions.size()) refuse(earlier, "other work");
  if (walks.size() != times.contenders.size()) refuse(earlier, "other walks");
  for (std::size_t p = 0; p < times.positions.size(); ++p) {
    if (!is_same_work(positions[p], times.positions[p])) refuse(earlier, "other work");
    for (std::size_t c = 0; c < times.contenders.size(); ++c) {
      if (!is_same_walk(walks[c], times.contenders[c])) refuse(earlier, "other walks");
      if (walks[c]["positions"].size() != times.positions.size()) refuse(earlier, "other work");
      const Json& entry = walks[c]["positions"][p];
      if (entry["id"] != times.positions[p].id) refuse(earlier, "other work");
      if (!entry.contains("processor_rounds")) refuse(earlier, "a version without processor time");
      put_before(times.seconds[p][c], entry["rounds"], earlier);
      put_before(times.processor_seconds[p][c], entry["processor_rounds"], earlier);
    }
  }
}

}  // namespace threatperft
