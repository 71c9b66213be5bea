#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "engine_core/perft/kernels.h"
#include "epd/embedded.h"
#include "tool/check_result.h"
#include "tool/check_settings.h"
#include "tool/check_view.h"
#include "tool/command.h"
#include "tool/compare_baseline.h"
#include "tool/exit_status.h"
#include "tool/progress.h"
#include "tool/result_file.h"
#include "tool/result_json.h"
#include "tool/schedule.h"
#include "tool/signals.h"
#include "tool/work_journal.h"

namespace threatperft {

namespace {

constexpr CommandHelp kHelp{
    "check [OPTIONS] [SUITE...]",
    "Walks the tree of every position; at every node compares the threat list kept by\n"
    "deltas with a fresh one, and the counts with the suite's. Without a SUITE, runs\n"
    "the embedded ones (if not told otherwise, with --max-nodes 1000000); '-' is\n"
    "standard input. The rows' nodes/s are of one thread.",
    "  threatperft check --max-nodes 5000000 suite.epd.gz --output result.json\n"
    "  threatperft check --max-nodes 5000000 suite.epd.gz --baseline result.json\n"};

std::vector<Suite> read_suites(const CheckSettings& settings) {
  std::vector<Suite> suites;
  for (const std::string& path : settings.paths) suites.push_back(read_suite(path, settings.lines));
  if (!settings.paths.empty()) return suites;
  for (const EmbeddedSuite& embedded : embedded_suites()) {
    suites.push_back(parse_suite(std::string(embedded.name), embedded.bytes, settings.lines));
  }
  return suites;
}

/// Warnings shown for one suite without --verbose.
constexpr std::size_t kWarningsShown = 20;

void show_errors(const Suite& suite, Console& console) {
  for (const Diagnostic& error : suite.errors) console.message(fmt::format("error: {}", error.text()));
  const std::size_t unlisted = suite.errors.count() - suite.errors.listed().size();
  if (unlisted != 0) console.message(fmt::format("error: {}: {} more errors", suite.path, unlisted));
}

/// The embedded suites hold odd positions on purpose.
void show_warnings(const Suite& suite, const CheckSettings& settings, Console& console) {
  if (settings.paths.empty() && !settings.verbose) return;
  std::size_t left_out = suite.warnings.count() - suite.warnings.listed().size();
  std::size_t shown = 0;
  for (const Diagnostic& warning : suite.warnings) {
    if (warning.only_verbose && !settings.verbose) continue;
    if (shown == kWarningsShown && !settings.verbose) {
      ++left_out;
      continue;
    }
    console.message(fmt::format("warning: {}", warning.text()));
    ++shown;
  }
  if (left_out != 0) console.message(fmt::format("warning: {}: {} more warnings", suite.path, left_out));
}

bool matches(const SuitePosition& position, const std::optional<std::regex>& filter) {
  return !filter || std::regex_search(position.id, *filter) || std::regex_search(position.fen, *filter);
}

/// Hands the suites' positions to the scheduler and puts its results in their places.
class CheckRun final : public JobClient {
 public:
  CheckRun(const CheckSettings& settings, CheckResult& result, CheckView* view, Console& console)
      : settings_(settings), result_(result), view_(view), console_(console) {
    plan();
  }

  double expected_nodes() const { return expected_nodes_; }
  /// Shows positions that no job was made for, behind those that were shown already.
  void show_rest() { show_until(result_.positions.size()); }

  std::optional<WalkJob> next_job() override {
    if (next_job_ == jobs_.size()) return std::nullopt;
    const Job& job = jobs_[next_job_++];
    return WalkJob{result_.positions[job.position].source->position, job.depth};
  }
  std::size_t job_done(std::size_t job, JobResult found) override;

 private:
  struct Job {
    std::size_t position;
    int depth;
    bool last_of_position;
  };

  void plan();
  void plan_position(std::size_t index);
  void note_depth(PositionResult& position, int depth, const JobResult& found) const;
  void report_mismatches(PositionResult& position, const std::vector<Mismatch>& mismatches) const;
  void show_until(std::size_t end);

  const CheckSettings& settings_;
  CheckResult& result_;
  CheckView* view_;  ///< null: nothing is shown
  Console& console_;
  std::vector<Job> jobs_;
  std::size_t next_job_ = 0;
  std::size_t shown_ = 0;
  double expected_nodes_ = 0;
};

void CheckRun::plan() {
  for (std::size_t index = 0; index < result_.positions.size(); ++index) plan_position(index);
}

void CheckRun::plan_position(std::size_t index) {
  PositionResult& position = result_.positions[index];
  const std::vector<int> depths = planned_depths(*position.source, settings_);
  if (depths.empty()) {
    position.state = PositionState::skipped;
    return;
  }
  if (console_.shows_progress()) expected_nodes_ += threatperft::expected_nodes(*position.source, depths);
  if (!settings_.counts_only) {
    jobs_.push_back({index, depths.back(), true});
    return;
  }
  for (const int depth : depths) jobs_.push_back({index, depth, depth == depths.back()});
}

void CheckRun::note_depth(PositionResult& position, int depth, const JobResult& found) const {
  position.depths.push_back({expectation_at(*position.source, depth),
                             found.totals.depths[static_cast<std::size_t>(depth)], found.complete});
}

void CheckRun::report_mismatches(PositionResult& position, const std::vector<Mismatch>& mismatches) const {
  const CastlingNotation notation =
      position.source->chess960 ? CastlingNotation::chess960 : CastlingNotation::standard;
  const MismatchContext context{position.source->id, to_string(settings_.kernel->updater),
                                settings_.kernel->build, notation};
  for (Mismatch mismatch : mismatches) {
    mismatch.root = position.source->position;  // a journal does not tell
    position.reports.push_back(describe(mismatch, context));
  }
}

std::size_t CheckRun::job_done(std::size_t job_index, JobResult found) {
  const Job& job = jobs_[job_index];
  PositionResult& position = result_.positions[job.position];
  position.seconds += found.seconds;
  const std::size_t first_new = position.depths.size();
  const int shallowest = settings_.counts_only ? job.depth : std::min(job.depth, 1);
  for (int depth = shallowest; depth <= job.depth; ++depth) note_depth(position, depth, found);
  if (!settings_.counts_only) {
    const WalkTotals& totals = found.totals;
    position.walk = {totals.redundant, totals.largest_list, totals.largest_added, totals.largest_removed};
  }
  report_mismatches(position, found.mismatches);

  std::size_t failures = 0;
  for (std::size_t i = first_new; i < position.depths.size(); ++i) {
    if (settings_.shard) break;  // a part has other numbers than the whole
    failures += wrong_values(position.depths[i], !settings_.counts_only).size();
  }
  position.wrong_values += failures;
  const bool failed = position.wrong_values != 0 || !position.reports.empty();
  const bool whole = found.complete && job.last_of_position;
  const PositionState good = settings_.shard ? PositionState::shared : PositionState::ok;
  position.state = !whole ? PositionState::partial : failed ? PositionState::failed : good;
  if (whole) show_until(job.position + 1);
  // Nobody reads on: go on only if the result goes elsewhere, too.
  if (console_.output_failed() && settings_.output.empty()) SignalGuard::stop() = true;
  return failures;
}

void CheckRun::show_until(std::size_t end) {
  for (; shown_ < end; ++shown_) {
    if (view_ != nullptr) view_->show(result_.positions[shown_]);
  }
}

void run_jobs_of(const CheckSettings& settings, CheckResult& result, WorkLog* log, CheckView* view,
                 Console& console) {
  const auto start = std::chrono::steady_clock::now();
  CheckRun run(settings, result, view, console);
  ProgressCounter counter;
  ScheduleSettings schedule;
  schedule.kernel = settings.kernel;
  schedule.mode = settings.counts_only ? WalkMode::count : WalkMode::check;
  schedule.threads = settings.threads;
  schedule.max_failures = settings.max_failures;
  schedule.progress = &counter;
  schedule.log = log;
  schedule.shard = settings.shard.value_or(Shard{});
  {
    const ProgressDisplay display(console, counter, run.expected_nodes() / schedule.shard.count);
    const ScheduleOutcome outcome = run_jobs(schedule, run, SignalGuard::stop());
    result.failures_reached = outcome.failures_reached;
    if (outcome.interrupted) result.signal = SignalGuard::received();
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.show_rest();
}

int exit_status_of(const CheckResult& result) {
  if (result.signal != 0) return exit_status_of_signal(result.signal);
  if (result.input_errors() != 0) return kExitWrongInput;
  const CheckTotals totals = totals_of(result);
  if (totals.failed_positions != 0 || totals.mismatches != 0) return kExitCheckFailed;
  return totals.all_skipped() ? kExitWrongInput : kExitOk;
}

CheckResult read_input(const CheckSettings& settings, Console& console) {
  CheckResult result;
  result.suites = read_suites(settings);
  std::size_t positions = 0;
  for (const Suite& suite : result.suites) {
    show_errors(suite, console);
    show_warnings(suite, settings, console);
    positions += suite.positions.size();
    for (const SuitePosition& position : suite.positions) {
      if (!matches(position, settings.filter)) continue;
      result.positions.emplace_back();
      result.positions.back().source = &position;
      result.positions.back().file = suite.path;
    }
  }
  if (positions == 0) throw UserError("no position to check");
  if (positions != 0 && result.positions.empty()) {
    throw UserError(
        fmt::format("--filter: '{}' matches none of the {} positions", settings.filter_text, positions));
  }
  return result;
}

std::unique_ptr<WorkJournal> open_journal(const CheckSettings& settings, const CheckResult& result,
                                          Console& console) {
  if (settings.journal.empty()) return nullptr;
  auto journal = std::make_unique<WorkJournal>(settings.journal, check_identity(settings, result));
  if (journal->is_resumed()) {
    console.message(fmt::format("going on from {}{}", settings.journal,
                                journal->was_torn() ? ", without its last line, which is torn" : ""));
  }
  return journal;
}

}  // namespace

int run_check(const Arguments& arguments, Console& console) {
  const po::options_description options = check_options();
  const ParsedOptions parsed = parse_options(arguments, options);
  if (parsed.has("help")) {
    console.print(help_text(kHelp, options));
    return kExitOk;
  }
  const CheckSettings settings = read_check_settings(parsed);
  const bool json_to_stdout = settings.output == "-";
  require_other_than(settings.output, settings.paths);
  require_other_than(settings.output, {settings.baseline, settings.journal});
  std::unique_ptr<ResultFile> file;
  if (!settings.output.empty() && !json_to_stdout) file = std::make_unique<ResultFile>(settings.output);

  const auto baseline = read_check_baseline(settings);
  CheckResult result = read_input(settings, console);
  const std::unique_ptr<WorkJournal> journal = open_journal(settings, result, console);
  CheckView view(console, settings, result);
  if (!json_to_stdout) view.show_header();
  run_jobs_of(settings, result, journal.get(), json_to_stdout ? nullptr : &view, console);
  if (!json_to_stdout) view.show_summary(result);
  if (json_to_stdout) console.print(json_text(check_json(settings, result)));
  if (file) file->commit(json_text(check_json(settings, result)));
  if (result.signal != 0 && journal) {
    console.message(fmt::format("interrupted; the same call goes on from {}", settings.journal));
  }
  return compare_with_baseline(baseline, settings, result, exit_status_of(result), console);
}

}  // namespace threatperft
