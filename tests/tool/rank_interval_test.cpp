// The interval of a centre by ranks, against published tables and by simulation.

#include "tool/rank_interval.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

using namespace threatperft;

namespace {

/// The rank of the lower limit among the Walsh averages, which are all different here.
std::size_t lower_rank(int n, double risk) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i) values.push_back(i + 1e-3 * std::sqrt(i + 1.0));
  const auto centre = centre_of(values, risk);
  if (!centre) return 0;
  std::size_t below = 0;
  std::size_t above = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i; j < values.size(); ++j) {
      const double average = (values[i] + values[j]) / 2;
      below += average < centre->low;
      above += average > centre->high;
    }
  }
  BOOST_TEST(below == above);
  return below + 1;
}

}  // namespace

// One more than the critical values of Wilcoxon's T in any textbook, two-sided 5 % and 1 %.
BOOST_AUTO_TEST_CASE(ranks_are_those_of_the_signed_rank_tables) {
  BOOST_TEST(lower_rank(6, 0.025) == 0U + 1);
  BOOST_TEST(lower_rank(8, 0.025) == 3U + 1);
  BOOST_TEST(lower_rank(10, 0.025) == 8U + 1);
  BOOST_TEST(lower_rank(15, 0.025) == 25U + 1);
  BOOST_TEST(lower_rank(20, 0.025) == 52U + 1);
  BOOST_TEST(lower_rank(10, 0.005) == 3U + 1);
  BOOST_TEST(lower_rank(20, 0.005) == 37U + 1);
}

BOOST_AUTO_TEST_CASE(too_few_values_tell_nothing) {
  BOOST_TEST(lower_rank(5, 0.025) == 0U);  // 1 in 32 is more than 2.5 %
  BOOST_TEST(lower_rank(10, 1.0 / 1024) == 1U);
  BOOST_TEST(lower_rank(10, 0.99 / 1024) == 0U);
  BOOST_TEST(!centre_of({}, 0.1).has_value());
}

BOOST_AUTO_TEST_CASE(many_values_go_on_where_the_exact_ones_end) {
  for (const double risk : {0.05, 0.001}) {
    const std::size_t exact = lower_rank(100, risk);
    const std::size_t beyond = lower_rank(101, risk);
    BOOST_TEST(beyond > exact);
    BOOST_TEST(beyond < exact + 101);
  }
}

BOOST_AUTO_TEST_CASE(the_estimate_is_the_median_of_the_walsh_averages) {
  BOOST_TEST(centre_estimate(std::vector<double>{1, 2, 9}) == 3.5);  // 1 1.5 2 5 5.5 9
  BOOST_TEST(centre_estimate(std::vector<double>{4}) == 4);
}

// Differences of two times that are alike, however skewed: the centre is outside no more often than promised.
BOOST_AUTO_TEST_CASE(the_interval_holds_what_it_promises) {
  std::mt19937 random(7);
  const auto skewed = [&random] { return std::pow(static_cast<double>(random()) / 4294967296.0, 4); };
  constexpr int kTrials = 4000;
  constexpr double kRisk = 0.05;
  int below = 0;
  int above = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> values(9);
    for (double& value : values) value = skewed() - skewed() + 0.5;
    const auto centre = centre_of(values, kRisk);
    BOOST_REQUIRE(centre.has_value());
    below += centre->low > 0.5;
    above += centre->high < 0.5;
  }
  // Within 5 deviations of the binomial distribution; and not needlessly wide.
  BOOST_TEST(below < kTrials * kRisk + 5 * std::sqrt(kTrials * kRisk));
  BOOST_TEST(above < kTrials * kRisk + 5 * std::sqrt(kTrials * kRisk));
  BOOST_TEST(below > kTrials * kRisk / 2);
}
