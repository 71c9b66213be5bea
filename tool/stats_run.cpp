#include "tool/stats_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "epd/embedded.h"
#include "epd/raw_bytes.h"
#include "tool/exit_status.h"
#include "tool/progress.h"
#include "tool/result_json.h"
#include "tool/signals.h"
#include "tool/stats_journal.h"
#include "tool/stats_layout_file.h"
#include "tool/stats_verify.h"

namespace threatperft {

namespace {

using Clock = std::chrono::steady_clock;

/// Warnings and errors shown for one run.
constexpr std::size_t kShown = 20;

void show(const DiagnosticList& list, std::string_view kind, Console& console) {
  std::size_t shown = 0;
  std::size_t left_out = list.count() - list.listed().size();
  for (const Diagnostic& each : list) {
    if (each.only_verbose) continue;
    if (shown == kShown) {
      ++left_out;
      continue;
    }
    ++shown;
    console.message(fmt::format("{}: {}", kind, each.text()));
  }
  if (left_out != 0) console.message(fmt::format("{}: {} more", kind, left_out));
}

/// Path and hash of each file.
nlohmann::ordered_json hashes_of(const std::vector<std::string>& paths) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::string& path : paths) {
    if (path == "-") throw UserError("--journal: standard input cannot be read again; name a file");
    try {
      RawBytes bytes(path);
      list.push_back({path, bytes.drain_and_hash()});
    } catch (const InputError& error) {
      throw UserError(fmt::format("{}: {}", path, error.what()));
    }
  }
  return list;
}

class StatsRun {
 public:
  StatsRun(const StatsSettings& settings, Console& console)
      : settings_(settings),
        console_(console),
        weights_(lane_weights(settings.layouts)),
        statistics_(weights_, *settings.kernel, settings.threads),
        positions_(settings, gather_, statistics_) {
    gather_.kernel = settings.kernel;
    gather_.at = settings.at;
    gather_.naive = settings.naive;
    gather_.moves = settings.moves;
    gather_.unique = settings.unique;
    gather_.memory = settings.memory;
    gather_.threads = settings.threads;
    gather_.progress = &progress_;
    if (settings.shard) gather_.shard = *settings.shard;
  }

  std::optional<StatsResult> run();

 private:
  bool gather_sets();
  bool gather_suites();
  void plan(const Suite& suite);
  void open_journal(const nlohmann::ordered_json& inputs);
  void refuse_bad_lines(const DiagnosticList& bad_lines) const;
  void finish(StatsResult& result);
  std::string nothing_counted() const;

  const StatsSettings& settings_;
  Console& console_;
  const LaneWeights weights_;
  ThreadStatistics statistics_;
  std::optional<StatsJournal> journal_;
  ProgressCounter progress_;
  GatherSettings gather_;
  PositionGathering positions_;
  std::vector<GatherJob> jobs_;
  StatsResult result_;
};

/// Everything that the numbers depend on.
void StatsRun::open_journal(const nlohmann::ordered_json& inputs) {
  nlohmann::ordered_json layouts = nlohmann::ordered_json::array();
  for (const Layout& layout : settings_.layouts) layouts.push_back(layout_json(layout.definition()));
  journal_.emplace(settings_.journal, nlohmann::ordered_json{{"schema", "threatperft.stats-journal/1"},
                                                             {"tool", tool_json()},
                                                             {"command", stats_command_json(settings_)},
                                                             {"layouts", std::move(layouts)},
                                                             {"inputs", inputs}});
  if (journal_->is_resumed()) {
    console_.message(fmt::format("going on from {}{}", settings_.journal,
                                 journal_->was_torn() ? ", without its last line, which is torn" : ""));
  }
  statistics_.use(*journal_);
}

/// Positions that are counted as they stand, read as they come.
bool StatsRun::gather_sets() {
  if (!settings_.journal.empty()) open_journal(hashes_of(settings_.paths));
  {
    const ProgressDisplay display(console_, progress_, 0);
    for (const std::string& path : settings_.paths) {
      if (!positions_.read(path, SignalGuard::stop())) return false;
    }
    positions_.finish();
  }
  for (const StatsInput& input : positions_.inputs()) result_.roots += input.positions;
  result_.inputs = positions_.inputs();
  result_.bad_lines = positions_.bad_lines().listed();
  refuse_bad_lines(positions_.bad_lines());
  show(positions_.warnings(), "warning", console_);
  return true;
}

bool StatsRun::gather_suites() {
  DiagnosticList bad_lines;
  DiagnosticList warnings;
  const auto take = [&](const Suite& suite) {
    for (const Diagnostic& error : suite.errors) {
      if (error.line == 0) throw UserError(error.text());  // of the file as a whole
      bad_lines.add(error);
    }
    for (const Diagnostic& warning : suite.warnings) warnings.add(warning);
    plan(suite);
  };
  for (const std::string& path : settings_.paths) take(read_suite(path, settings_.lines));
  if (settings_.paths.empty()) {
    for (const EmbeddedSuite& embedded : embedded_suites()) {
      take(parse_suite(std::string(embedded.name), embedded.bytes, settings_.lines));
    }
  }
  result_.bad_lines = bad_lines.listed();
  refuse_bad_lines(bad_lines);
  if (!settings_.paths.empty()) show(warnings, "warning", console_);
  if (!settings_.journal.empty()) {
    nlohmann::ordered_json inputs = nlohmann::ordered_json::array();
    for (const StatsInput& input : result_.inputs) inputs.push_back({input.path, input.sha256});
    open_journal(inputs);
  }
  std::size_t next = 0;
  const auto next_job = [&]() -> std::optional<GatherJob> {
    return next == jobs_.size() ? std::nullopt : std::optional(jobs_[next++]);
  };
  const ProgressDisplay display(console_, progress_, 0);
  return gather_trees(next_job, gather_, statistics_, SignalGuard::stop());
}

void StatsRun::plan(const Suite& suite) {
  StatsInput input;
  input.path = suite.path;
  input.sha256 = suite.sha256;
  input.bad_lines = suite.errors.count();
  positions_.duplicates().begin_file(suite.path);
  for (const SuitePosition& position : suite.positions) {
    const auto& filter = settings_.filter;
    if (filter && !std::regex_search(position.id, *filter) && !std::regex_search(position.fen, *filter))
      continue;
    const std::optional<int> depth = stats_depth(position, settings_);
    if (!depth) {
      ++result_.skipped_roots;
      continue;
    }
    jobs_.push_back({position.position, *depth});
    positions_.duplicates().add(key_of(position.position), position.line);
    ++input.positions;
    ++result_.roots;
  }
  result_.inputs.push_back(std::move(input));
}

void StatsRun::refuse_bad_lines(const DiagnosticList& bad_lines) const {
  if (bad_lines.empty()) return;
  show(bad_lines, settings_.skip_bad_lines ? "left out" : "error", console_);
  if (settings_.skip_bad_lines) return;
  throw UserError(fmt::format("{} bad line{}; --skip-bad-lines leaves them out", bad_lines.count(),
                              bad_lines.count() == 1 ? "" : "s"));
}

void StatsRun::finish(StatsResult& result) {
  result.command = stats_command_json(settings_);
  result.machine = machine_json(settings_.threads, *settings_.kernel);
  result.duplicates = positions_.duplicates().count();
  result.duplicates_incomplete = positions_.duplicates().is_incomplete();
  result.duplicate_lines = positions_.duplicates().listed();
  result.tables = tables_of(*statistics_.merged(), settings_.layouts);
  const std::string wrong = disagreement(result.tables);
  if (!wrong.empty()) throw std::logic_error(wrong + " do not agree");
}

std::string StatsRun::nothing_counted() const {
  if (result_.skipped_roots != 0)
    return "no position was counted: all depths have more leaves than --max-nodes";
  if (settings_.filter)
    return fmt::format("--filter: '{}' matches none of the positions", settings_.filter_text);
  return "no position was counted";
}

std::optional<StatsResult> StatsRun::run() {
  const Clock::time_point start = Clock::now();
  const bool streamed = settings_.depth == 0 && !settings_.paths.empty();
  if (!(streamed ? gather_sets() : gather_suites())) return std::nullopt;
  if (result_.roots == 0) throw UserError(nothing_counted());
  finish(result_);
  result_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (settings_.verify && !verify_trees(jobs_, settings_, result_.tables)) return std::nullopt;
  return std::move(result_);
}

}  // namespace

std::optional<StatsResult> run_stats(const StatsSettings& settings, Console& console) {
  return StatsRun(settings, console).run();
}

}  // namespace threatperft
