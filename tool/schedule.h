#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine_core/perft/kernel.h"
#include "tool/mismatch.h"
#include "tool/shard.h"

namespace threatperft {

class ProgressCounter;

/// What is done to a tree.
enum class WalkMode {
  count,  ///< leaves only, bulk-counted; no threats
  sum,    ///< threat-perft numbers of every depth
  check,  ///< the same, every node's list compared with the oracle's
};

/// One tree to walk.
struct WalkJob {
  Position root;
  int depth = 0;
};

/// What came out of it. With `WalkMode::count` only the nodes at the job's depth are set.
struct JobResult {
  WalkTotals totals;
  std::vector<Mismatch> mismatches;  ///< those within the limit of failures, in order
  double seconds = 0;                ///< of work, added up over the threads
  bool complete = true;  ///< else the walk ended early and the totals are of the part that was done
};

/// Hands out the jobs and takes their results. Never called by two threads at a time.
class JobClient {
 public:
  /// The next job; called in order, well before the results of earlier ones are there. Nothing when there is
  /// no more.
  virtual std::optional<WalkJob> next_job() = 0;
  /// Results in the order of the jobs. Returns how many failures the client found beside the mismatches.
  virtual std::size_t job_done(std::size_t job, JobResult result) = 0;

 protected:
  ~JobClient() = default;
};

/// What some units of one job found, one after the other in the units' order.
struct WorkPart {
  std::size_t job = 0;
  std::uint64_t units = 0;  ///< how many
  JobResult found;          ///< from the tree's root on; `complete` if all were walked to their ends
  bool last = false;        ///< no unit of the job follows
};

/// Keeps what has been merged, so that a later run can go on from there. Never called by two threads at a
/// time. Whatever is thrown ends the run.
class WorkLog {
 public:
  /// What earlier runs did, in order, before anything is noted. The mismatches' roots are left open.
  virtual std::optional<WorkPart> next_done() = 0;
  virtual void note(const WorkPart& part) = 0;
  /// The run ends, whole or not.
  virtual void finish() = 0;

 protected:
  ~WorkLog() = default;
};

struct ScheduleSettings {
  const Kernel* kernel = nullptr;
  WalkMode mode = WalkMode::check;
  int threads = 1;
  std::size_t max_failures = 1;
  double unit_leaves = 0;  ///< the largest unit that is not cut further; 0 for the mode's default
  ProgressCounter* progress = nullptr;  ///< optional
  WorkLog* log = nullptr;               ///< optional
  Shard shard;                          ///< units of other shards are left out
};

struct ScheduleOutcome {
  std::size_t jobs_done = 0;      ///< jobs whose results were handed over, an incomplete last one included
  std::size_t failures = 0;       ///< within the limit
  bool failures_reached = false;  ///< stopped by the limit of failures
  bool interrupted = false;       ///< stopped by the flag
};

/// Walks all jobs on the given number of threads. Results and the order of failures do not depend on how many
/// there are: units are merged in their own order, and one whose turn comes after the limit of failures was
/// reached counts for nothing, even if it has been walked. Raising `stop` from outside ends the run within a
/// fraction of a second.
ScheduleOutcome run_jobs(const ScheduleSettings& settings, JobClient& client, const StopFlag& stop);

}  // namespace threatperft
