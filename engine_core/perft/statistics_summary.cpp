#include "engine_core/perft/statistics_summary.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>

namespace threatperft {

namespace {

/// Adds one bucket's counters to each of the sums.
template <class... Sums>
void add_counters(const std::uint64_t* counters, Sums&... sums) {
  for (std::uint32_t i = 0; i < kRawThreats; ++i) ((sums[i] += counters[i]), ...);
}

std::vector<std::uint64_t> sum_of(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> sum(a);
  add_counters(b.data(), sum);
  return sum;
}

/// The ceiling of count * per_mille / 1000, without a product that may overflow.
std::uint64_t thousandths(std::uint64_t count, std::uint64_t per_mille) {
  return count / 1000 * per_mille + (count % 1000 * per_mille + 999) / 1000;
}

/// The smallest value whose observations, with all smaller ones, are `share` of all or more.
std::int64_t percentile(std::span<const std::uint64_t> histogram, std::uint64_t count,
                        std::uint64_t per_mille) {
  const std::uint64_t needed = thousandths(count, per_mille);
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    seen += histogram[i];
    if (seen >= needed) return static_cast<std::int64_t>(i);
  }
  return 0;
}

}  // namespace

StatisticsTotals totals_of(const Statistics& statistics) {
  StatisticsTotals totals;
  totals.positions =
      std::accumulate(std::begin(statistics.positions), std::end(statistics.positions), std::uint64_t{0});
  const std::vector<std::uint64_t> counts = raw_counts(statistics);
  for (std::uint32_t i = 0; i < kRawThreats; ++i) {
    totals.threats += counts[i];
    if (counts[i] != 0) totals.signature += counts[i] * mix(pack(threat_of(i)));
  }
  return totals;
}

std::vector<std::uint64_t> raw_counts(const Statistics& statistics) {
  std::vector<std::uint64_t> sum(kRawThreats);
  for (unsigned bucket = 0; bucket < kBuckets; ++bucket) {
    const std::uint64_t* counters = statistics.find_counters(bucket);
    if (counters != nullptr) add_counters(counters, sum);
  }
  return sum;
}

PairTable pair_table(std::span<const std::uint64_t> raw_counts) {
  PairTable table{};
  for (std::uint32_t pair = 0; pair < kSquarePairs; ++pair) {
    auto& by_victim = table[index(threat_of(pair * kPieceCount).attacker)];
    for (unsigned victim = 0; victim < kPieceCount; ++victim) {
      by_victim[victim] += raw_counts[pair * kPieceCount + victim];
    }
  }
  return table;
}

CounterSums sums_of(const Statistics& statistics) {
  CounterSums sums;
  std::array<std::vector<std::uint64_t>, 4> by_halves;
  for (auto& counts : by_halves) counts.resize(kRawThreats);
  sums.pairs.resize(kMaxPieces + 1);
  std::vector<std::uint64_t> of_pieces(kRawThreats);
  for (unsigned pieces = 0; pieces <= kMaxPieces; ++pieces) {
    bool is_any = false;
    for (unsigned halves = 0; halves < 4; ++halves) {
      const std::uint64_t* counters = statistics.find_counters(4 * pieces + halves);
      if (counters == nullptr) continue;
      if (!is_any) std::fill(of_pieces.begin(), of_pieces.end(), 0);
      is_any = true;
      add_counters(counters, by_halves[halves], of_pieces);
    }
    if (is_any) sums.pairs[pieces] = pair_table(of_pieces);
  }
  for (unsigned side = 0; side < 2; ++side) {
    for (unsigned half = 0; half < 2; ++half) {
      const unsigned first = half << side;  // the other king's half is the other bit
      sums.halves[side][half] = sum_of(by_halves[first], by_halves[first | 2u >> side]);
    }
  }
  sums.raw = sum_of(sums.halves[0][0], sums.halves[0][1]);
  return sums;
}

std::vector<std::uint64_t> layout_counts(const HalfCounts& half_counts, const Layout& layout) {
  std::vector<std::uint64_t> sum(layout.size());
  for (unsigned side = 0; side < 2; ++side) {
    for (unsigned half = 0; half < 2; ++half) {
      const Square king_in_half = half != 0 ? Square::h1 : Square::a1;
      const auto table = layout.table(static_cast<Color>(side), layout.mirrored(king_in_half));
      const std::vector<std::uint64_t>& counts = half_counts[side][half];
      for (std::uint32_t i = 0; i < kRawThreats; ++i) {
        if (table[i] != Layout::no_index) sum[table[i]] += counts[i];
      }
    }
  }
  return sum;
}

Distribution distribution_of(std::span<const std::uint64_t> histogram, std::int64_t first) {
  Distribution result;
  long double sum = 0;
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    if (histogram[i] == 0) continue;
    const auto value = first + static_cast<std::int64_t>(i);
    if (result.count == 0) result.minimum = value;
    result.maximum = value;
    result.count += histogram[i];
    sum += static_cast<long double>(histogram[i]) * static_cast<long double>(value);
  }
  if (result.count == 0) return result;
  const long double mean = sum / static_cast<long double>(result.count);
  long double squares = 0;
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    const long double away = static_cast<long double>(first + static_cast<std::int64_t>(i)) - mean;
    squares += static_cast<long double>(histogram[i]) * away * away;
  }
  result.mean = static_cast<double>(mean);
  result.deviation = static_cast<double>(std::sqrt(squares / static_cast<long double>(result.count)));
  result.median = first + percentile(histogram, result.count, 500);
  result.percentile_99 = first + percentile(histogram, result.count, 990);
  result.percentile_999 = first + percentile(histogram, result.count, 999);
  return result;
}

std::vector<std::size_t> covering(std::span<const std::uint64_t> counts,
                                  std::span<const std::uint64_t> per_mille) {
  std::vector<std::uint64_t> sorted;  // most are 0
  std::copy_if(counts.begin(), counts.end(), std::back_inserter(sorted),
               [](std::uint64_t count) { return count != 0; });
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const std::uint64_t sum = std::accumulate(sorted.begin(), sorted.end(), std::uint64_t{0});
  std::vector<std::size_t> used;
  for (const std::uint64_t share : per_mille) {
    const std::uint64_t needed = thousandths(sum, share);
    std::uint64_t covered = 0;
    used.push_back(0);
    while (covered < needed) covered += sorted[used.back()++];
  }
  return used;
}

void MoveHistograms::add(std::span<const std::uint64_t> class_moves,
                         std::span<const std::uint64_t> class_redundant, std::uint64_t class_crossings) {
  std::uint64_t all = 0;
  for (unsigned plus = 0; plus < kListLengths; ++plus) {
    for (unsigned minus = 0; minus < kListLengths; ++minus) {
      const std::uint64_t count = class_moves[plus * kListLengths + minus];
      if (count == 0) continue;
      added[plus] += count;
      removed[minus] += count;
      changed[plus + minus] += count;
      net[plus + (kListLengths - 1) - minus] += count;
      all += count;
    }
  }
  moves += all;
  crossings += class_crossings;
  for (unsigned i = 1; i < kListLengths; ++i) {
    redundant[i] += class_redundant[i];
    all -= class_redundant[i];
  }
  redundant[0] += all;
}

void MoveHistograms::add(const Statistics& statistics, unsigned move_class) {
  add(statistics.moves[move_class], statistics.redundant[move_class], statistics.crossings[move_class]);
}

MoveClass class_at(unsigned move_class) {
  return {static_cast<MoveKind>(move_class / (2 * kPieceTypeCount)),
          static_cast<PieceType>(move_class / 2 % kPieceTypeCount), static_cast<Color>(move_class % 2)};
}

}  // namespace threatperft
