#include "engine_core/chess/moves.h"
#include "engine_core/perft/position_keys.h"
#include "tool/stats_gather.h"

namespace threatperft {

namespace {

/// Goes through a tree depth by depth. With `all_nodes` a position is expanded where it is reached first,
/// which is where most depth is left; with `leaves` each depth has a set of its own.
class UniqueWalk {
 public:
  UniqueWalk(const GatherSettings& settings, Statistics& statistics, MemoryBudget& budget,
             const StopFlag& stop)
      : settings_(settings), statistics_(statistics), budget_(budget), stop_(stop) {}
  ~UniqueWalk() { budget_.resize(held_, 0); }
  UniqueWalk(const UniqueWalk&) = delete;
  UniqueWalk& operator=(const UniqueWalk&) = delete;

  bool walk(const GatherJob& job);

 private:
  bool expand(const PositionKey& key, bool counts, PositionKeys& children, std::uint64_t other_memory);
  bool all_nodes() const { return settings_.at == StatisticsAt::all_nodes; }

  const GatherSettings& settings_;
  Statistics& statistics_;
  MemoryBudget& budget_;
  const StopFlag& stop_;
  std::uint64_t held_ = 0;
};

bool UniqueWalk::walk(const GatherJob& job) {
  PositionKeys parents;  // of all depths so far with `all_nodes`, else of the last one
  parents.insert(key_of(job.root));
  if (all_nodes()) settings_.kernel->gather_position(job.root, statistics_);
  std::size_t first = 0;
  for (int depth = 1; depth <= job.depth; ++depth) {
    const std::size_t end = parents.size();
    const bool counts = all_nodes() || depth == job.depth;
    PositionKeys next;
    PositionKeys& children = all_nodes() ? parents : next;
    const std::uint64_t other_memory = all_nodes() ? 0 : parents.memory_to_insert();
    for (std::size_t i = first; i < end; ++i) {
      if (stop_) return true;
      if (!expand(parents[i], counts, children, other_memory)) return false;
    }
    if (all_nodes()) {
      first = end;
    } else {
      parents = std::move(next);
    }
  }
  return true;
}

bool UniqueWalk::expand(const PositionKey& key, bool counts, PositionKeys& children,
                        std::uint64_t other_memory) {
  const Position parent = position_of(key);
  if (counts) settings_.kernel->gather_moves(parent, statistics_);
  for (const Move move : legal_moves(parent)) {
    if (!budget_.resize(held_, other_memory + children.memory_to_insert())) return false;
    const Position child = after(parent, move);
    if (children.insert(key_of(child)).is_new && counts)
      settings_.kernel->gather_position(child, statistics_);
  }
  return true;
}

}  // namespace

bool MemoryBudget::resize(std::uint64_t& held, std::uint64_t wanted) {
  if (wanted <= held) {
    used_ -= held - wanted;
    held = wanted;
    return true;
  }
  const std::uint64_t more = wanted - held;
  if (used_.fetch_add(more) + more > limit_) {
    used_ -= more;
    return false;
  }
  held = wanted;
  return true;
}

bool gather_unique(const GatherJob& job, const GatherSettings& settings, Statistics& statistics,
                   MemoryBudget& budget, const StopFlag& stop) {
  return UniqueWalk(settings, statistics, budget, stop).walk(job);
}

}  // namespace threatperft
