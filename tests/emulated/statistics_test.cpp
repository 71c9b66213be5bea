// The statistics by the vector kernel, whose walk has code of its own, against the scalar kernel's.

#include "engine_core/perft/statistics.h"

#include <boost/test/unit_test.hpp>
#include <iostream>
#include <memory>
#include <variant>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/perft/kernels.h"
#include "engine_core/threats/layout.h"
#include "tests/emulated/positions.h"

namespace threatperft {
namespace {

constexpr std::size_t kPositions = 16;
constexpr std::uint64_t kLeaves = 3'000;
constexpr std::uint64_t kWantedLeaves = 10'000;

LaneWeights weights() {
  std::vector<Layout> layouts;
  for (const auto& definition : known_layouts()) {
    layouts.push_back(std::get<Layout>(Layout::make(definition)));
  }
  return lane_weights(layouts);
}

/// Gathers trees, and the moves of single positions; returns the number of leaves.
std::uint64_t gather(const Kernel& kernel, const Kernel& counter, Statistics& statistics) {
  const StopFlag stop{false};
  const auto positions = test_positions();
  std::uint64_t leaves = 0;
  for (std::size_t i = 0; i < kPositions; ++i) {
    const Position root = read_fen(positions[i * (positions.size() / kPositions)].fen);
    int depth = 1;
    while (depth < 4 && counter.count(root, depth + 1, stop) <= kLeaves) ++depth;
    statistics.begin_unit(i);
    const auto at = i % 4 == 0 ? StatisticsAt::all_nodes : StatisticsAt::leaves;
    kernel.gather(root, depth, at, statistics, stop);
    kernel.gather_moves(root, statistics);
    leaves += counter.count(root, depth, stop);
  }
  return leaves;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(avx512_statistics)

BOOST_AUTO_TEST_CASE(as_by_the_scalar_kernel) {
  const Kernel* vector = find_kernel(Updater::avx512);
  const Kernel* scalar = find_kernel(Updater::scalar);
  BOOST_REQUIRE_MESSAGE(vector != nullptr, "this processor does not run the avx512 kernel");
  const LaneWeights lanes = weights();
  const auto found = std::make_unique<Statistics>(lanes);
  const auto expected = std::make_unique<Statistics>(lanes);
  const std::uint64_t leaves = gather(*vector, *scalar, *found);
  gather(*scalar, *scalar, *expected);
  BOOST_TEST((*found == *expected));
  std::cout << ">> avx512: statistics of " << leaves << " leaves equal to the scalar kernel's\n";
  BOOST_TEST(leaves >= kWantedLeaves);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace threatperft
