#include "tool/stats_report_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "engine_core/threats/possibility.h"
#include "tool/stats_names.h"

namespace threatperft {

namespace {

using Json = nlohmann::ordered_json;
using Counts = std::vector<std::uint64_t>;

/// The page is for people: of long lists it has the beginning, the files have all.
constexpr std::size_t kListed = 100;

void shorten(Json& list) {
  if (list.size() > kListed) list.erase(list.begin() + kListed, list.end());
}

Json features_json(const Counts& raw) {
  Json distances = Json::array();
  Json counts = Json::array();
  std::size_t last = 0;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == 0) continue;
    distances.push_back(i - last);
    counts.push_back(raw[i]);
    last = i;
  }
  return {{"distances", std::move(distances)}, {"counts", std::move(counts)}};
}

Json reach_json() {
  Json attackers = Json::array();
  std::optional<Piece> last;
  for (std::uint32_t i = 0; i < kRawThreats; i += kPieceCount) {
    const Threat threat = threat_of(i);
    if (threat.attacker != last) {
      attackers.push_back(
          {{"attacker", std::string{letter_of(threat.attacker)}}, {"squares", Json::array()}});
      last = threat.attacker;
    }
    attackers.back()["squares"].push_back(64 * index(threat.attacker_square) + index(threat.victim_square));
  }
  return attackers;
}

Json raw_indices_json(const Counts& raw) {
  std::array<std::uint64_t, kIndexStatuses> statuses{};
  Json reasons = Json::object();
  const auto add = [&](IndexStatus status) { ++statuses[static_cast<std::size_t>(status)]; };
  for (std::uint32_t i = 0; i < kRawThreats; ++i) {
    const Possibility possibility = possibility_of(threat_of(i));
    if (raw[i] != 0) {
      add(IndexStatus::seen);
    } else if (possibility == Possibility::possible) {
      add(IndexStatus::unseen);
    } else {
      add(is_impossible(possibility) ? IndexStatus::impossible : IndexStatus::unreachable);
      Json& reason = reasons[std::string(to_string(possibility))];
      reason = reason.is_null() ? 1 : reason.get<int>() + 1;
    }
  }
  Json json;
  for (unsigned i = 0; i < kIndexStatuses; ++i) {
    json[std::string(to_string(static_cast<IndexStatus>(i)))] = statuses[i];
  }
  json["reasons"] = std::move(reasons);
  return json;
}

/// Points [features, share], more densely where there are few; shares rounded down, so that only all is 1.
Json curve_json(const std::string& name, Counts counts) {
  std::sort(counts.begin(), counts.end(), std::greater<>());
  std::uint64_t all = 0;
  for (const std::uint64_t count : counts) all += count;
  Json points = Json::array();
  std::uint64_t sum = 0;
  std::size_t next = 1;
  for (std::size_t i = 1; i <= counts.size() && counts[i - 1] != 0; ++i) {
    sum += counts[i - 1];
    const bool is_last = i == counts.size() || counts[i] == 0;
    if (i < next && !is_last) continue;
    next = std::max(i + 1, i + i / 16);
    const double share = static_cast<double>(sum) / static_cast<double>(all);
    points.push_back({i, is_last ? 1.0 : std::floor(share * 1e6) / 1e6});
  }
  return {{"name", name}, {"points", std::move(points)}};
}

Json curves_json(const StatisticsTables& tables) {
  Json curves = Json::array();
  curves.push_back(curve_json("raw", tables.raw));
  for (const LayoutTables& layout : tables.layouts) {
    curves.push_back(curve_json(layout.definition.name, layout.counts));
  }
  return curves;
}

Json reasons_json() {
  Json json;
  for (const Possibility each :
       {Possibility::pawn_on_edge, Possibility::second_king, Possibility::kings_adjacent,
        Possibility::king_mirrored_away, Possibility::unmoved_pawn_check}) {
    json[std::string(to_string(each))] = explain(each);
  }
  return json;
}

void make_exact_in_scripts(Json& json) {
  constexpr std::uint64_t kLargest = (std::uint64_t{1} << 53) - 1;
  if (json.is_structured()) {
    for (Json& each : json) make_exact_in_scripts(each);
  } else if (json.is_number_unsigned() && json.get<std::uint64_t>() > kLargest) {
    json = json.dump();
  }
}

}  // namespace

Json report_data(const StatsResult& result) {
  Json data = summary_json(result);
  data.erase("machine");
  data.erase("timing");
  data["pairs"] = pair_table(result.tables.raw);
  data["raw_indices"] = raw_indices_json(result.tables.raw);
  data["features"] = features_json(result.tables.raw);
  data["reach"] = reach_json();
  data["curves"] = curves_json(result.tables);
  data["reasons"] = reasons_json();
  shorten(data["bad_lines"]);
  shorten(data["duplicates"]["lines"]);
  make_exact_in_scripts(data);
  return data;
}

std::string script_text(const Json& json) {
  std::string text;
  for (const char each : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (each == '<') {
      text += "\\u003c";  // it can only be inside a string
    } else {
      text += each;
    }
  }
  return text;
}

}  // namespace threatperft
