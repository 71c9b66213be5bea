#include "tool/schedule.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <utility>

#include "tool/pipeline.h"
#include "tool/progress.h"
#include "tool/unit_source.h"

namespace threatperft {

namespace {

using Clock = std::chrono::steady_clock;

// Large enough that cutting costs nothing beside walking, small enough (some 30 ms) that the last units of a
// run leave no thread idle for long.
constexpr double kCountedLeaves = 2e6;
constexpr double kWalkedLeaves = 1e5;

/// Units on their way at any time. Those behind a slow one wait for it, a few kilobytes each; there must be
/// enough of them to keep all threads busy meanwhile, even where most are tiny.
constexpr std::size_t kUnitsInFlight = 4096;

struct Task {
  std::size_t job = 0;
  int job_depth = 0;
  Position job_root;
  Unit unit;
  bool other_shard = false;  ///< not to be walked; it tells that its job is over
  WalkTotals totals;
  std::vector<Mismatch> mismatches;
  double seconds = 0;
  bool interrupted = false;
};
using TaskPtr = std::unique_ptr<Task>;

/// Notes the mismatches of one unit, up to the limit.
class Collector final : public CheckListener {
 public:
  Collector(Task& task, std::size_t limit) : task_(task), limit_(limit) {}

  bool on_mismatch(const Move* path, std::size_t length, CheckStage stage, const Delta& delta) override {
    Mismatch mismatch;
    mismatch.root = task_.job_root;
    mismatch.path = task_.unit.path;
    mismatch.walk_start = mismatch.path.size();
    mismatch.path.insert(mismatch.path.end(), path, path + length);
    mismatch.stage = stage;
    copy_delta(delta, mismatch);
    task_.mismatches.push_back(std::move(mismatch));
    return task_.mismatches.size() < limit_;
  }

 private:
  Task& task_;
  std::size_t limit_;
};

/// Nodes that no other unit counts: all but the unit's root.
std::uint64_t nodes_of(const Task& task) {
  std::uint64_t nodes = 0;
  for (std::size_t depth = 1; depth <= static_cast<std::size_t>(task.unit.depth); ++depth) {
    nodes += task.totals.depths[depth].nodes;
  }
  return nodes;
}

/// Produces units in order, walks them on any thread, merges them in order.
class Run {
 public:
  Run(const ScheduleSettings& settings, JobClient& client, const StopFlag& stop)
      : settings_(settings), client_(client), stop_(stop), picker_(settings.shard) {}

  ScheduleOutcome execute();

 private:
  struct OpenJob {
    Position root;
    int depth;
    UnitSource units;
  };

  TaskPtr produce();
  void walk(Task& task) const;
  void walk_unit(Task& task) const;
  WorkPart part_of(Task& task) const;
  void take_over();
  void merge(Task& task);
  void add(WorkPart part);
  void hand_over(bool complete);
  bool open_next_job();
  double unit_leaves() const;

  const ScheduleSettings& settings_;
  JobClient& client_;
  const StopFlag& stop_;
  std::mutex client_mutex_;
  std::atomic<bool> closed_ = false;  ///< no further unit counts

  // Of the producing stage.
  std::optional<OpenJob> open_;
  std::size_t jobs_opened_ = 0;
  ShardPicker picker_;
  std::uint64_t units_done_ = 0;  ///< by earlier runs, and not met yet
  bool producing_interrupted_ = false;

  // Of the merging stage.
  std::optional<std::size_t> merging_;  ///< the job of which some units, but not all, are merged
  JobResult merged_;
  ScheduleOutcome outcome_;
};

double Run::unit_leaves() const {
  if (settings_.unit_leaves > 0) return settings_.unit_leaves;
  return settings_.mode == WalkMode::count ? kCountedLeaves : kWalkedLeaves;
}

bool Run::open_next_job() {
  const std::lock_guard lock(client_mutex_);
  const std::optional<WalkJob> job = client_.next_job();
  if (!job) return false;
  const Coverage coverage = settings_.mode == WalkMode::count ? Coverage::leaves : Coverage::all_nodes;
  open_.emplace(OpenJob{job->root, job->depth, UnitSource(job->root, job->depth, coverage, unit_leaves())});
  ++jobs_opened_;
  return true;
}

TaskPtr Run::produce() {
  while (!closed_) {
    if (stop_) {
      producing_interrupted_ = true;
      return nullptr;
    }
    if ((!open_ || !open_->units.has_more()) && !open_next_job()) return nullptr;
    Unit unit = open_->units.next();
    const bool ours = picker_.takes(unit.leaves);
    if (!ours && !unit.last) continue;
    if (units_done_ != 0) {
      --units_done_;
      continue;
    }
    auto task = std::make_unique<Task>();
    task->job = jobs_opened_ - 1;
    task->job_depth = open_->depth;
    task->job_root = open_->root;
    task->unit = std::move(unit);
    task->other_shard = !ours;
    return task;
  }
  return nullptr;
}

void Run::walk(Task& task) const {
  if (closed_ || task.other_shard) return;  // its turn will not come, or it is not ours
  const Clock::time_point start = Clock::now();
  walk_unit(task);
  task.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  // A walk that was over just before the flag rose is counted as interrupted, too: nobody can tell.
  task.interrupted = stop_;
  if (settings_.progress != nullptr) settings_.progress->add_nodes(nodes_of(task));
}

void Run::walk_unit(Task& task) const {
  const Unit& unit = task.unit;
  switch (settings_.mode) {
    case WalkMode::count:
      task.totals.depths[static_cast<std::size_t>(unit.depth)].nodes =
          settings_.kernel->count(unit.root, unit.depth, stop_);
      break;
    case WalkMode::sum:
      settings_.kernel->sum(unit.root, unit.depth, task.totals, stop_);
      break;
    case WalkMode::check: {
      Collector collector(task, settings_.max_failures);
      settings_.kernel->check(unit.root, unit.depth, task.totals, collector, stop_);
      break;
    }
  }
}

/// What a unit found, as seen from its tree's root.
WorkPart Run::part_of(Task& task) const {
  WorkPart part;
  part.job = task.job;
  part.units = 1;
  part.last = task.unit.last;
  part.found.seconds = task.seconds;
  part.found.complete = task.mismatches.size() < settings_.max_failures;
  part.found.mismatches = std::move(task.mismatches);
  if (settings_.mode == WalkMode::count) {
    part.found.totals.depths[static_cast<std::size_t>(task.job_depth)].nodes =
        task.totals.depths[static_cast<std::size_t>(task.unit.depth)].nodes;
  } else if (task.unit.path.empty()) {
    part.found.totals = task.totals;  // the first unit brings the tree's root along
  } else {
    merge_subtree(part.found.totals, task.totals, static_cast<int>(task.unit.path.size()));
  }
  return part;
}

void Run::hand_over(bool complete) {
  merged_.complete = complete;
  const std::lock_guard lock(client_mutex_);
  outcome_.failures += client_.job_done(*merging_, std::exchange(merged_, {}));
  ++outcome_.jobs_done;
  merging_.reset();
}

void Run::merge(Task& task) {
  if (closed_) return;
  if (task.interrupted) {
    closed_ = true;
    outcome_.interrupted = true;
    return;
  }
  WorkPart part = part_of(task);
  if (settings_.log != nullptr) settings_.log->note(part);
  add(std::move(part));
}

void Run::add(WorkPart part) {
  merging_ = part.job;
  add_totals(merged_.totals, part.found.totals);
  merged_.seconds += part.found.seconds;
  for (Mismatch& mismatch : part.found.mismatches) {
    if (outcome_.failures == settings_.max_failures) break;
    merged_.mismatches.push_back(std::move(mismatch));
    ++outcome_.failures;
  }
  if (part.last) hand_over(part.found.complete);
  if (outcome_.failures < settings_.max_failures) return;
  closed_ = true;
  outcome_.failures_reached = true;
}

/// What earlier runs did is merged as it was then.
void Run::take_over() {
  while (std::optional<WorkPart> part = settings_.log->next_done()) {
    units_done_ += part->units;
    if (settings_.progress != nullptr) {
      for (const DepthTotals& depth : part->found.totals.depths) settings_.progress->add_nodes(depth.nodes);
    }
    if (!closed_) add(std::move(*part));
  }
}

ScheduleOutcome Run::execute() {
  if (settings_.log != nullptr) take_over();
  Pipeline<Task>(settings_.threads, kUnitsInFlight)
      .run([this] { return produce(); }, [this](Task& task) { walk(task); },
           [this](Task& task) { merge(task); });
  if (settings_.log != nullptr) settings_.log->finish();
  if (merging_) hand_over(false);
  outcome_.interrupted |= producing_interrupted_;
  return outcome_;
}

}  // namespace

ScheduleOutcome run_jobs(const ScheduleSettings& settings, JobClient& client, const StopFlag& stop) {
  return Run(settings, client, stop).execute();
}

}  // namespace threatperft
