#include "tool/bench.h"

#include <boost/test/unit_test.hpp>
#include <vector>

#include "engine_core/perft/kernels.h"

namespace threatperft {
namespace {

BOOST_AUTO_TEST_SUITE(bench)

BOOST_AUTO_TEST_CASE(median_and_deviation) {
  const Spread odd = spread_of({9, 1, 5});
  BOOST_TEST(odd.median == 5);
  BOOST_TEST(odd.deviation == 4);
  const Spread even = spread_of({1, 2, 4, 100});
  BOOST_TEST(even.median == 3);
  BOOST_TEST(even.deviation == 1.5);
  const Spread one = spread_of({7});
  BOOST_TEST(one.median == 7);
  BOOST_TEST(one.deviation == 0);
}

BOOST_AUTO_TEST_CASE(ratios_are_taken_round_by_round) {
  const std::vector<double> expected{2, 0.5};
  BOOST_TEST(ratios({4, 1}, {2, 2}) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_work_is_counted_at_all_plies) {
  std::vector<BenchPosition> positions = bench_positions();
  set_depth(positions.front(), 2);
  BOOST_TEST(positions.front().id == "startpos");
  BOOST_TEST(positions.front().moves == 20u + 400u);
}

BOOST_AUTO_TEST_CASE(every_contender_is_timed_in_every_round) {
  std::vector<BenchPosition> positions = bench_positions();
  for (BenchPosition& work : positions) set_depth(work, 2);
  std::vector<Contender> contenders;
  for (const BenchWalk walk : {BenchWalk::count, BenchWalk::moves, BenchWalk::deltas, BenchWalk::check}) {
    for (const Kernel* kernel : runnable_kernels()) contenders.push_back({walk, kernel});
  }
  const StopFlag never{false};
  const BenchTimes times = run_bench(positions, contenders, 3, never);
  BOOST_TEST(times.seconds.size() == positions.size());
  for (const auto& position : times.seconds) {
    BOOST_TEST(position.size() == contenders.size());
    for (const auto& rounds : position) BOOST_TEST(rounds.size() == 3u);
  }
  BOOST_TEST(whole_rounds(times, 0).size() == 3u);
}

BOOST_AUTO_TEST_CASE(kernels_that_disagree_are_noticed) {
  static const Kernel& right = best_kernel();
  Kernel wrong = right;
  wrong.count_deltas = [](const Position& root, int depth, const StopFlag& stop) {
    return right.count_deltas(root, depth, stop) + 1;
  };
  std::vector<BenchPosition> positions = bench_positions();
  for (BenchPosition& work : positions) set_depth(work, 1);
  const StopFlag never{false};
  BOOST_CHECK_THROW(
      run_bench(positions, {{BenchWalk::deltas, &right}, {BenchWalk::deltas, &wrong}}, 1, never),
      std::logic_error);
}

BOOST_AUTO_TEST_CASE(a_stopped_bench_has_complete_rounds_only) {
  const StopFlag stopped{true};
  const BenchTimes times = run_bench(bench_positions(), {{BenchWalk::moves, &best_kernel()}}, 2, stopped);
  for (const auto& position : times.seconds) BOOST_TEST(position.front().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace threatperft
