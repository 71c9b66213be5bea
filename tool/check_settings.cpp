#include "tool/check_settings.h"

#include <algorithm>

#include "tool/exit_status.h"
#include "tool/unit_source.h"

namespace threatperft {

namespace {

/// The suite's count, or an estimate.
double nodes_at(const SuitePosition& position, int depth) {
  const DepthExpectation expected = expectation_at(position, depth);
  if (expected.nodes) return static_cast<double>(*expected.nodes);
  return estimate_leaves(position.position, depth);
}

bool is_affordable(const SuitePosition& position, int depth, const CheckSettings& settings) {
  if (depth > kMaxDepth) return false;
  if (!settings.max_nodes) return true;
  const DepthExpectation expected = expectation_at(position, depth);
  if (expected.nodes) return *expected.nodes <= *settings.max_nodes;
  return nodes_at(position, depth) <= static_cast<double>(*settings.max_nodes);
}

/// The depths at which a walk may end: the one that was asked for, or those that the suite speaks of.
std::vector<int> candidate_depths(const SuitePosition& position, const CheckSettings& settings) {
  std::vector<int> depths;
  for (const DepthExpectation& expected : position.depths) {
    if (settings.depth && expected.depth > *settings.depth) continue;
    if (settings.counts_only && !expected.nodes) continue;
    depths.push_back(expected.depth);
  }
  const int asked = settings.depth.value_or(kDefaultDepth);
  if (settings.depth || depths.empty()) {
    if (depths.empty() || depths.back() != asked) depths.push_back(asked);
  }
  return depths;
}

}  // namespace

po::options_description check_options() {
  po::options_description options("Options", 80, 50);
  add_depth(options, "deepest depth (default: the suite's, or 4)");
  options.add_options()("max-nodes", text_value("N"), "skip depths with more nodes than this");
  add_threads(options);
  add_updater(options);
  add_chess960(options);
  options.add_options()("filter", text_value("REGEX"), "only positions whose id or FEN matches");
  add_output(options);
  options.add_options()("baseline", text_value("FILE"), "compare the result with this one")(
      "max-failures", text_value("N"), "stop after so many failures (default 10)")(
      "journal", text_value("FILE"), "note what is done; with the same FILE, go on from there")(
      "shard", text_value("I/N"), "only the Ith of N shares; 'merge' joins their results")(
      "counts-only", "bulk-counted nodes alone, no threats")(
      "strict", "refuse positions that no game can reach")("verbose",
                                                           "a row for every depth; say what was mended");
  add_help(options);
  return options;
}

CheckSettings read_check_settings(const ParsedOptions& parsed) {
  CheckSettings settings;
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
  if (parsed.has("output")) settings.output = parsed.text("output");
  if (parsed.has("baseline")) settings.baseline = parsed.text("baseline");
  settings.max_failures = read_max_failures(parsed);
  settings.threads = read_threads(parsed);
  settings.kernel = &read_kernel(parsed);
  if (parsed.has("journal")) settings.journal = parsed.text("journal");
  if (parsed.has("shard")) settings.shard = parse_shard(parsed.text("shard"));
  settings.counts_only = parsed.has("counts-only");
  settings.verbose = parsed.has("verbose");
  return settings;
}

DepthExpectation expectation_at(const SuitePosition& position, int depth) {
  const auto found =
      std::find_if(position.depths.begin(), position.depths.end(),
                   [depth](const DepthExpectation& expected) { return expected.depth == depth; });
  if (found != position.depths.end()) return *found;
  DepthExpectation nothing;
  nothing.depth = depth;
  return nothing;
}

std::vector<int> planned_depths(const SuitePosition& position, const CheckSettings& settings) {
  std::vector<int> depths = candidate_depths(position, settings);
  std::erase_if(depths, [&](int depth) { return !is_affordable(position, depth, settings); });
  if (depths.empty() || settings.counts_only) return depths;
  const int first = depths.front() == 0 ? 0 : 1;
  const int last = depths.back();
  depths.clear();
  for (int depth = first; depth <= last; ++depth) depths.push_back(depth);
  return depths;
}

double expected_nodes(const SuitePosition& position, const std::vector<int>& depths) {
  double nodes = 0;
  for (const int depth : depths) nodes += nodes_at(position, depth);
  return nodes;
}

}  // namespace threatperft
