#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine_core/perft/statistics.h"

namespace threatperft {

// What follows from statistics: sums, distributions, and the same seen through a layout.

/// The threat-perft numbers of the counted positions, from the counters alone.
struct StatisticsTotals {
  std::uint64_t positions = 0;
  std::uint64_t threats = 0;
  std::uint64_t signature = 0;
};
StatisticsTotals totals_of(const Statistics& statistics);

/// In how many positions each threat was active, by raw index.
std::vector<std::uint64_t> raw_counts(const Statistics& statistics);

/// The number of active threats by attacker and victim.
using PairTable = std::array<std::array<std::uint64_t, kPieceCount>, kPieceCount>;
PairTable pair_table(std::span<const std::uint64_t> raw_counts);

/// The counters by raw index, of the positions in which a side's king stands on a half of the board: by side,
/// then by half. All that a layout can tell apart.
using HalfCounts = std::array<std::array<std::vector<std::uint64_t>, 2>, 2>;

/// All of these, from one pass over the counters.
struct CounterSums {
  std::vector<std::uint64_t> raw;
  std::vector<PairTable> pairs;  ///< by the number of pieces
  HalfCounts halves;
};
CounterSums sums_of(const Statistics& statistics);

/// How often each index of a layout was active, both perspectives together.
std::vector<std::uint64_t> layout_counts(const HalfCounts& half_counts, const Layout& layout);

/// A number that was observed many times.
struct Distribution {
  std::uint64_t count = 0;
  double mean = 0;
  double deviation = 0;  ///< the standard deviation
  std::int64_t minimum = 0;
  std::int64_t median =
      0;  ///< of two middle values the smaller one; percentiles alike: the smallest value that so many
  std::int64_t percentile_99 = 0;   ///< observations do not exceed
  std::int64_t percentile_999 = 0;  ///< 99.9 %
  std::int64_t maximum = 0;
};
/// `histogram[i]` observations of `first + i`.
Distribution distribution_of(std::span<const std::uint64_t> histogram, std::int64_t first = 0);

/// How many of the counters, the largest first, hold at least so many thousandths of their sum, for each
/// number of thousandths; 0 of an empty table.
std::vector<std::size_t> covering(std::span<const std::uint64_t> counts,
                                  std::span<const std::uint64_t> per_mille);

/// Moves of one class, or of several.
struct MoveHistograms {
  std::vector<std::uint64_t> added = std::vector<std::uint64_t>(kListLengths);
  std::vector<std::uint64_t> removed = std::vector<std::uint64_t>(kListLengths);
  std::vector<std::uint64_t> changed = std::vector<std::uint64_t>(2 * kListLengths - 1);
  std::vector<std::uint64_t> net =
      std::vector<std::uint64_t>(2 * kListLengths - 1);  ///< added less removed, from -64
  std::vector<std::uint64_t> redundant = std::vector<std::uint64_t>(kListLengths);
  std::uint64_t moves = 0;
  std::uint64_t crossings = 0;

  /// Adds a class: its moves by added * kListLengths + removed, and the redundant ones by number from 1 on.
  void add(std::span<const std::uint64_t> class_moves, std::span<const std::uint64_t> class_redundant,
           std::uint64_t class_crossings);
  void add(const Statistics& statistics, unsigned move_class);
};

/// What a class stands for.
struct MoveClass {
  MoveKind kind;
  PieceType moved;
  Color color;
};
MoveClass class_at(unsigned move_class);

}  // namespace threatperft
