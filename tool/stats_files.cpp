#include "tool/stats_files.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <iterator>

#include "engine_core/threats/possibility.h"
#include "tool/exit_status.h"
#include "tool/result_json.h"
#include "tool/stats_names.h"
#include "tool/stats_report.h"

namespace threatperft {

namespace {

using Out = std::back_insert_iterator<std::string>;

std::string features_csv(const StatisticsTables& tables, const StatisticsTotals& totals) {
  std::string text = "attacker,attacker_square,victim,victim_square,index,count,share,reason\n";
  text.reserve(4'500'000);
  for (std::uint32_t i = 0; i < kRawThreats; ++i) {
    const Threat threat = threat_of(i);
    fmt::format_to(Out(text), "{},{},{},{},{},{},{},{}\n", letter_of(threat.attacker),
                   square_name(threat.attacker_square), letter_of(threat.victim),
                   square_name(threat.victim_square), i, tables.raw[i],
                   share_text(tables.raw[i], totals.positions), to_string(possibility_of(threat)));
  }
  return text;
}

void add_pairs(std::string& text, const std::string& pieces, const PairTable& pairs,
               std::uint64_t positions) {
  std::uint64_t all = 0;
  for (const auto& row : pairs) {
    for (const std::uint64_t count : row) all += count;
  }
  for (unsigned attacker = 0; attacker < kPieceCount; ++attacker) {
    for (unsigned victim = 0; victim < kPieceCount; ++victim) {
      const std::uint64_t count = pairs[attacker][victim];
      fmt::format_to(Out(text), "{},{},{},{},{},{}\n", pieces, letter_of(piece_at(attacker)),
                     letter_of(piece_at(victim)), count, share_text(count, all),
                     share_text(count, positions));
    }
  }
}

std::string pairs_csv(const StatisticsTables& tables, const StatisticsTotals& totals) {
  std::string text = "pieces,attacker,victim,count,share,per_position\n";
  add_pairs(text, "all", pair_table(tables.raw), totals.positions);
  for (std::size_t pieces = 0; pieces <= kMaxPieces; ++pieces) {
    if (tables.positions[pieces] == 0) continue;
    add_pairs(text, std::to_string(pieces), tables.pairs[pieces], tables.positions[pieces]);
  }
  return text;
}

std::string pieces_csv(const StatisticsTables& tables, const StatisticsTotals& totals) {
  std::string text = "role,piece,count,share,per_position\n";
  const PairTable pairs = pair_table(tables.raw);
  for (const bool as_attacker : {true, false}) {
    for (unsigned piece = 0; piece < kPieceCount; ++piece) {
      std::uint64_t count = 0;
      for (unsigned other = 0; other < kPieceCount; ++other) {
        count += as_attacker ? pairs[piece][other] : pairs[other][piece];
      }
      fmt::format_to(Out(text), "{},{},{},{},{}\n", as_attacker ? "attacker" : "victim",
                     letter_of(piece_at(piece)), count, share_text(count, totals.threats),
                     share_text(count, totals.positions));
    }
  }
  return text;
}

void add_histogram(std::string& text, std::string_view name, std::span<const std::uint64_t> histogram) {
  for (std::size_t value = 0; value < histogram.size(); ++value) {
    if (histogram[value] != 0) fmt::format_to(Out(text), "{},{},{}\n", name, value, histogram[value]);
  }
}

std::string active_csv(const StatisticsTables& tables) {
  std::string text = "pieces,threats,positions\n";
  add_histogram(text, "all", active_histogram(tables));
  for (std::size_t pieces = 0; pieces <= kMaxPieces; ++pieces) {
    add_histogram(text, std::to_string(pieces), tables.active[pieces]);
  }
  return text;
}

std::string deltas_csv(const StatisticsTables& tables) {
  std::string text = "kind,moved,color,added,removed,moves\n";
  for (unsigned i = 0; i < kMoveClasses; ++i) {
    const MoveClass each = class_at(i);
    for (unsigned cell = 0; cell < kListLengths * kListLengths; ++cell) {
      if (tables.moves[i][cell] == 0) continue;
      fmt::format_to(Out(text), "{},{},{},{},{},{}\n", to_string(each.kind),
                     letter_of(make_piece(Color::white, each.moved)), to_string(each.color),
                     cell / kListLengths, cell % kListLengths, tables.moves[i][cell]);
    }
  }
  return text;
}

std::string redundant_csv(const StatisticsTables& tables) {
  std::string text = "kind,moved,color,redundant,moves\n";
  for (unsigned i = 0; i < kMoveClasses; ++i) {
    MoveHistograms moves;
    moves.add(tables.moves[i], tables.redundant[i], tables.crossings[i]);
    const MoveClass each = class_at(i);
    const std::string name =
        fmt::format("{},{},{}", to_string(each.kind), letter_of(make_piece(Color::white, each.moved)),
                    to_string(each.color));
    add_histogram(text, name, moves.redundant);
  }
  return text;
}

std::string layouts_csv(const StatisticsTables& tables) {
  std::string text = "layout,quantity,value,count\n";
  for (const LayoutTables& layout : tables.layouts) {
    add_histogram(text, layout.definition.name + ",active", layout.active);
    add_histogram(text, layout.definition.name + ",changed", layout.changed);
  }
  return text;
}

std::string layout_csv(const LayoutTables& tables, const StatisticsTotals& totals) {
  const Layout layout = std::get<Layout>(Layout::make(tables.definition));
  std::string text = "index,attacker,attacker_square,victim,victim_square,count,share,status,reason\n";
  text.reserve(4'500'000);
  for (std::uint32_t i = 0; i < layout.size(); ++i) {
    const Threat threat = layout.threat_at(i);
    const IndexStatus status = index_status(layout, i, tables.counts[i]);
    const Possibility possibility = possibility_of(layout, i);
    fmt::format_to(Out(text), "{},{},{},{},{},{},{},{},{}\n", i, letter_of(threat.attacker),
                   square_name(threat.attacker_square), letter_of(threat.victim),
                   square_name(threat.victim_square), tables.counts[i],
                   share_text(tables.counts[i], 2 * totals.positions), to_string(status),
                   to_string(possibility));
  }
  return text;
}

}  // namespace

void make_stats_files(const StatsResult& result,
                      const std::function<void(const std::string&, std::string_view)>& write) {
  const StatisticsTables& tables = result.tables;
  const StatisticsTotals totals = totals_of(tables);
  write("features.csv", features_csv(tables, totals));
  write("features.npy", npy_bytes(tables.raw));
  write("pairs.csv", pairs_csv(tables, totals));
  write("pieces.csv", pieces_csv(tables, totals));
  write("active.csv", active_csv(tables));
  write("deltas.csv", deltas_csv(tables));
  write("redundant.csv", redundant_csv(tables));
  write("layouts.csv", layouts_csv(tables));
  for (const LayoutTables& layout : tables.layouts) {
    write(fmt::format("layout-{}.csv", layout.definition.name), layout_csv(layout, totals));
    write(fmt::format("layout-{}.npy", layout.definition.name), npy_bytes(layout.counts));
  }
  write("report.html", report_html(result));
  write("summary.json", json_text(summary_json(result)));
}

}  // namespace threatperft
