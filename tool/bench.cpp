#include "tool/bench.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "engine_core/chess/fen.h"
#include "engine_core/perft/kernels.h"

namespace threatperft {

namespace {

/// A walk that is run for its time; every one should find the same number.
std::uint64_t walk_once(const Contender& contender, const BenchPosition& work, const StopFlag& stop) {
  struct Counter final : CheckListener {
    bool on_mismatch(const Move*, std::size_t, CheckStage, const Delta&) override { return false; }
  } listener;
  const Kernel& kernel = *contender.kernel;
  switch (contender.walk) {
    case BenchWalk::count:
      return kernel.count(work.position, work.depth, stop);
    case BenchWalk::moves:
      return kernel.count_made(work.position, work.depth, stop);
    case BenchWalk::deltas:
      return kernel.count_deltas(work.position, work.depth, stop);
    case BenchWalk::check: {
      WalkTotals totals;
      kernel.check(work.position, work.depth, totals, listener, stop);
      return totals.depths[static_cast<std::size_t>(work.depth)].signature;
    }
  }
  return 0;
}

/// Remembers the first result of each kind of walk and compares the others with it.
class Agreement {
 public:
  explicit Agreement(std::size_t positions) : found_(positions) {}

  void note(std::size_t position, const Contender& contender, std::uint64_t result,
            const BenchPosition& work) {
    for (const auto& [walk, first] : found_[position]) {
      if (walk != contender.walk) continue;
      if (first == result) return;
      throw std::logic_error(
          fmt::format("{}: the {} walk of {} ({}) differs from that of another updater; run 'check'", work.id,
                      to_string(walk), to_string(contender.kernel->updater), contender.kernel->build));
    }
    found_[position].emplace_back(contender.walk, result);
  }

 private:
  std::vector<std::vector<std::pair<BenchWalk, std::uint64_t>>> found_;
};

/// Processor time of this thread: unlike the clock, it stands still while others have the processor.
double processor_seconds() {
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) {
    throw std::runtime_error("the system tells no thread's processor time");
  }
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace

std::string_view to_string(BenchWalk walk) {
  switch (walk) {
    case BenchWalk::count:
      return "count";
    case BenchWalk::moves:
      return "moves";
    case BenchWalk::deltas:
      return "deltas";
    case BenchWalk::check:
      return "check";
  }
  return "";
}

Spread spread_of(std::vector<double> values) {
  Spread spread;
  spread.median = median_of(values);
  for (double& value : values) value = std::abs(value - spread.median);
  spread.deviation = median_of(values);
  return spread;
}

std::vector<BenchPosition> bench_positions() {
  std::vector<BenchPosition> positions{
      {"startpos", "quiet", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, {}, 0},
      {"kiwipete",
       "tactical",
       "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
       4,
       {},
       0},
      {"position3", "endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, {}, 0},
      {"position4",
       "promotions",
       "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
       4,
       {},
       0},
      {"bqnb1rkr", "Chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, {}, 0},
  };
  for (BenchPosition& work : positions) {
    work.position = parse_fen(work.fen).position.value();
    set_depth(work, work.depth);
  }
  return positions;
}

void set_depth(BenchPosition& work, int depth) {
  const StopFlag never{false};
  work.depth = depth;
  work.moves = 0;
  for (int ply = 1; ply <= depth; ++ply) work.moves += best_kernel().count(work.position, ply, never);
}

BenchTimes run_bench(std::vector<BenchPosition> positions, std::vector<Contender> contenders, int rounds,
                     const StopFlag& stop) {
  BenchTimes times{std::move(positions), std::move(contenders), {}, {}};
  times.seconds.assign(times.positions.size(), std::vector<std::vector<double>>(times.contenders.size()));
  times.processor_seconds = times.seconds;
  Agreement agreement(times.positions.size());
  for (int round = 0; round < rounds; ++round) {
    auto with_round = times.seconds;
    auto processor_with_round = times.processor_seconds;
    for (std::size_t p = 0; p < times.positions.size(); ++p) {
      for (std::size_t c = 0; c < times.contenders.size(); ++c) {
        const auto start = std::chrono::steady_clock::now();
        const double processor_start = processor_seconds();
        const std::uint64_t result = walk_once(times.contenders[c], times.positions[p], stop);
        const double processor = processor_seconds() - processor_start;
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        if (stop.load()) return times;
        agreement.note(p, times.contenders[c], result, times.positions[p]);
        with_round[p][c].push_back(seconds.count());
        processor_with_round[p][c].push_back(processor);
      }
    }
    times.seconds = std::move(with_round);
    times.processor_seconds = std::move(processor_with_round);
  }
  return times;
}

std::vector<double> whole_rounds(const BenchTimes& times, std::size_t contender) {
  std::vector<double> sums(times.seconds.front()[contender].size(), 0.0);
  for (const auto& position : times.seconds) {
    for (std::size_t round = 0; round < sums.size(); ++round) sums[round] += position[contender][round];
  }
  return sums;
}

std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> quotients;
  for (std::size_t i = 0; i < a.size(); ++i) quotients.push_back(a[i] / b[i]);
  return quotients;
}

}  // namespace threatperft
