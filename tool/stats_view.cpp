#include "tool/stats_view.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "tool/numbers.h"
#include "tool/stats_names.h"
#include "tool/table.h"

namespace threatperft {

namespace {

using Out = std::back_insert_iterator<std::string>;

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (part == 0 || whole == 0) return "-";
  const double value = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  return value < 0.005 ? "0.00+" : fmt::format("{:.2f}", value);
}

std::string counted(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", with_commas(count), thing, count == 1 ? "" : "s");
}

std::string heading(std::string_view text, const Console& console) {
  return "\n" + console.styled(Style::strong, text) + "\n";
}

std::vector<Cell> distribution_cells(const std::string& name, const Distribution& distribution) {
  return {{name},
          {fmt::format("{:.2f}", distribution.mean)},
          {fmt::format("{:.2f}", distribution.deviation)},
          {std::to_string(distribution.median)},
          {std::to_string(distribution.percentile_99)},
          {std::to_string(distribution.percentile_999)},
          {std::to_string(distribution.maximum)}};
}

std::string totals_text(const StatsResult& result, const StatisticsTotals& totals) {
  std::string text = fmt::format("{} counted, from {}; {}; signature {}\n",
                                 counted(totals.positions, "position"), counted(result.roots, "root"),
                                 counted(totals.threats, "threat"), signature_text(totals.signature));
  if (result.skipped_roots != 0) {
    fmt::format_to(Out(text), "{} skipped: too large for --max-nodes\n",
                   counted(result.skipped_roots, "root"));
  }
  if (result.duplicates != 0 || result.duplicates_incomplete) {
    fmt::format_to(Out(text), "{}{} known from an earlier line\n",
                   result.duplicates_incomplete ? "at least " : "", counted(result.duplicates, "root"));
  }
  std::uint64_t bad_lines = 0;
  for (const StatsInput& input : result.inputs) bad_lines += input.bad_lines;
  if (bad_lines != 0) fmt::format_to(Out(text), "{} left out\n", counted(bad_lines, "bad line"));
  return text;
}

std::string distributions_text(const StatsResult& result, const Console& console) {
  const StatisticsTables& tables = result.tables;
  const auto moves = move_histograms(tables, [](const MoveClass&) { return true; });
  const Table table(
      console,
      {{"", 24, true}, {"mean", 8}, {"s.d.", 7}, {"median", 7}, {"99 %", 6}, {"99.9 %", 7}, {"most", 6}});
  std::string text = heading("Threats", console) + table.header();
  text += table.row(distribution_cells("active in a position", distribution_of(active_histogram(tables))));
  if (moves.moves == 0) return text;
  text += table.row(distribution_cells("added by a move", distribution_of(moves.added)));
  text += table.row(distribution_cells("removed by a move", distribution_of(moves.removed)));
  text += table.row(distribution_cells("added and removed", distribution_of(moves.changed)));
  text += table.row(distribution_cells("redundant in a move", distribution_of(moves.redundant)));
  return text;
}

std::string kinds_text(const StatsResult& result, const Console& console) {
  const Table table(console, {{"Moves", 19, true},
                              {"share %", 8},
                              {"added", 7},
                              {"removed", 8},
                              {"most +", 7},
                              {"most -", 7},
                              {"redundant", 10}});
  const auto all = move_histograms(result.tables, [](const MoveClass&) { return true; });
  if (all.moves == 0) return "";
  std::string text = "\n" + table.header();
  for (unsigned kind = 0; kind < kMoveKinds; ++kind) {
    for (unsigned type = 0; type < kPieceTypeCount; ++type) {
      const MoveHistograms moves = move_histograms(result.tables, [&](const MoveClass& each) {
        return static_cast<unsigned>(each.kind) == kind && index(each.moved) == type;
      });
      if (moves.moves == 0) continue;
      const Distribution added = distribution_of(moves.added);
      const Distribution removed = distribution_of(moves.removed);
      text +=
          table.row({{fmt::format("{} {}", letter_of(make_piece(Color::white, static_cast<PieceType>(type))),
                                  to_string(static_cast<MoveKind>(kind)))},
                     {percent(moves.moves, all.moves)},
                     {fmt::format("{:.2f}", added.mean)},
                     {fmt::format("{:.2f}", removed.mean)},
                     {std::to_string(added.maximum)},
                     {std::to_string(removed.maximum)},
                     {fmt::format("{:.3f}", distribution_of(moves.redundant).mean)}});
    }
  }
  return text;
}

std::string pairs_text(const StatsResult& result, const StatisticsTotals& totals, const Console& console) {
  const PairTable pairs = pair_table(result.tables.raw);
  std::string text = heading("Share of all threats in %: attacker (row) on victim (column)", console);
  std::vector<Column> columns{{"", 2, true}};
  std::array<std::string, kPieceCount> names;
  constexpr unsigned kByColor[] = {0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11};
  for (const unsigned piece : kByColor) names[piece] = std::string{letter_of(piece_at(piece))};
  for (const unsigned piece : kByColor) columns.push_back({names[piece], 4});
  const Table table(console, columns);
  text += table.header();
  for (const unsigned attacker : kByColor) {
    std::vector<Cell> cells{{names[attacker], Style::strong}};
    for (const unsigned victim : kByColor) {
      const std::uint64_t count = pairs[attacker][victim];
      cells.push_back({percent(count, totals.threats), count == 0 ? Style::dim : Style::plain});
    }
    text += table.row(cells);
  }
  return text;
}

std::string layouts_text(const StatsResult& result, const Console& console) {
  if (result.tables.layouts.empty()) return "";
  const Table table(console, {{"Layout", 10, true},
                              {"active", 6},
                              {"most", 4},
                              {"changed", 7},
                              {"most", 4},
                              {"seen", 6},
                              {"unseen", 6},
                              {"dead", 6},
                              {"90 %", 5},
                              {"99 %", 5}});
  std::string text = "\n" + table.header();
  for (const LayoutTables& each : result.tables.layouts) {
    const Layout layout = std::get<Layout>(Layout::make(each.definition));
    std::array<std::uint64_t, kIndexStatuses> statuses{};
    for (std::uint32_t i = 0; i < layout.size(); ++i) {
      ++statuses[static_cast<std::size_t>(index_status(layout, i, each.counts[i]))];
    }
    const auto count = [&](IndexStatus status) { return statuses[static_cast<std::size_t>(status)]; };
    const Distribution active = distribution_of(each.active);
    const Distribution changed = distribution_of(each.changed);
    const auto needed = covering(each.counts, std::array<std::uint64_t, 2>{900, 990});
    text += table.row({{shortened(each.definition.name, 10)},
                       {fmt::format("{:.2f}", active.mean)},
                       {std::to_string(active.maximum)},
                       {fmt::format("{:.2f}", changed.mean)},
                       {std::to_string(changed.maximum)},
                       {std::to_string(count(IndexStatus::seen))},
                       {std::to_string(count(IndexStatus::unseen) + count(IndexStatus::unreachable))},
                       {std::to_string(count(IndexStatus::impossible) + count(IndexStatus::dropped))},
                       {std::to_string(needed[0])},
                       {std::to_string(needed[1])}});
  }
  return text;
}

std::string maxima_text(const StatsResult& result, const Console& console) {
  std::string text = heading("Maxima", console);
  for (unsigned i = 0; i < kExtremes; ++i) {
    const auto& found = result.tables.extremes[i];
    if (!found) continue;
    fmt::format_to(Out(text), "{:<9} {:>4}  {}{}\n", to_string(static_cast<Extreme>(i)), found->value,
                   found->fen, found->move.empty() ? "" : fmt::format("  {}", found->move));
  }
  return text;
}

}  // namespace

std::string stats_text(const StatsResult& result, const Console& console) {
  const StatisticsTotals totals = totals_of(result.tables);
  return totals_text(result, totals) + distributions_text(result, console) + kinds_text(result, console) +
         pairs_text(result, totals, console) + layouts_text(result, console) + maxima_text(result, console);
}

}  // namespace threatperft
