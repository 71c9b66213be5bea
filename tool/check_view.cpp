#include "tool/check_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine_core/perft/kernels.h"
#include "tool/numbers.h"

namespace threatperft {

namespace {

constexpr std::size_t kWidestId = 24;

std::size_t width_of_ids(const CheckResult& result) {
  std::size_t width = 2;
  for (const PositionResult& position : result.positions) width = std::max(width, position.source->id.size());
  return std::min(width, kWidestId);
}

std::vector<Column> columns(bool with_threats, std::size_t id_width) {
  std::vector<Column> columns{{"id", id_width, true}, {"depth", 5}, {"nodes", 11}};
  if (with_threats) columns.insert(columns.end(), {{"threats", 12}, {"signature", 16}});
  columns.insert(columns.end(), {{"state", 7, true}, {"nodes/s", 7}});
  return columns;
}

Style style_of(PositionState state) {
  switch (state) {
    case PositionState::ok:
      return Style::good;
    case PositionState::failed:
    case PositionState::partial:
      return Style::bad;
    default:
      return Style::dim;
  }
}

/// Of one thread: what the threads' time adds up to.
std::string thread_rate(const PositionResult& position) {
  std::uint64_t nodes = 0;
  for (const DepthResult& depth : position.depths) nodes += depth.found.nodes;
  return position.seconds > 0 ? rate_text(static_cast<double>(nodes) / position.seconds) : "-";
}

}  // namespace

CheckView::CheckView(Console& console, const CheckSettings& settings, const CheckResult& result)
    : console_(console),
      settings_(settings),
      table_(console, columns(!settings.counts_only, width_of_ids(result))),
      id_width_(width_of_ids(result)) {}

void CheckView::show_header() { console_.print(table_.header()); }

void CheckView::show(const PositionResult& position) {
  if (position.depths.empty()) {
    std::vector<Cell> cells{{shortened(position.source->id, id_width_)}, {"-"}, {"-"}};
    if (!settings_.counts_only) cells.insert(cells.end(), {{"-"}, {"-"}});
    cells.push_back({std::string(to_string(position.state)), style_of(position.state)});
    console_.print(table_.row(cells));
    return;
  }
  const std::size_t first = settings_.verbose ? 0 : position.depths.size() - 1;
  for (std::size_t i = first; i < position.depths.size(); ++i) {
    show_depth(position, position.depths[i], i + 1 == position.depths.size());
  }
  if (!settings_.shard) show_wrong_values(position);  // a part has other numbers than the whole
  for (const MismatchReport& report : position.reports) console_.print(to_text(report));
}

void CheckView::show_wrong_values(const PositionResult& position) {
  for (const DepthResult& depth : position.depths) {
    for (const std::string& wrong : wrong_values(depth, !settings_.counts_only)) {
      console_.print(fmt::format("  {} at {}:{}: {}\n", console_.styled(Style::bad, wrong), position.file,
                                 position.source->line, position.source->fen));
    }
  }
}

void CheckView::show_depth(const PositionResult& position, const DepthResult& depth, bool is_last) {
  std::vector<Cell> cells{{shortened(position.source->id, id_width_)},
                          {fmt::format("{}", depth.expected.depth)},
                          {fmt::format("{}", depth.found.nodes)}};
  if (!settings_.counts_only) {
    cells.push_back({fmt::format("{}", depth.found.threats)});
    cells.push_back({signature_text(depth.found.signature)});
  }
  if (is_last) {
    cells.push_back({std::string(to_string(position.state)), style_of(position.state)});
    cells.push_back({thread_rate(position)});
  }
  console_.print(table_.row(cells));
}

std::string CheckView::failure_summary(const CheckTotals& totals, const CheckResult& result) const {
  std::string text;
  const auto add = [&text](const std::string& line) { text += line + "\n"; };
  if (totals.skipped_positions != 0) {
    add(fmt::format("skipped: {}, all their depths have more nodes than wanted",
                    plural(totals.skipped_positions, "position")));
  }
  if (result.input_errors() != 0) {
    add(console_.styled(
        Style::bad, fmt::format("input: {}, see standard error", plural(result.input_errors(), "error"))));
  }
  if (result.failures_reached) {
    add(console_.styled(Style::bad, fmt::format("stopped after {}, the limit set by --max-failures",
                                                plural(settings_.max_failures, "failure"))));
  }
  if (result.signal != 0) add(console_.styled(Style::bad, "interrupted"));
  if (totals.unfinished_positions != 0) {
    add(fmt::format("not finished: {}", plural(totals.unfinished_positions, "position")));
  }
  return text;
}

void CheckView::show_summary(const CheckResult& result) {
  const CheckTotals totals = totals_of(result);
  std::string text = fmt::format("\n{}, {} nodes in {}", plural(totals.positions, "position"),
                                 with_commas(totals.nodes), duration_text(result.seconds));
  if (result.seconds > 0) {
    text += fmt::format(" ({} nodes/s, {})", rate_text(static_cast<double>(totals.nodes) / result.seconds),
                        plural(static_cast<std::uint64_t>(settings_.threads), "thread"));
  }
  text += '\n';
  if (!settings_.counts_only) {
    text += fmt::format("{} threats, signature {}, updater {} ({})\n", with_commas(totals.threats),
                        signature_text(totals.signature), to_string(settings_.kernel->updater),
                        settings_.kernel->build);
    text += fmt::format("{} lists compared; largest list {}, most added {}, most removed {}, {} redundant\n",
                        with_commas(totals.checked), totals.largest_list, totals.largest_added,
                        totals.largest_removed, with_commas(totals.redundant));
  }
  text += failure_summary(totals, result);
  const bool failed = totals.failed_positions != 0 || totals.mismatches != 0;
  if (failed) {
    text += console_.styled(
        Style::bad,
        fmt::format("FAILED: {} with {} and {}", plural(totals.failed_positions, "position"),
                    plural(totals.mismatches, "wrong list"), plural(totals.wrong_values, "wrong value")));
  } else if (totals.all_skipped()) {
    text += console_.styled(Style::bad, "nothing was checked: see --max-nodes");
  } else if (totals.unfinished_positions == 0 && result.input_errors() == 0) {
    text += console_.styled(Style::good, "all well");
  } else {
    text += "nothing wrong in what was checked";
  }
  console_.print(text + "\n");
}

}  // namespace threatperft
