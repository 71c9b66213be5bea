#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine_core/perft/kernel.h"
#include "engine_core/perft/statistics.h"
#include "tool/shard.h"

namespace threatperft {

class ProgressCounter;
class StatsJournal;

/// Statistics for each thread, merged when all are done; with a journal, in rounds of some seconds, so that
/// what was gathered in whole rounds is never lost.
class ThreadStatistics {
 public:
  /// What is gathered is settled by the kernel's `settle`, on so many threads.
  ThreadStatistics(const LaneWeights& weights, const Kernel& kernel, int threads);
  /// The calling thread's.
  Statistics& local();
  /// Of all threads; once, when none works any more.
  std::unique_ptr<Statistics> merged();

  /// Takes over what the journal holds; it must outlive this object.
  void use(StatsJournal& journal);
  /// How many units earlier runs have done, of those that are numbered from the beginning of the run.
  std::uint64_t units_done() const { return units_done_; }
  /// Whether no further unit should be begun before `end_round`.
  bool round_is_over() const;
  /// Notes all units up to this number. Called when no thread works.
  void end_round(std::uint64_t units);

 private:
  using Clock = std::chrono::steady_clock;

  std::unique_ptr<Statistics> merged_parts();
  void settle(const std::vector<std::unique_ptr<Statistics>>& parts) const;

  LaneWeights weights_;
  const Kernel& kernel_;
  int threads_;
  tbb::enumerable_thread_specific<std::unique_ptr<Statistics>> parts_;
  StatsJournal* journal_ = nullptr;
  std::unique_ptr<Statistics> noted_;  ///< what the journal holds
  std::uint64_t units_done_ = 0;
  Clock::time_point round_began_ = Clock::now();
};

/// How trees are gathered from.
struct GatherSettings {
  const Kernel* kernel = nullptr;
  StatisticsAt at = StatisticsAt::leaves;
  bool naive = false;
  bool moves = true;  ///< at depth 0, also the legal moves of the position
  bool unique = false;
  std::uint64_t memory = 0;  ///< bytes for `unique`
  int threads = 1;
  Shard shard;  ///< units of other shards are left out
  ProgressCounter* progress = nullptr;
};

/// A tree.
struct GatherJob {
  Position root;
  int depth = 0;
};

/// Gathers from all trees that `next` gives, on the given number of threads; what comes out does not depend
/// on how many there are. Returns false if `stop` ended it early; the statistics are then incomplete. Throws
/// UserError if `unique` needs more memory than it may.
bool gather_trees(const std::function<std::optional<GatherJob>()>& next, const GatherSettings& settings,
                  ThreadStatistics& statistics, const StopFlag& stop);

/// Gathers from one position, and from its moves if they are asked for.
void gather_single(const Position& position, const GatherSettings& settings, Statistics& statistics);

/// Positions counted so far.
std::uint64_t positions_in(const Statistics& statistics);

/// How much memory may be in use in all, shared by threads.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t limit) : limit_(limit) {}
  std::uint64_t limit() const { return limit_; }
  /// Replaces what one user holds, `held`, by `wanted`; false if that is too much.
  bool resize(std::uint64_t& held, std::uint64_t wanted);

 private:
  const std::uint64_t limit_;
  std::atomic<std::uint64_t> used_ = 0;
};

/// Gathers from a tree in which each position counts once, where it is reached first. Returns false if it
/// needs more memory than there is; stops early, like a walk, when the flag is raised.
bool gather_unique(const GatherJob& job, const GatherSettings& settings, Statistics& statistics,
                   MemoryBudget& budget, const StopFlag& stop);

}  // namespace threatperft
