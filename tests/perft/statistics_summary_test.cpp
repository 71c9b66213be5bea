#include "engine_core/perft/statistics_summary.h"

#include <boost/test/unit_test.hpp>
#include <memory>
#include <numeric>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/perft/kernels.h"
#include "engine_core/threats/oracle.h"

namespace threatperft {
namespace {

const StopFlag kGoOn{false};
const char* const kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

using Histogram = std::vector<std::uint64_t>;

BOOST_AUTO_TEST_CASE(a_distribution_of_known_values) {
  // 2, 2, 3, 7
  const Distribution four = distribution_of(Histogram{0, 0, 2, 1, 0, 0, 0, 1});
  BOOST_TEST(four.count == 4u);
  BOOST_TEST(four.mean == 3.5);
  BOOST_TEST(four.deviation * four.deviation == 4.25, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(four.minimum == 2);
  BOOST_TEST(four.median == 2);
  BOOST_TEST(four.percentile_99 == 7);
  BOOST_TEST(four.maximum == 7);
}

BOOST_AUTO_TEST_CASE(percentiles_are_exact_at_their_edges) {
  const Distribution thousand = distribution_of(Histogram{500, 490, 9, 1});
  BOOST_TEST(thousand.median == 0);
  BOOST_TEST(thousand.percentile_99 == 1);
  BOOST_TEST(thousand.percentile_999 == 2);
  BOOST_TEST(thousand.maximum == 3);
  const Distribution one_more = distribution_of(Histogram{499, 491, 9, 1});
  BOOST_TEST(one_more.median == 1);
}

BOOST_AUTO_TEST_CASE(values_may_be_negative_and_a_distribution_empty) {
  const Distribution two = distribution_of(Histogram{1, 0, 1}, -1);
  BOOST_TEST(two.mean == 0.0);
  BOOST_TEST(two.minimum == -1);
  BOOST_TEST(two.median == -1);
  BOOST_TEST(two.maximum == 1);
  BOOST_TEST(distribution_of(Histogram(5)).count == 0u);
}

BOOST_AUTO_TEST_CASE(coverage_takes_the_largest_first) {
  const Histogram counts{1, 50, 0, 40, 9};
  const Histogram shares{500, 900, 990, 1000, 500};
  BOOST_TEST((covering(counts, shares) == std::vector<std::size_t>{1, 2, 3, 4, 1}));
  BOOST_TEST((covering(Histogram(3), shares) == std::vector<std::size_t>(5, 0)));
}

BOOST_AUTO_TEST_CASE(move_classes_are_numbered_both_ways) {
  for (unsigned i = 0; i < kMoveClasses; ++i) {
    const MoveClass each = class_at(i);
    BOOST_TEST(move_class(each.kind, each.moved, each.color) == i);
  }
}

// Sums that the same walk must yield in several ways.
BOOST_AUTO_TEST_CASE(a_layout_s_counters_and_histograms_agree) {
  std::vector<Layout> layouts;
  for (const auto& definition : known_layouts())
    layouts.push_back(std::get<Layout>(Layout::make(definition)));
  const auto statistics = std::make_unique<Statistics>(lane_weights(layouts));
  best_kernel().gather(*parse_fen(kKiwipete).position, 3, StatisticsAt::leaves, *statistics, kGoOn);
  const CounterSums sums = sums_of(*statistics);
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    const auto counts = layout_counts(sums.halves, layouts[i]);
    std::uint64_t active = 0;
    for (std::size_t n = 0; n <= kMaxThreats; ++n) active += n * statistics->layout_active[i][n];
    BOOST_TEST(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == 2 * active);
    std::uint64_t changed = 0;
    for (std::size_t n = 0; n < 2 * kListLengths; ++n) changed += n * statistics->layout_changed[i][n];
    BOOST_TEST(statistics->layout_added[i + 1] + statistics->layout_removed[i + 1] == 2 * changed);
  }
}

BOOST_AUTO_TEST_CASE(a_layout_s_counters_of_one_position_are_its_active_indices) {
  const std::vector<Layout> layouts{std::get<Layout>(Layout::make(known_layouts()[2]))};
  const auto statistics = std::make_unique<Statistics>(lane_weights(layouts));
  const Position position = *parse_fen(kKiwipete).position;
  best_kernel().gather_position(position, *statistics);
  Histogram expected(layouts[0].size());
  for (const Color side : {Color::white, Color::black}) {
    for (const Threat threat : threats_of(position)) {
      const auto index = layouts[0].index_for(threat, side, layouts[0].mirrored(position.king(side)));
      if (index) ++expected[*index];
    }
  }
  BOOST_TEST((layout_counts(sums_of(*statistics).halves, layouts[0]) == expected));
}

BOOST_AUTO_TEST_CASE(pairs_and_pieces_add_up) {
  const auto statistics = std::make_unique<Statistics>(lane_weights({}));
  best_kernel().gather(*parse_fen(kKiwipete).position, 3, StatisticsAt::leaves, *statistics, kGoOn);
  const auto counts = raw_counts(*statistics);
  const PairTable pairs = pair_table(counts);
  std::uint64_t in_pairs = 0;
  for (const auto& row : pairs) in_pairs += std::accumulate(row.begin(), row.end(), std::uint64_t{0});
  BOOST_TEST(in_pairs == totals_of(*statistics).threats);
  const CounterSums sums = sums_of(*statistics);
  BOOST_TEST((sums.raw == counts));
  PairTable by_pieces{};
  for (unsigned pieces = 0; pieces <= kMaxPieces; ++pieces) {
    std::uint64_t threats = 0;
    for (unsigned attacker = 0; attacker < kPieceCount; ++attacker) {
      for (unsigned victim = 0; victim < kPieceCount; ++victim) {
        by_pieces[attacker][victim] += sums.pairs[pieces][attacker][victim];
        threats += sums.pairs[pieces][attacker][victim];
      }
    }
    std::uint64_t active = 0;
    for (std::size_t n = 0; n <= kMaxThreats; ++n) active += n * statistics->active[pieces][n];
    BOOST_TEST(threats == active);
  }
  BOOST_TEST((by_pieces == pairs));
}

}  // namespace
}  // namespace threatperft
