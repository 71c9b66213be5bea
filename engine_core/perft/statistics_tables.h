#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine_core/perft/statistics_summary.h"

namespace threatperft {

bool same_definition(const LayoutDefinition& a, const LayoutDefinition& b);

/// What statistics say of one layout.
struct LayoutTables {
  LayoutDefinition definition;
  std::vector<std::uint64_t> counts;  ///< by index: activations in both perspectives together
  std::vector<std::uint64_t>
      active;  ///< positions by the number of active indices, the same for both perspectives
  std::vector<std::uint64_t> changed;  ///< moves by the number of indices added and removed
  std::uint64_t added = 0;             ///< by all moves
  std::uint64_t removed = 0;
  std::uint32_t most_added = 0;  ///< by one move
  std::uint32_t most_removed = 0;

  bool operator==(const LayoutTables& other) const;
};

/// A maximum and where it was reached, in text.
struct NamedExtreme {
  int value = 0;
  std::string fen;         ///< the position itself for `Extreme::active`, else the one before the move
  std::string move;        ///< UCI; empty for `Extreme::active`
  std::uint64_t unit = 0;  ///< of the walk; of equal maxima that of the smaller one counts

  bool operator==(const NamedExtreme&) const = default;
};

/// Statistics as they are written, read back and merged: sums without what only a walk needs.
struct StatisticsTables {
  std::vector<std::uint64_t> raw;                     ///< by raw index
  std::vector<std::uint64_t> positions;               ///< by the number of pieces
  std::vector<std::vector<std::uint64_t>> active;     ///< by the number of pieces and of active threats
  std::vector<PairTable> pairs;                       ///< by the number of pieces
  std::vector<std::vector<std::uint64_t>> moves;      ///< by class, and by added * kListLengths + removed
  std::vector<std::vector<std::uint64_t>> redundant;  ///< by class and number; index 0 is not used
  std::vector<std::uint64_t> crossings;               ///< by class
  std::vector<LayoutTables> layouts;
  std::array<std::optional<NamedExtreme>, kExtremes> extremes;

  /// Everything zero, with room for all.
  StatisticsTables();

  /// Adds tables of the same layouts. Of equal maxima from one unit the present one stays.
  void add(const StatisticsTables& other);

  StatisticsTables& operator=(const StatisticsTables&) = default;
  StatisticsTables(const StatisticsTables&) = default;
  StatisticsTables(StatisticsTables&&) = default;
  StatisticsTables& operator=(StatisticsTables&&) = default;
  ~StatisticsTables() = default;
  bool operator==(const StatisticsTables&) const = default;
};

/// The statistics of walks that have ended; `layouts` are those that the weights were made from.
StatisticsTables tables_of(const Statistics& statistics, const std::vector<Layout>& layouts);

StatisticsTotals totals_of(const StatisticsTables& tables);

/// Threats active in one position, whatever the number of pieces.
std::vector<std::uint64_t> active_histogram(const StatisticsTables& tables);

/// The moves of all classes for which `chosen(MoveClass)` is true.
template <class Chosen>
MoveHistograms move_histograms(const StatisticsTables& tables, Chosen chosen) {
  MoveHistograms sum;
  for (unsigned i = 0; i < kMoveClasses; ++i) {
    if (chosen(class_at(i))) sum.add(tables.moves[i], tables.redundant[i], tables.crossings[i]);
  }
  return sum;
}

/// What a run says of a layout's index.
enum class IndexStatus : std::uint8_t {
  seen,
  unseen,       ///< possible, but no position showed it
  unreachable,  ///< not seen, and no game can show it
  impossible,   ///< no legal position can show it
  dropped,      ///< the other direction of the pair has the index
};
inline constexpr unsigned kIndexStatuses = 5;
IndexStatus index_status(const Layout& layout, std::uint32_t index, std::uint64_t count);

/// Numbers that were counted in different ways and must agree: positions, threats, activations of layouts,
/// moves. Returns what does not, or nothing.
std::string disagreement(const StatisticsTables& tables);

}  // namespace threatperft
