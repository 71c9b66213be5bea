#include "tool/stats_verify.h"

#include <fmt/format.h>

#include "tool/exit_status.h"
#include "tool/numbers.h"
#include "tool/schedule.h"
#include "tool/signals.h"

namespace threatperft {

namespace {

/// Hands the trees to the scheduler and adds up what it finds at the counted depths.
class VerifyClient final : public JobClient {
 public:
  VerifyClient(const std::vector<GatherJob>& jobs, StatisticsAt at) : jobs_(jobs), at_(at) {}

  const StatisticsTotals& totals() const { return totals_; }

  std::optional<WalkJob> next_job() override {
    if (next_ == jobs_.size()) return std::nullopt;
    const GatherJob& job = jobs_[next_++];
    return WalkJob{job.root, job.depth};
  }
  std::size_t job_done(std::size_t job, JobResult result) override {
    const int last = jobs_[job].depth;
    for (int depth = at_ == StatisticsAt::leaves ? last : 0; depth <= last; ++depth) {
      const DepthTotals& found = result.totals.depths[static_cast<std::size_t>(depth)];
      totals_.positions += found.nodes;
      totals_.threats += found.threats;
      totals_.signature += found.signature;
    }
    return 0;
  }

 private:
  const std::vector<GatherJob>& jobs_;
  const StatisticsAt at_;
  std::size_t next_ = 0;
  StatisticsTotals totals_;
};

}  // namespace

bool verify_trees(const std::vector<GatherJob>& jobs, const StatsSettings& settings,
                  const StatisticsTables& tables) {
  VerifyClient client(jobs, settings.at);
  ScheduleSettings schedule;
  schedule.kernel = settings.kernel;
  schedule.mode = WalkMode::sum;
  schedule.threads = settings.threads;
  if (run_jobs(schedule, client, SignalGuard::stop()).interrupted) return false;
  const StatisticsTotals& walked = client.totals();
  const StatisticsTotals counted = totals_of(tables);
  if (walked.positions == counted.positions && walked.threats == counted.threats &&
      walked.signature == counted.signature) {
    return true;
  }
  throw UserError(
      fmt::format("--verify: the walk found {} nodes, {} threats, signature {}; the tables {}, {}, {}",
                  walked.positions, walked.threats, signature_text(walked.signature), counted.positions,
                  counted.threats, signature_text(counted.signature)));
}

}  // namespace threatperft
