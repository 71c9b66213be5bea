#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "engine_core/chess/moves.h"
#include "engine_core/perft/kernels.h"
#include "tool/check_result.h"
#include "tool/command.h"
#include "tool/common_options.h"
#include "tool/exit_status.h"
#include "tool/numbers.h"
#include "tool/position_argument.h"
#include "tool/progress.h"
#include "tool/result_file.h"
#include "tool/result_json.h"
#include "tool/schedule.h"
#include "tool/signals.h"
#include "tool/table.h"
#include "tool/unit_source.h"

namespace threatperft {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kDefaultPerftDepth = 4;

constexpr CommandHelp kHelp{"perft [OPTIONS] [FEN]",
                            "Counts the tree of one position: nodes (bulk-counted), and the lengths and the\n"
                            "signature of its threat lists. FEN: one word or several, a name (startpos,\n"
                            "kiwipete, position3 to position6, an id of the embedded suites), or '-'.",
                            "  threatperft perft --depth 6 --counts-only\n"
                            "  threatperft perft kiwipete --depth 4 --divide\n"
                            "  threatperft perft 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 --depth 6\n"};

struct PerftSettings {
  int depth = kDefaultPerftDepth;
  int threads = 1;
  const Kernel* kernel = nullptr;
  bool divide = false;
  bool counts_only = false;
  std::string output;
};

/// A root move and what lies below it.
struct Branch {
  std::string move;
  DepthTotals leaves;
};

struct PerftResult {
  std::vector<DepthResult> depths;
  bool has_threats = false;      ///< else nodes alone were counted, or counted so far
  std::vector<Branch> branches;  ///< with --divide, by move text
  bool complete = true;
  double seconds = 0;
};

po::options_description perft_options() {
  po::options_description options("Options", 80, 50);
  add_depth(options, "plies (default 4)");
  options.add_options()("divide", "the leaves below each root move, too")("counts-only",
                                                                          "nodes alone, no threats");
  add_threads(options);
  add_updater(options);
  add_chess960(options);
  options.add_options()("strict", "refuse positions that no game can reach");
  add_output(options);
  add_help(options);
  return options;
}

PerftSettings read_settings(const ParsedOptions& parsed) {
  PerftSettings settings;
  settings.depth = read_depth_or(parsed, kDefaultPerftDepth);
  settings.threads = read_threads(parsed);
  settings.kernel = &read_kernel(parsed);
  settings.divide = parsed.has("divide");
  settings.counts_only = parsed.has("counts-only");
  if (parsed.has("output")) settings.output = parsed.text("output");
  return settings;
}

/// A list of trees whose totals are kept.
class TreeList final : public JobClient {
 public:
  void add(const Position& root, int depth) { jobs_.push_back({root, depth}); }
  /// Valid for the jobs that are done.
  const WalkTotals& totals(std::size_t job) const { return totals_[job]; }

  std::optional<WalkJob> next_job() override {
    if (next_ == jobs_.size()) return std::nullopt;
    return jobs_[next_++];
  }
  std::size_t job_done(std::size_t /*job*/, JobResult result) override {
    totals_.push_back(result.totals);
    return 0;
  }

 private:
  std::vector<WalkJob> jobs_;
  std::vector<WalkTotals> totals_;
  std::size_t next_ = 0;
};

/// Walks the trees; false if that was interrupted.
bool walk(TreeList& trees, WalkMode mode, const PerftSettings& settings, double expected_nodes,
          Console& console) {
  ProgressCounter counter;
  const ProgressDisplay display(console, counter, expected_nodes);
  ScheduleSettings schedule;
  schedule.kernel = settings.kernel;
  schedule.mode = mode;
  schedule.threads = settings.threads;
  schedule.progress = &counter;
  return !run_jobs(schedule, trees, SignalGuard::stop()).interrupted;
}

DepthResult depth_result(int depth, const DepthTotals& found) {
  DepthResult result;
  result.expected.depth = depth;
  result.found = found;
  return result;
}

int first_depth(const PerftSettings& settings) { return std::min(settings.depth, 1); }

double counted_nodes(const PerftResult& result) {
  double nodes = 0;
  for (const DepthResult& depth : result.depths) nodes += static_cast<double>(depth.found.nodes);
  return nodes;
}

/// Every depth's number of leaves, bulk-counted.
bool count_depths(const Position& root, const PerftSettings& settings, Console& console,
                  PerftResult& result) {
  TreeList trees;
  double expected_nodes = 0;
  for (int depth = first_depth(settings); depth <= settings.depth; ++depth) {
    trees.add(root, depth);
    expected_nodes += estimate_leaves(root, depth);
  }
  if (!walk(trees, WalkMode::count, settings, expected_nodes, console)) return false;
  for (int depth = first_depth(settings); depth <= settings.depth; ++depth) {
    const auto job = static_cast<std::size_t>(depth - first_depth(settings));
    result.depths.push_back(depth_result(depth, trees.totals(job).depths[static_cast<std::size_t>(depth)]));
  }
  return true;
}

/// Fills in threats and signatures. The two walks share no counting code, so that their counts check each
/// other.
bool sum_depths(const Position& root, const PerftSettings& settings, Console& console, PerftResult& result) {
  TreeList trees;
  trees.add(root, settings.depth);
  if (!walk(trees, WalkMode::sum, settings, counted_nodes(result), console)) return false;
  for (DepthResult& depth : result.depths) {
    const DepthTotals& summed = trees.totals(0).depths[static_cast<std::size_t>(depth.expected.depth)];
    if (summed.nodes != depth.found.nodes) {
      throw std::logic_error(fmt::format("depth {}: counted {} nodes, walked {}", depth.expected.depth,
                                         depth.found.nodes, summed.nodes));
    }
    depth.found = summed;
  }
  result.has_threats = true;
  return true;
}

/// The leaves below each root move.
bool divide(const NamedPosition& named, const PerftSettings& settings, Console& console,
            PerftResult& result) {
  if (settings.depth == 0) return true;
  const std::vector<Move> moves = legal_moves(named.position);
  TreeList trees;
  for (const Move move : moves) trees.add(after(named.position, move), settings.depth - 1);
  const WalkMode mode = settings.counts_only ? WalkMode::count : WalkMode::sum;
  if (!walk(trees, mode, settings, counted_nodes(result), console)) return false;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const DepthTotals& leaves = trees.totals(i).depths[static_cast<std::size_t>(settings.depth) - 1];
    result.branches.push_back({to_uci(moves[i], named.notation), leaves});
  }
  std::sort(result.branches.begin(), result.branches.end(),
            [](const Branch& a, const Branch& b) { return a.move < b.move; });
  return true;
}

PerftResult run_walks(const NamedPosition& named, const PerftSettings& settings, Console& console) {
  const auto start = std::chrono::steady_clock::now();
  PerftResult result;
  result.complete = count_depths(named.position, settings, console, result) &&
                    (settings.counts_only || sum_depths(named.position, settings, console, result)) &&
                    (!settings.divide || divide(named, settings, console, result));
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

std::vector<Cell> cells(std::string label, const DepthTotals& totals, bool with_threats) {
  std::vector<Cell> cells{{std::move(label)}, {fmt::format("{}", totals.nodes)}};
  if (with_threats) {
    cells.push_back({fmt::format("{}", totals.threats)});
    cells.push_back({signature_text(totals.signature)});
  }
  return cells;
}

Table table_of(std::string_view label, bool with_threats, const Console& console) {
  std::vector<Column> columns{{label, 5, true}, {"nodes", 14}};
  if (with_threats) columns.insert(columns.end(), {{"threats", 16}, {"signature", 16}});
  return {console, columns};
}

std::string perft_view(const NamedPosition& named, const PerftSettings& settings, const PerftResult& result,
                       const Console& console) {
  const bool with_threats = result.has_threats;
  std::string text = named.fen + "\n\n";
  if (!result.branches.empty()) {
    const Table table = table_of("move", with_threats, console);
    text += table.header();
    for (const Branch& branch : result.branches)
      text += table.row(cells(branch.move, branch.leaves, with_threats));
    text += '\n';
  }
  const Table table = table_of("depth", with_threats, console);
  text += table.header();
  for (const DepthResult& depth : result.depths) {
    text += table.row(cells(fmt::format("{}", depth.expected.depth), depth.found, with_threats));
  }
  text += fmt::format("\n{}, {} thread{}", duration_text(result.seconds), settings.threads,
                      settings.threads == 1 ? "" : "s");
  if (with_threats) {
    text += fmt::format(", updater {} ({})", to_string(settings.kernel->updater), settings.kernel->build);
  } else if (result.seconds > 0 && !settings.divide) {
    std::uint64_t nodes = 0;
    for (const DepthResult& depth : result.depths) nodes += depth.found.nodes;
    text += fmt::format(", {} nodes/s", rate_text(static_cast<double>(nodes) / result.seconds));
  }
  return text + "\n";
}

Json perft_json(const NamedPosition& named, const PerftSettings& settings, PerftResult& result) {
  SuitePosition source;
  source.id = named.id;
  source.fen = named.fen;
  source.chess960 = named.notation == CastlingNotation::chess960;
  CheckResult whole;
  whole.seconds = result.seconds;
  whole.positions.emplace_back();
  whole.positions.back().source = &source;
  whole.positions.back().state = PositionState::ok;
  whole.positions.back().depths = result.depths;
  RunDescription run;
  run.command = {{"name", "perft"},
                 {"depth", settings.depth},
                 {"counts_only", settings.counts_only},
                 {"divide", settings.divide}};
  run.threads = settings.threads;
  run.kernel = settings.kernel;
  run.with_threats = !settings.counts_only;
  Json json = result_json(run, whole);
  for (const char* of_walks_only : {"redundant", "largest_list", "largest_added", "largest_removed"}) {
    json["totals"].erase(of_walks_only);
  }
  if (!settings.divide) return json;
  Json branches = Json::array();
  for (const Branch& branch : result.branches) {
    Json entry{{"move", branch.move}, {"nodes", branch.leaves.nodes}};
    entry["threats"] = run.with_threats ? Json(branch.leaves.threats) : Json(nullptr);
    entry["signature"] = run.with_threats ? Json(signature_text(branch.leaves.signature)) : Json(nullptr);
    branches.push_back(std::move(entry));
  }
  json["positions"][0]["divide"] = std::move(branches);
  return json;
}

}  // namespace

int run_perft(const Arguments& arguments, Console& console) {
  const po::options_description options = perft_options();
  const ParsedOptions parsed = parse_options(arguments, options);
  if (parsed.has("help")) {
    console.print(help_text(kHelp, options));
    return kExitOk;
  }
  const PerftSettings settings = read_settings(parsed);
  const NamedPosition named = read_position(parsed.words, read_line_options(parsed), console);
  const bool json_to_stdout = settings.output == "-";
  std::unique_ptr<ResultFile> file;
  if (!settings.output.empty() && !json_to_stdout) file = std::make_unique<ResultFile>(settings.output);

  PerftResult result = run_walks(named, settings, console);
  if (!result.complete) {
    if (!result.depths.empty() && !json_to_stdout)
      console.print(perft_view(named, settings, result, console));
    console.message("threatperft: interrupted");
    return exit_status_of_signal(SignalGuard::received());
  }
  if (json_to_stdout) {
    console.print(json_text(perft_json(named, settings, result)));
  } else {
    console.print(perft_view(named, settings, result, console));
  }
  if (file) file->commit(json_text(perft_json(named, settings, result)));
  return kExitOk;
}

}  // namespace threatperft
