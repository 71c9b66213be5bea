#pragma once

#include <optional>
#include <span>

namespace threatperft {

/// Where a symmetric distribution is centred.
struct Centre {
  double estimate = 0;
  double low = 0;
  double high = 0;
};

/// The Hodges-Lehmann estimate of the centre of `values`: the median of their Walsh averages, the means of
/// all pairs of values, each with itself included; and the interval that belongs to it by Wilcoxon's
/// signed-rank test. The true centre is below `low` with a chance of at most `risk`, and above `high` with as
/// much.
///
/// With the M = n(n+1)/2 averages in order, W(1) to W(M), the interval is from W(k) to W(M + 1 - k), where k
/// is the largest number with P(T <= k - 1) <= risk: T, the sum of the ranks of the values above the centre,
/// is distributed as the sum of a random subset of 1 to n, whatever the values' distribution is, if only it
/// is symmetric. The difference of two times that are alike is. Outliers weigh no more than their rank.
/// Source: M. Hollander, D. A. Wolfe, E. Chicken, Nonparametric Statistical Methods, 3rd ed. 2014, sections
/// 3.1 to 3.3; F. Wilcoxon, Biometrics Bulletin 1 (1945) 80; J. L. Hodges, E. L. Lehmann, Ann. Math. Statist.
/// 34 (1963) 598.
///
/// Nothing where there are too few values: even if all lay on one side of the centre, that would happen by
/// chance more often than `risk`.
std::optional<Centre> centre_of(std::span<const double> values, double risk);

/// The estimate alone. Of at least one value.
double centre_estimate(std::span<const double> values);

}  // namespace threatperft
