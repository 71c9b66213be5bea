#include "tool/stats_journal.h"

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>

#include "engine_core/chess/fen.h"
#include "tool/exit_status.h"
#include "tool/json_number.h"

namespace threatperft {

using Json = nlohmann::ordered_json;

namespace {

/// Index and number, index and number, ...
Json sparse_json(std::span<const std::uint64_t> counts) {
  Json list = Json::array();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    list.push_back(i);
    list.push_back(counts[i]);
  }
  return list;
}

void parse_sparse(const Json& list, std::span<std::uint64_t> counts) {
  if (list.size() % 2 != 0) throw std::out_of_range("half a pair");
  for (std::size_t i = 0; i < list.size(); i += 2) {
    const auto index = whole_number<std::size_t>(list[i], counts.size() - 1);
    counts[index] = whole_number<std::uint64_t>(list[i + 1]);
  }
}

/// A table of any shape as one row of numbers.
template <class Table>
auto flat(Table& table) {
  if constexpr (std::is_const_v<Table>) {
    return std::span(reinterpret_cast<const std::uint64_t*>(&table), sizeof(table) / sizeof(std::uint64_t));
  } else {
    return std::span(reinterpret_cast<std::uint64_t*>(&table), sizeof(table) / sizeof(std::uint64_t));
  }
}

/// Calls `visit(name, table)` for all tables but the counters.
template <class SomeStatistics, class Visit>
void visit_tables(SomeStatistics& statistics, Visit visit) {
  visit("positions", flat(statistics.positions));
  visit("active", flat(statistics.active));
  visit("moves", flat(statistics.moves));
  visit("redundant", flat(statistics.redundant));
  visit("crossings", flat(statistics.crossings));
  visit("layout_active", flat(statistics.layout_active));
  visit("layout_changed", flat(statistics.layout_changed));
  visit("layout_added", flat(statistics.layout_added));
  visit("layout_removed", flat(statistics.layout_removed));
}

Json lanes_json(const Lanes& lanes) {
  Json list = Json::array();
  for (unsigned i = 0; i < 8; ++i) list.push_back(lanes[i]);
  return list;
}

Lanes parse_lanes(const Json& list) {
  Lanes lanes{};
  for (unsigned i = 0; i < 8; ++i) lanes[i] = whole_number<std::uint16_t>(list.at(i));
  return lanes;
}

Json extreme_json(const ExtremeCase& found) {
  Json json = {{"value", found.value},
               {"unit", found.unit},
               {"fen", to_fen(found.position, CastlingNotation::chess960)},
               {"move", nullptr}};
  if (found.move) {
    const Move move = *found.move;
    json["move"] = {index(move.from), index(move.to), static_cast<unsigned>(move.kind), index(move.placed)};
  }
  return json;
}

ExtremeCase parse_extreme(const Json& json) {
  ExtremeCase found;
  found.value = json.at("value");
  found.unit = whole_number<std::uint64_t>(json.at("unit"));
  const FenResult fen = parse_fen(json.at("fen").get<std::string>());
  if (!fen.position) throw std::out_of_range("no position");
  found.position = *fen.position;
  const Json& move = json.at("move");
  if (move.is_null()) return found;
  constexpr auto kLastKind = static_cast<std::uint64_t>(MoveKind::promotion_capture);
  found.move = Move{square_at(whole_number<unsigned>(move.at(0), 63)),
                    square_at(whole_number<unsigned>(move.at(1), 63)),
                    static_cast<MoveKind>(whole_number<unsigned>(move.at(2), kLastKind)),
                    static_cast<PieceType>(whole_number<unsigned>(move.at(3), kPieceTypeCount - 1))};
  return found;
}

}  // namespace

Json statistics_json(const Statistics& statistics) {
  Json json;
  Json& counters = json["counters"] = Json::array();
  for (unsigned bucket = 0; bucket < kBuckets; ++bucket) {
    const std::uint64_t* counts = statistics.find_counters(bucket);
    if (counts != nullptr) counters.push_back({bucket, sparse_json({counts, kRawThreats})});
  }
  visit_tables(statistics, [&](const char* name, auto table) { json[name] = sparse_json(table); });
  json["most_added"] = lanes_json(statistics.most_added);
  json["most_removed"] = lanes_json(statistics.most_removed);
  Json& extremes = json["extremes"] = Json::array();
  for (unsigned i = 0; i < kExtremes; ++i) {
    const auto& found = statistics.extreme(static_cast<Extreme>(i));
    extremes.push_back(found ? extreme_json(*found) : Json(nullptr));
  }
  return json;
}

void parse_statistics(const Json& json, Statistics& statistics) {
  for (const Json& entry : json.at("counters")) {
    const auto bucket = whole_number<unsigned>(entry.at(0), kBuckets - 1);
    parse_sparse(entry.at(1), {statistics.counters(bucket), kRawThreats});
  }
  visit_tables(statistics, [&](const char* name, auto table) { parse_sparse(json.at(name), table); });
  statistics.most_added = parse_lanes(json.at("most_added"));
  statistics.most_removed = parse_lanes(json.at("most_removed"));
  for (unsigned i = 0; i < kExtremes; ++i) {
    const Json& found = json.at("extremes").at(i);
    if (!found.is_null()) statistics.set_extreme(static_cast<Extreme>(i), parse_extreme(found));
  }
}

std::uint64_t StatsJournal::take_over(Statistics& statistics) {
  std::uint64_t units = 0;
  while (const std::optional<Json> record = file_.next()) {
    try {
      const auto part = std::make_unique<Statistics>(statistics.weights);
      parse_statistics(record->at("statistics"), *part);
      units = whole_number<std::uint64_t>(record->at("units"));
      statistics.merge(*part);
    } catch (const std::exception&) {
      throw UserError("--journal: holds a record that this program did not write");
    }
  }
  return units;
}

void StatsJournal::note(std::uint64_t units, const Statistics& gathered) {
  file_.append({{"units", units}, {"statistics", statistics_json(gathered)}});
  file_.sync();
}

}  // namespace threatperft
