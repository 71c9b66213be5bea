#include "tool/stats_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "tool/common_options.h"
#include "tool/exit_status.h"
#include "tool/stats_layout_file.h"
#include "tool/unit_source.h"

namespace threatperft {

namespace {

constexpr std::uint64_t kMebibyte = 1024 * 1024;
constexpr std::uint64_t kDefaultMemory = 1024;
/// Embedded suites go as deep as `check` does.
constexpr std::uint64_t kEmbeddedMaxNodes = 1'000'000;

StatisticsAt read_at(const ParsedOptions& parsed) {
  if (!parsed.has("at") || parsed.text("at") == "leaves") return StatisticsAt::leaves;
  if (parsed.text("at") == "all-nodes") return StatisticsAt::all_nodes;
  throw UserError(fmt::format("--at: found '{}', expected leaves or all-nodes", parsed.text("at")));
}

void reject_together(const ParsedOptions& parsed, const char* one, const char* other) {
  if (parsed.has(one) && parsed.has(other)) {
    throw UserError(fmt::format("--{} and --{} do not go together", one, other));
  }
}

double leaves_at(const SuitePosition& position, int depth) {
  for (const DepthExpectation& expected : position.depths) {
    if (expected.depth == depth && expected.nodes) return static_cast<double>(*expected.nodes);
  }
  return estimate_leaves(position.position, depth);
}

}  // namespace

po::options_description stats_options() {
  po::options_description options("Options", 80, 50);
  add_depth(options, "plies, 0 for the positions alone (default: the suite's)");
  options.add_options()("max-nodes", text_value("N"), "skip depths with more leaves");
  options.add_options()("at", text_value("WHAT"), "count leaves (default) or all-nodes");
  options.add_options()("no-moves", "at depth 0: nothing about legal moves");
  options.add_options()("unique", "count each position once within a root");
  options.add_options()("memory", text_value("MIB"), "for --unique and to find duplicates (default 1024)");
  options.add_options()("layouts", text_value("LIST"),
                        "sizes and layout files, or none (default: all known)");
  options.add_options()("filter", text_value("REGEX"), "only positions whose id or FEN matches");
  options.add_options()("skip-bad-lines", "leave out lines that are no position, and list them");
  options.add_options()("naive", "from scratch at every position, for comparison");
  options.add_options()("verify", "walk again without tables, and compare");
  add_threads(options);
  add_updater(options);
  add_chess960(options);
  options.add_options()("strict", "refuse positions that no game can reach");
  options.add_options()("output", text_value("DIR"), "write tables and a report into a new folder");
  options.add_options()("journal", text_value("FILE"),
                        "note what is done; with the same FILE, go on from there");
  options.add_options()("shard", text_value("I/N"), "only the Ith of N shares; 'merge' joins their folders");
  options.add_options()("force", "replace the folder if it holds statistics");
  add_help(options);
  return options;
}

StatsSettings read_stats_settings(const ParsedOptions& parsed) {
  reject_together(parsed, "unique", "naive");
  reject_together(parsed, "unique", "verify");
  reject_together(parsed, "shard", "verify");
  StatsSettings settings;
  settings.paths = parsed.words;
  if (std::count(settings.paths.begin(), settings.paths.end(), "-") > 1) {
    throw UserError("standard input ('-') is named more than once");
  }
  settings.lines = read_line_options(parsed);
  settings.depth = read_depth(parsed);
  settings.max_nodes = read_max_nodes(parsed);
  if (settings.paths.empty() && !settings.depth && !settings.max_nodes)
    settings.max_nodes = kEmbeddedMaxNodes;
  settings.filter = read_filter(parsed);
  if (settings.filter) settings.filter_text = parsed.text("filter");
  settings.at = read_at(parsed);
  settings.unique = parsed.has("unique");
  settings.memory = kDefaultMemory * kMebibyte;
  if (parsed.has("memory")) {
    settings.memory = parse_number("memory", parsed.text("memory"), 1, 1u << 24) * kMebibyte;
  }
  settings.moves = !parsed.has("no-moves");
  if (!settings.moves && settings.depth.value_or(0) != 0) throw UserError("--no-moves: only with --depth 0");
  settings.naive = parsed.has("naive");
  settings.verify = parsed.has("verify");
  settings.skip_bad_lines = parsed.has("skip-bad-lines");
  settings.layouts = read_layouts(parsed.has("layouts") ? parsed.text("layouts") : "");
  if (parsed.has("output")) settings.output = parsed.text("output");
  if (settings.output == "-") throw UserError("--output: found '-', expected the name of a folder to write");
  settings.force = parsed.has("force");
  if (parsed.has("journal")) settings.journal = parsed.text("journal");
  if (parsed.has("shard")) settings.shard = parse_shard(parsed.text("shard"));
  if (settings.force && settings.output.empty()) throw UserError("--force replaces the folder of --output");
  settings.threads = read_threads(parsed);
  settings.kernel = &read_kernel(parsed);
  return settings;
}

std::optional<int> stats_depth(const SuitePosition& position, const StatsSettings& settings) {
  const auto affordable = [&](int depth) {
    return !settings.max_nodes || leaves_at(position, depth) <= static_cast<double>(*settings.max_nodes);
  };
  if (settings.depth) return affordable(*settings.depth) ? settings.depth : std::nullopt;
  if (position.depths.empty()) return 0;
  for (auto expected = position.depths.rbegin(); expected != position.depths.rend(); ++expected) {
    if (affordable(expected->depth)) return expected->depth;
  }
  return std::nullopt;
}

std::string_view to_string(StatisticsAt at) { return at == StatisticsAt::leaves ? "leaves" : "all-nodes"; }

}  // namespace threatperft
