// The whole kernel: walks over the suites' positions in which the maintained list is compared with the
// oracle's at every node, and whose sums must be those of the scalar kernel and of the suite.

#include <boost/test/unit_test.hpp>
#include <iostream>
#include <string>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"
#include "engine_core/perft/kernels.h"
#include "tests/emulated/positions.h"

namespace threatperft {
namespace {

/// What has to be compared at least; how many positions take part, from all over the suites; and how many
/// leaves one of them may have at most.
constexpr std::uint64_t kWantedNodes = 200'000;
constexpr std::size_t kPositions = 64;
constexpr std::uint64_t kLeaves = 12'000;

class FailingListener final : public CheckListener {
 public:
  explicit FailingListener(std::string_view fen) : fen_(fen) {}
  bool on_mismatch(const Move* path, std::size_t length, CheckStage /*stage*/,
                   const Delta& /*delta*/) override {
    std::string moves;
    for (std::size_t i = 0; i < length; ++i)
      moves.append(" ").append(to_uci(path[i], CastlingNotation::chess960));
    BOOST_ERROR("a wrong list: " << fen_ << " moves" << moves);
    return false;
  }

 private:
  std::string_view fen_;
};

/// The deepest walk that has no more leaves than `kLeaves`.
int depth_within(const Kernel& kernel, const Position& root, const StopFlag& stop) {
  int depth = 1;
  while (depth < 6 && kernel.count(root, depth + 1, stop) <= kLeaves) ++depth;
  return depth;
}

std::uint64_t compare(const Kernel& vector, const Kernel& scalar, const TestPosition& position) {
  const Position root = read_fen(position.fen);
  const StopFlag stop{false};
  const int depth = depth_within(scalar, root, stop);
  FailingListener listener{position.fen};
  WalkTotals expected;
  scalar.check(root, depth, expected, listener, stop);
  WalkTotals found;
  vector.check(root, depth, found, listener, stop);
  std::uint64_t checked = 0;
  for (std::size_t d = 1; d <= static_cast<std::size_t>(depth); ++d) {
    BOOST_TEST_CONTEXT(position.fen << " at depth " << d) {
      BOOST_TEST(found.depths[d].nodes == expected.depths[d].nodes);
      BOOST_TEST(found.depths[d].threats == expected.depths[d].threats);
      BOOST_TEST(found.depths[d].signature == expected.depths[d].signature);
      BOOST_TEST(found.depths[d].checked == found.depths[d].nodes);
      BOOST_TEST(found.depths[d].mismatches == 0u);
      const SuiteNumbers suite = d <= position.depths.size() ? position.depths[d - 1] : SuiteNumbers{};
      if (suite.nodes != 0) BOOST_TEST(found.depths[d].nodes == suite.nodes);
      if (suite.threats != 0) BOOST_TEST(found.depths[d].threats == suite.threats);
      if (suite.signature != 0) BOOST_TEST(found.depths[d].signature == suite.signature);
    }
    checked += found.depths[d].checked;
  }
  BOOST_TEST_CONTEXT(position.fen) {
    BOOST_TEST(found.redundant == expected.redundant);
    BOOST_TEST(found.largest_added == expected.largest_added);
    BOOST_TEST(found.largest_removed == expected.largest_removed);
  }
  return checked;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(avx512_walks)

BOOST_AUTO_TEST_CASE(suites) {
  const Kernel* vector = find_kernel(Updater::avx512);
  const Kernel* scalar = find_kernel(Updater::scalar);
  BOOST_REQUIRE_MESSAGE(vector != nullptr, "this processor does not run the avx512 kernel");
  BOOST_REQUIRE(scalar != nullptr);
  BOOST_TEST(&best_kernel() == vector);
  std::uint64_t checked = 0;
  const auto positions = test_positions();
  const std::size_t step = positions.size() / kPositions;
  for (std::size_t i = 0; i < kPositions; ++i) checked += compare(*vector, *scalar, positions[i * step]);
  std::cout << ">> avx512: " << checked << " nodes of " << kPositions
            << " positions compared with the oracle's list, sums compared with the scalar kernel's\n";
  BOOST_TEST(checked >= kWantedNodes);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace threatperft
