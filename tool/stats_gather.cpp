#include "tool/stats_gather.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tool/exit_status.h"
#include "tool/pipeline.h"
#include "tool/progress.h"
#include "tool/stats_journal.h"
#include "tool/unit_source.h"

namespace threatperft {

namespace {

/// What is lost at most if a run is killed.
constexpr std::chrono::seconds kRound{2};

// Some 30 ms of work.
constexpr double kUnitLeaves = 3e5;

/// A part of the work. Its number orders equal maxima, whichever thread finds them.
struct StatsUnit {
  std::uint64_t number = 0;
  GatherJob tree;
  bool with_root = false;   ///< count the root too
  bool only_root = false;   ///< and nothing below it
  bool whole_tree = false;  ///< for `unique`, which cannot be cut
};
using StatsUnitPtr = std::unique_ptr<StatsUnit>;

/// Produces units in order and gathers from them on any thread.
class GatherRun {
 public:
  GatherRun(const std::function<std::optional<GatherJob>()>& next, const GatherSettings& settings,
            ThreadStatistics& statistics, const StopFlag& stop)
      : next_(next),
        settings_(settings),
        statistics_(statistics),
        stop_(stop),
        picker_(settings.shard),
        budget_(settings.memory) {}

  bool execute();

 private:
  void run_round();
  StatsUnitPtr produce();
  StatsUnitPtr next_unit();
  StatsUnitPtr cut();
  bool open_next_tree();
  void gather(const StatsUnit& unit);
  void gather_below(const StatsUnit& unit, Statistics& statistics) const;

  const std::function<std::optional<GatherJob>()>& next_;
  const GatherSettings& settings_;
  ThreadStatistics& statistics_;
  const StopFlag& stop_;
  ShardPicker picker_;
  bool exhausted_ = false;
  bool next_is_ours_ = true;
  MemoryBudget budget_;
  std::atomic<bool> out_of_memory_ = false;
  std::optional<UnitSource> units_;  ///< of the tree that is being cut
  GatherJob tree_;
  std::uint64_t next_number_ = 0;
};

bool GatherRun::open_next_tree() {
  const std::optional<GatherJob> job = next_();
  exhausted_ = !job;
  if (exhausted_) return false;
  tree_ = *job;
  units_.reset();
  if (settings_.unique || tree_.depth == 0) return true;
  const Coverage coverage = settings_.at == StatisticsAt::leaves ? Coverage::leaves : Coverage::all_nodes;
  units_.emplace(tree_.root, tree_.depth, coverage, kUnitLeaves);
  return true;
}

StatsUnitPtr GatherRun::produce() {
  while (!stop_ && !out_of_memory_ && !statistics_.round_is_over()) {
    StatsUnitPtr unit = next_unit();
    if (!unit || (next_is_ours_ && unit->number >= statistics_.units_done())) return unit;
  }
  return nullptr;
}

StatsUnitPtr GatherRun::next_unit() {
  if (units_ && units_->has_more()) return cut();
  if (!open_next_tree()) return nullptr;
  if (units_) return cut();
  auto unit = std::make_unique<StatsUnit>();
  unit->number = next_number_++;
  unit->tree = tree_;
  unit->only_root = tree_.depth == 0;
  unit->with_root = unit->only_root;
  unit->whole_tree = !unit->only_root;
  next_is_ours_ = picker_.takes(estimate_leaves(tree_.root, std::max(tree_.depth, 1)));
  return unit;
}

StatsUnitPtr GatherRun::cut() {
  const Unit part = units_->next();
  next_is_ours_ = picker_.takes(part.leaves);
  auto unit = std::make_unique<StatsUnit>();
  unit->number = next_number_++;
  unit->tree = {part.root, part.depth};
  unit->with_root = part.path.empty() && settings_.at == StatisticsAt::all_nodes;
  return unit;
}

void GatherRun::gather(const StatsUnit& unit) {
  if (out_of_memory_) return;
  Statistics& statistics = statistics_.local();
  const std::uint64_t before = positions_in(statistics);
  statistics.begin_unit(unit.number);
  if (unit.only_root) {
    gather_single(unit.tree.root, settings_, statistics);
  } else if (unit.whole_tree) {
    if (!gather_unique(unit.tree, settings_, statistics, budget_, stop_)) out_of_memory_ = true;
  } else {
    gather_below(unit, statistics);
  }
  if (settings_.progress != nullptr) settings_.progress->add_nodes(positions_in(statistics) - before);
}

void GatherRun::gather_below(const StatsUnit& unit, Statistics& statistics) const {
  const Kernel& kernel = *settings_.kernel;
  if (unit.with_root) kernel.gather_position(unit.tree.root, statistics);
  const auto gather = settings_.naive ? kernel.gather_naively : kernel.collect;
  gather(unit.tree.root, unit.tree.depth, settings_.at, statistics, stop_);
}

void GatherRun::run_round() {
  const auto in_flight = static_cast<std::size_t>(settings_.threads) * 4;
  Pipeline<StatsUnit>(settings_.threads, in_flight)
      .run([this] { return produce(); }, [this](const StatsUnit& unit) { gather(unit); });
}

bool GatherRun::execute() {
  while (!exhausted_ && !stop_ && !out_of_memory_) {
    run_round();
    // A unit that was cut short spoils its round.
    if (!stop_ && !out_of_memory_) statistics_.end_round(next_number_);
  }
  if (out_of_memory_) {
    throw UserError(fmt::format("--unique needs more than the {} MiB of --memory", budget_.limit() >> 20));
  }
  return !stop_;
}

}  // namespace

ThreadStatistics::ThreadStatistics(const LaneWeights& weights, const Kernel& kernel, int threads)
    : weights_(weights),
      kernel_(kernel),
      threads_(threads),
      parts_([this] { return std::make_unique<Statistics>(weights_); }) {}

Statistics& ThreadStatistics::local() { return *parts_.local(); }

void ThreadStatistics::use(StatsJournal& journal) {
  journal_ = &journal;
  noted_ = std::make_unique<Statistics>(weights_);
  units_done_ = journal.take_over(*noted_);
}

bool ThreadStatistics::round_is_over() const {
  return journal_ != nullptr && Clock::now() - round_began_ >= kRound;
}

void ThreadStatistics::end_round(std::uint64_t units) {
  round_began_ = Clock::now();
  if (journal_ == nullptr || units <= units_done_) return;
  const std::unique_ptr<Statistics> gathered = merged_parts();
  journal_->note(units, *gathered);
  noted_->merge(*gathered);
  units_done_ = units;
}

std::unique_ptr<Statistics> ThreadStatistics::merged() {
  auto sum = merged_parts();
  if (noted_) sum->merge(*noted_);
  return sum;
}

std::unique_ptr<Statistics> ThreadStatistics::merged_parts() {
  std::vector<std::unique_ptr<Statistics>> parts;
  for (std::unique_ptr<Statistics>& part : parts_) parts.push_back(std::move(part));
  parts_.clear();
  settle(parts);
  if (parts.empty()) return std::make_unique<Statistics>(weights_);
  for (std::size_t i = 1; i < parts.size(); ++i) parts[0]->merge(*parts[i]);
  return std::move(parts[0]);
}

// To the end, even if the run is to stop: some tenths of a second at most.
void ThreadStatistics::settle(const std::vector<std::unique_ptr<Statistics>>& parts) const {
  static const StopFlag never{false};
  std::size_t next = 0;
  Pipeline<Statistics*>(threads_, parts.size() + 1)
      .run(
          [&] { return next == parts.size() ? nullptr : std::make_unique<Statistics*>(parts[next++].get()); },
          [this](Statistics* part) { kernel_.settle(*part, never); });
}

bool gather_trees(const std::function<std::optional<GatherJob>()>& next, const GatherSettings& settings,
                  ThreadStatistics& statistics, const StopFlag& stop) {
  return GatherRun(next, settings, statistics, stop).execute();
}

void gather_single(const Position& position, const GatherSettings& settings, Statistics& statistics) {
  settings.kernel->gather_position(position, statistics);
  if (settings.moves) settings.kernel->gather_moves(position, statistics);
}

std::uint64_t positions_in(const Statistics& statistics) {
  return std::accumulate(std::begin(statistics.positions), std::end(statistics.positions), std::uint64_t{0});
}

}  // namespace threatperft
