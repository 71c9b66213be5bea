#include "tool/rank_interval.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace threatperft {

namespace {

/// Beyond, the normal approximation is as good as exact.
constexpr std::size_t kExactSize = 100;

std::vector<double> sorted_averages(std::span<const double> values) {
  std::vector<double> averages;
  averages.reserve(values.size() * (values.size() + 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i; j < values.size(); ++j) averages.push_back((values[i] + values[j]) / 2);
  }
  std::sort(averages.begin(), averages.end());
  return averages;
}

double median_of_sorted(const std::vector<double>& values) {
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// The chances of T = 0, 1, 2, ...: each rank is in the sum or not, as a coin falls.
std::vector<double> chances_of_sums(std::size_t n) {
  std::vector<double> chances(n * (n + 1) / 2 + 1, 0.0);
  chances[0] = 1;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    for (std::size_t sum = chances.size(); sum-- > 0;) {
      chances[sum] = (chances[sum] + (sum >= rank ? chances[sum - rank] : 0)) / 2;
    }
  }
  return chances;
}

std::size_t exact_rank(std::size_t n, double risk) {
  const std::vector<double> chances = chances_of_sums(n);
  std::size_t rank = 0;
  for (double sum = 0; rank < chances.size(); ++rank) {
    sum += chances[rank];
    if (sum > risk) break;
  }
  return rank;
}

/// The z above which a standard normal variable lies with the chance `risk`.
double normal_quantile(double risk) {
  double low = 0;
  double high = 40;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::numbers::sqrt2) / 2 > risk ? low : high) = middle;
  }
  return low;
}

std::size_t approximate_rank(std::size_t n, double risk) {
  const auto count = static_cast<double>(n);
  const double deviation = std::sqrt(count * (count + 1) * (2 * count + 1) / 24);
  const double rank = count * (count + 1) / 4 + 0.5 - normal_quantile(risk) * deviation;
  return rank < 1 ? 0 : static_cast<std::size_t>(rank);
}

}  // namespace

std::optional<Centre> centre_of(std::span<const double> values, double risk) {
  if (values.empty()) return std::nullopt;
  const double allowed = std::min(risk, 0.5);
  // The k of the header; 0 if there is none.
  const std::size_t rank = values.size() <= kExactSize ? exact_rank(values.size(), allowed)
                                                       : approximate_rank(values.size(), allowed);
  if (rank == 0) return std::nullopt;
  const std::vector<double> averages = sorted_averages(values);
  const std::size_t low = std::min(rank - 1, (averages.size() - 1) / 2);
  return Centre{median_of_sorted(averages), averages[low], averages[averages.size() - 1 - low]};
}

double centre_estimate(std::span<const double> values) { return median_of_sorted(sorted_averages(values)); }

}  // namespace threatperft
