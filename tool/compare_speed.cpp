#include "tool/compare_speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace threatperft {

using Json = nlohmann::ordered_json;
using Rounds = std::vector<double>;

namespace {

/// The seconds of a walk in both files, on the same work.
struct Samples {
  std::string position;
  Rounds before;
  Rounds after;
};

struct WalkSamples {
  std::string walk;
  std::string updater;
  std::vector<Samples> positions;
};

std::string updater_of(const Json& walk) {
  return walk["updater"].is_null() ? "" : walk["updater"].get<std::string>();
}

const Json* entry_with(const Json& list, std::string_view member, const Json& value) {
  for (const Json& entry : list) {
    if (entry[member] == value) return &entry;
  }
  return nullptr;
}

const Json* walk_like(const Json& bench, const Json& wanted) {
  for (const Json& walk : bench["walks"]) {
    if (walk["walk"] == wanted["walk"] && walk["updater"] == wanted["updater"]) return &walk;
  }
  return nullptr;
}

/// Whether a position is walked to the same depth in both files, and as large there.
bool is_same_work(const Json& before, const Json& after, const Json& id) {
  const Json* one = entry_with(before["positions"], "id", id);
  const Json* other = entry_with(after["positions"], "id", id);
  if (one == nullptr || other == nullptr) return false;
  for (const std::string_view member : {"fen", "depth", "moves"}) {
    if ((*one)[member] != (*other)[member]) return false;
  }
  return true;
}

std::vector<Samples> samples_of(const Json& before, const Json& after, const Json& walk, const Json& partner,
                                std::string_view rounds) {
  std::vector<Samples> samples;
  for (const Json& position : walk["positions"]) {
    const Json* other = entry_with(partner["positions"], "id", position["id"]);
    if (other == nullptr || !is_same_work(before, after, position["id"])) continue;
    samples.push_back(
        {position["id"].get<std::string>(), position[rounds].get<Rounds>(), (*other)[rounds].get<Rounds>()});
    if (samples.back().before.empty() || samples.back().after.empty()) samples.pop_back();
  }
  return samples;
}

std::vector<WalkSamples> walks_in_both(const Json& before, const Json& after, std::string_view rounds) {
  std::vector<WalkSamples> walks;
  for (const Json& walk : before["walks"]) {
    const Json* partner = walk_like(after, walk);
    if (partner == nullptr) continue;
    auto samples = samples_of(before, after, walk, *partner, rounds);
    if (samples.empty()) continue;
    walks.push_back({walk["walk"].get<std::string>(), updater_of(walk), std::move(samples)});
  }
  return walks;
}

/// Processor time leaves out what other programs take of the processor; older files do not have it.
bool has_processor_time(const Json& bench) {
  for (const Json& walk : bench["walks"]) {
    for (const Json& position : walk["positions"]) {
      if (!position.contains("processor_rounds")) return false;
    }
  }
  return true;
}

Rounds logarithms(Rounds values) {
  for (double& value : values) value = std::log(value);
  return values;
}

/// Round by round the mean of the positions' logarithms.
Rounds mean_logarithms(const std::vector<Samples>& positions, Rounds Samples::*side) {
  std::size_t size = (positions.front().*side).size();
  for (const Samples& each : positions) size = std::min(size, (each.*side).size());
  Rounds means(size, 0.0);
  for (const Samples& each : positions) {
    for (std::size_t i = 0; i < size; ++i) means[i] += std::log((each.*side)[i]);
  }
  for (double& mean : means) mean /= static_cast<double>(positions.size());
  return means;
}

Rounds sums(const std::vector<Samples>& positions, Rounds Samples::*side) {
  std::size_t size = (positions.front().*side).size();
  for (const Samples& each : positions) size = std::min(size, (each.*side).size());
  Rounds sums(size, 0.0);
  for (const Samples& each : positions) {
    for (std::size_t i = 0; i < size; ++i) sums[i] += (each.*side)[i];
  }
  return sums;
}

/// Of as many rounds as both have.
Rounds differences(const Rounds& minuends, const Rounds& subtrahends) {
  Rounds differences(std::min(minuends.size(), subtrahends.size()));
  for (std::size_t i = 0; i < differences.size(); ++i) differences[i] = minuends[i] - subtrahends[i];
  return differences;
}

SpeedVerdict verdict_of(const std::optional<Centre>& interval, std::optional<double> max_slowdown) {
  if (!max_slowdown) return SpeedVerdict::shown;
  if (!interval) return SpeedVerdict::too_few;
  if (interval->low > *max_slowdown) return SpeedVerdict::lost;
  return interval->high <= *max_slowdown ? SpeedVerdict::within : SpeedVerdict::undecided;
}

SpeedRow row_of(const WalkSamples& walk, std::string position, const Rounds& before, const Rounds& after,
                double risk, std::optional<double> max_slowdown, const Rounds& log_before,
                const Rounds& log_after) {
  SpeedRow row;
  row.walk = walk.walk;
  row.updater = walk.updater;
  row.position = std::move(position);
  row.rounds_before = before.size();
  row.rounds_after = after.size();
  row.before = spread_of(before);
  row.after = spread_of(after);
  const Rounds quotients = differences(log_after, log_before);
  row.change = std::expm1(centre_estimate(quotients));
  if (const auto centre = centre_of(quotients, risk)) {
    row.interval = Centre{row.change, std::expm1(centre->low), std::expm1(centre->high)};
  }
  row.verdict = verdict_of(row.interval, max_slowdown);
  return row;
}

/// Half of the risk for the whole walks, which tell most; the other half for their positions.
struct Risks {
  double whole;
  double position;
};

Risks risks_of(const std::vector<WalkSamples>& walks) {
  std::size_t positions = 0;
  for (const WalkSamples& walk : walks) positions += walk.positions.size() > 1 ? walk.positions.size() : 0;
  const double half = kSpeedRisk / 2;
  return {half / static_cast<double>(std::max<std::size_t>(walks.size(), 1)),
          half / static_cast<double>(std::max<std::size_t>(positions, 1))};
}

std::vector<SpeedRow> rows_of(const std::vector<WalkSamples>& walks, std::optional<double> max_slowdown) {
  const Risks risk = risks_of(walks);
  std::vector<SpeedRow> rows;
  for (const WalkSamples& walk : walks) {
    const auto& positions = walk.positions;
    if (positions.size() > 1) {
      rows.push_back(row_of(walk, "all", sums(positions, &Samples::before), sums(positions, &Samples::after),
                            risk.whole, max_slowdown, mean_logarithms(positions, &Samples::before),
                            mean_logarithms(positions, &Samples::after)));
      rows.back().is_whole = true;
    }
    for (const Samples& each : positions) {
      rows.push_back(row_of(walk, each.position, each.before, each.after,
                            positions.size() == 1 ? risk.whole : risk.position, max_slowdown,
                            logarithms(each.before), logarithms(each.after)));
      rows.back().is_whole = positions.size() == 1;
    }
  }
  return rows;
}

/// Why speeds of these files say nothing about each other; empty if they do.
std::string obstacle(const ResultDocument& before, const ResultDocument& after) {
  if (before.kind != ResultKind::bench || after.kind != ResultKind::bench) {
    return "these files hold one time of one run, which does not tell a loss from noise; 'bench' times in "
           "rounds";
  }
  const Json& one = before.json["machine"]["processor"];
  const Json& other = after.json["machine"]["processor"];
  if (one != other) {
    return fmt::format("the processors are different: '{}' and '{}'", one.get<std::string>(),
                       other.get<std::string>());
  }
  if (one == "unknown") return "the processors are unknown";
  if (before.json["command"]["threads"] != after.json["command"]["threads"]) {
    return "the numbers of threads are different";
  }
  return "";
}

}  // namespace

std::string_view to_string(SpeedVerdict verdict) {
  switch (verdict) {
    case SpeedVerdict::shown:
      return "";
    case SpeedVerdict::within:
      return "within";
    case SpeedVerdict::lost:
      return "LOST";
    case SpeedVerdict::undecided:
      return "cannot tell";
    case SpeedVerdict::too_few:
      break;
  }
  return "too few rounds";
}

std::size_t SpeedComparison::count(SpeedVerdict verdict) const {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [verdict](const SpeedRow& row) { return row.verdict == verdict; }));
}

bool SpeedComparison::has_too_few_rounds() const {
  return max_slowdown && !rows.empty() && count(SpeedVerdict::too_few) == rows.size();
}

bool SpeedComparison::all_lost() const {
  const auto is_base_line = [](const SpeedRow& row) { return row.updater.empty(); };
  if (std::none_of(rows.begin(), rows.end(), is_base_line)) return false;
  return std::all_of(rows.begin(), rows.end(),
                     [](const SpeedRow& row) { return !row.is_whole || row.verdict == SpeedVerdict::lost; });
}

SpeedComparison compare_speed(const ResultDocument& before, const ResultDocument& after,
                              std::optional<double> max_slowdown) {
  SpeedComparison comparison;
  comparison.max_slowdown = max_slowdown;
  comparison.not_compared = obstacle(before, after);
  if (!comparison.not_compared.empty()) return comparison;
  const bool processor_time = has_processor_time(before.json) && has_processor_time(after.json);
  comparison.clock = processor_time ? "processor time" : "time by the clock";
  comparison.rows = rows_of(
      walks_in_both(before.json, after.json, processor_time ? "processor_rounds" : "rounds"), max_slowdown);
  if (comparison.rows.empty()) comparison.not_compared = "the files have no walk of the same work in common";
  return comparison;
}

}  // namespace threatperft
