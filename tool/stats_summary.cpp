#include <array>

#include "engine_core/threats/possibility.h"
#include "tool/common_options.h"
#include "tool/numbers.h"
#include "tool/result_json.h"
#include "tool/stats_layout_file.h"
#include "tool/stats_names.h"
#include "tool/stats_result.h"

namespace threatperft {

namespace {

using Json = nlohmann::ordered_json;
using Counts = std::vector<std::uint64_t>;

constexpr std::array<std::uint64_t, 4> kCoverage{500, 900, 990, 999};
constexpr std::array kCoverageNames{"50", "90", "99", "99.9"};

/// Without the zeros at its end.
Json histogram_json(const Counts& histogram) {
  std::size_t size = histogram.size();
  while (size > 0 && histogram[size - 1] == 0) --size;
  return Counts(histogram.begin(), histogram.begin() + static_cast<std::ptrdiff_t>(size));
}

Json distribution_json(const Distribution& distribution) {
  return {{"count", distribution.count},
          {"mean", distribution.mean},
          {"standard_deviation", distribution.deviation},
          {"minimum", distribution.minimum},
          {"median", distribution.median},
          {"percentile_99", distribution.percentile_99},
          {"percentile_99_9", distribution.percentile_999},
          {"maximum", distribution.maximum}};
}

Json inputs_json(const std::vector<StatsInput>& inputs) {
  Json list = Json::array();
  for (const StatsInput& input : inputs) {
    list.push_back({{"path", input.path},
                    {"sha256", input.sha256},
                    {"positions", input.positions},
                    {"bad_lines", input.bad_lines}});
  }
  return list;
}

Json duplicates_json(const StatsResult& result) {
  Json lines = Json::array();
  for (const DuplicateLine& line : result.duplicate_lines) {
    lines.push_back({{"file", line.file},
                     {"line", line.line},
                     {"first_file", line.first_file},
                     {"first_line", line.first_line}});
  }
  return {
      {"count", result.duplicates}, {"complete", !result.duplicates_incomplete}, {"lines", std::move(lines)}};
}

Json bad_lines_json(const std::vector<Diagnostic>& diagnostics) {
  Json list = Json::array();
  for (const Diagnostic& each : diagnostics) {
    list.push_back({{"file", each.file},
                    {"line", each.line},
                    {"kind", each.kind},
                    {"field", each.field},
                    {"found", each.found},
                    {"expected", each.expected}});
  }
  return list;
}

Json by_pieces_json(const StatisticsTables& tables) {
  Json list = Json::array();
  for (std::size_t pieces = 0; pieces <= kMaxPieces; ++pieces) {
    if (tables.positions[pieces] == 0) continue;
    Json pairs = Json::array();
    for (const auto& row : tables.pairs[pieces]) pairs.push_back(row);
    list.push_back({{"pieces", pieces},
                    {"positions", tables.positions[pieces]},
                    {"active", distribution_json(distribution_of(tables.active[pieces]))},
                    {"histogram", histogram_json(tables.active[pieces])},
                    {"pairs", std::move(pairs)}});
  }
  return list;
}

Json moves_json(const MoveHistograms& moves) {
  return {{"moves", moves.moves},
          {"crossings", moves.crossings},
          {"added", distribution_json(distribution_of(moves.added))},
          {"removed", distribution_json(distribution_of(moves.removed))},
          {"changed", distribution_json(distribution_of(moves.changed))},
          {"redundant", distribution_json(distribution_of(moves.redundant))},
          {"net", distribution_json(distribution_of(moves.net, 1 - static_cast<int>(kListLengths)))}};
}

Json kinds_json(const StatisticsTables& tables) {
  Json list = Json::array();
  for (unsigned kind = 0; kind < kMoveKinds; ++kind) {
    for (unsigned type = 0; type < kPieceTypeCount; ++type) {
      const MoveHistograms moves = move_histograms(tables, [&](const MoveClass& each) {
        return static_cast<unsigned>(each.kind) == kind && index(each.moved) == type;
      });
      if (moves.moves == 0) continue;
      Json entry = {
          {"kind", to_string(static_cast<MoveKind>(kind))},
          {"moved", std::string{letter_of(make_piece(Color::white, static_cast<PieceType>(type)))}}};
      entry.update(moves_json(moves));
      list.push_back(std::move(entry));
    }
  }
  return list;
}

/// The moves of each class, in full: [added, removed, moves] where there are any.
Json classes_json(const StatisticsTables& tables) {
  Json list = Json::array();
  for (unsigned i = 0; i < kMoveClasses; ++i) {
    const MoveClass each = class_at(i);
    Json cells = Json::array();
    for (unsigned cell = 0; cell < kListLengths * kListLengths; ++cell) {
      if (tables.moves[i][cell] == 0) continue;
      cells.push_back({cell / kListLengths, cell % kListLengths, tables.moves[i][cell]});
    }
    if (cells.empty()) continue;
    list.push_back({{"kind", to_string(each.kind)},
                    {"moved", std::string{letter_of(make_piece(Color::white, each.moved))}},
                    {"color", to_string(each.color)},
                    {"crossings", tables.crossings[i]},
                    {"redundant", histogram_json(tables.redundant[i])},
                    {"cells", std::move(cells)}});
  }
  return list;
}

/// With units, which tell shards the first one of equal maxima.
Json maxima_json(const StatisticsTables& tables, bool with_units) {
  Json list = Json::array();
  for (unsigned i = 0; i < kExtremes; ++i) {
    const auto& found = tables.extremes[i];
    if (!found) continue;
    list.push_back({{"of", to_string(static_cast<Extreme>(i))},
                    {"value", found->value},
                    {"fen", found->fen},
                    {"move", found->move.empty() ? Json(nullptr) : Json(found->move)}});
    if (with_units) list.back()["unit"] = found->unit;
  }
  return list;
}

/// How many indices, the most frequent first, make up a share of all activations.
Json coverage_json(const Counts& counts) {
  Json json;
  const std::vector<std::size_t> needed = covering(counts, kCoverage);
  for (std::size_t i = 0; i < kCoverage.size(); ++i) json[kCoverageNames[i]] = needed[i];
  return json;
}

/// Activations by own and opponent's piece, as attacker and as victim.
Json activations_json(const LayoutTables& tables, const Layout& layout) {
  std::array<std::uint64_t, kPieceCount> attackers{};
  std::array<std::uint64_t, kPieceCount> victims{};
  for (std::uint32_t i = 0; i < layout.size(); ++i) {
    const Threat threat = layout.threat_at(i);
    attackers[index(threat.attacker)] += tables.counts[i];
    victims[index(threat.victim)] += tables.counts[i];
  }
  Json by_attacker;
  Json by_victim;
  for (unsigned piece = 0; piece < kPieceCount; ++piece) {
    const std::string name{letter_of(piece_at(piece))};
    by_attacker[name] = attackers[piece];
    by_victim[name] = victims[piece];
  }
  return {{"attacker", std::move(by_attacker)}, {"victim", std::move(by_victim)}};
}

Json indices_json(const LayoutTables& tables, const Layout& layout) {
  std::array<std::uint64_t, kIndexStatuses> statuses{};
  Json reasons = Json::object();
  for (std::uint32_t i = 0; i < layout.size(); ++i) {
    const IndexStatus status = index_status(layout, i, tables.counts[i]);
    ++statuses[static_cast<std::size_t>(status)];
    if (status != IndexStatus::impossible && status != IndexStatus::unreachable) continue;
    Json& reason = reasons[std::string(to_string(possibility_of(layout, i)))];
    reason = reason.is_null() ? 1 : reason.get<int>() + 1;
  }
  Json json;
  for (unsigned i = 0; i < kIndexStatuses; ++i) {
    json[std::string(to_string(static_cast<IndexStatus>(i)))] = statuses[i];
  }
  json["reasons"] = std::move(reasons);
  return json;
}

Json layouts_json(const StatisticsTables& tables) {
  const auto all_moves = move_histograms(tables, [](const MoveClass&) { return true; });
  Json list = Json::array();
  for (const LayoutTables& each : tables.layouts) {
    const Layout layout = std::get<Layout>(Layout::make(each.definition));
    const bool mirrors = each.definition.mirroring != Mirroring::never;
    list.push_back({{"name", each.definition.name},
                    {"size", layout.size()},
                    {"definition", layout_json(each.definition)},
                    {"active", distribution_json(distribution_of(each.active))},
                    {"changed", distribution_json(distribution_of(each.changed))},
                    {"added", each.added},
                    {"removed", each.removed},
                    {"most_added", each.most_added},
                    {"most_removed", each.most_removed},
                    {"refreshes", mirrors ? all_moves.crossings : 0},
                    {"indices", indices_json(each, layout)},
                    {"coverage", coverage_json(each.counts)},
                    {"activations", activations_json(each, layout)},
                    {"active_histogram", histogram_json(each.active)},
                    {"changed_histogram", histogram_json(each.changed)}});
  }
  return list;
}

std::uint64_t seen_in(const Counts& counts) {
  std::uint64_t seen = 0;
  for (const std::uint64_t count : counts) seen += count != 0 ? 1 : 0;
  return seen;
}

}  // namespace

Json stats_command_json(const StatsSettings& settings) {
  const auto or_null = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
  Json json = {{"name", "stats"},
               {"depth", or_null(settings.depth)},
               {"max_nodes", or_null(settings.max_nodes)},
               {"at", to_string(settings.at)},
               {"unique", settings.unique},
               {"moves", settings.moves},
               {"chess960", to_string(settings.lines.chess960)},
               {"strict", settings.lines.strictness == FenStrictness::strict},
               {"filter", settings.filter ? Json(settings.filter_text) : Json(nullptr)},
               {"skip_bad_lines", settings.skip_bad_lines}};
  if (settings.shard) json["shard"] = to_string(*settings.shard);
  return json;
}

Json summary_json(const StatsResult& result) {
  const StatisticsTables& tables = result.tables;
  const StatisticsTotals totals = totals_of(tables);
  const auto all_moves = move_histograms(tables, [](const MoveClass&) { return true; });
  return {{"schema", "threatperft.stats/1"},
          {"tool", tool_json()},
          {"machine", result.machine},
          {"command", result.command},
          {"inputs", inputs_json(result.inputs)},
          {"totals",
           {{"roots", result.roots},
            {"skipped_roots", result.skipped_roots},
            {"nodes", totals.positions},
            {"threats", totals.threats},
            {"signature", signature_text(totals.signature)},
            {"moves", all_moves.moves},
            {"features_seen", seen_in(tables.raw)},
            {"features", kRawThreats}}},
          {"active", distribution_json(distribution_of(active_histogram(tables)))},
          {"moves", moves_json(all_moves)},
          {"maxima", maxima_json(tables, result.command.contains("shard"))},
          {"coverage", coverage_json(tables.raw)},
          {"moves_by_kind", kinds_json(tables)},
          {"layouts", layouts_json(tables)},
          {"by_pieces", by_pieces_json(tables)},
          {"move_classes", classes_json(tables)},
          {"duplicates", duplicates_json(result)},
          {"bad_lines", bad_lines_json(result.bad_lines)},
          {"timing", timing_json(totals.positions, result.seconds)}};
}

}  // namespace threatperft
