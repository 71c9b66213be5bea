#include "engine_core/perft/statistics_tables.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"
#include "engine_core/threats/possibility.h"

namespace threatperft {

namespace {

using Counts = std::vector<std::uint64_t>;

void add_to(Counts& sum, const Counts& other) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += other[i];
}

std::uint64_t sum_of(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// The sum of what was observed.
std::uint64_t moment_of(const Counts& histogram) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < histogram.size(); ++i) sum += i * histogram[i];
  return sum;
}

/// Standard notation where it can say everything.
CastlingNotation notation_for(const Position& position) {
  for (const Square rook : position.castling_rooks) {
    const Color color = color_of(position.at(rook));
    const bool on_corner = file_of(rook) == 0 || file_of(rook) == 7;
    if (!on_corner || file_of(position.king(color)) != 4) return CastlingNotation::chess960;
  }
  return CastlingNotation::standard;
}

std::optional<NamedExtreme> named(const std::optional<ExtremeCase>& found) {
  if (!found) return std::nullopt;
  const CastlingNotation notation = notation_for(found->position);
  return NamedExtreme{found->value, to_fen(found->position, notation),
                      found->move ? to_uci(*found->move, notation) : "", found->unit};
}

/// Into the memory that is there already, if it is.
template <std::size_t Size>
void copy(const std::uint64_t (&counts)[Size], Counts& to) {
  to.assign(counts, counts + Size);
}

LayoutTables layout_tables(const Statistics& statistics, const HalfCounts& halves, const Layout& layout,
                           std::size_t number) {
  LayoutTables tables;
  tables.definition = layout.definition();
  tables.counts = layout_counts(halves, layout);
  copy(statistics.layout_active[number], tables.active);
  copy(statistics.layout_changed[number], tables.changed);
  tables.added = statistics.layout_added[number + 1] / 2;
  tables.removed = statistics.layout_removed[number + 1] / 2;
  tables.most_added = statistics.most_added[number + 1] / 2u;
  tables.most_removed = statistics.most_removed[number + 1] / 2u;
  return tables;
}

void add_to(LayoutTables& sum, const LayoutTables& other) {
  add_to(sum.counts, other.counts);
  add_to(sum.active, other.active);
  add_to(sum.changed, other.changed);
  sum.added += other.added;
  sum.removed += other.removed;
  sum.most_added = std::max(sum.most_added, other.most_added);
  sum.most_removed = std::max(sum.most_removed, other.most_removed);
}

}  // namespace

bool same_definition(const LayoutDefinition& a, const LayoutDefinition& b) {
  const auto same_block = [](const LayoutBlock& x, const LayoutBlock& y) {
    return x.attacker == y.attacker && x.victim == y.victim && x.start == y.start;
  };
  return a.name == b.name && a.victims == b.victims && a.once == b.once && a.kept == b.kept &&
         a.mirroring == b.mirroring &&
         std::equal(a.blocks.begin(), a.blocks.end(), b.blocks.begin(), b.blocks.end(), same_block);
}

bool LayoutTables::operator==(const LayoutTables& other) const {
  return same_definition(definition, other.definition) && counts == other.counts && active == other.active &&
         changed == other.changed && added == other.added && removed == other.removed &&
         most_added == other.most_added && most_removed == other.most_removed;
}

StatisticsTables::StatisticsTables()
    : raw(kRawThreats),
      positions(kMaxPieces + 1),
      active(kMaxPieces + 1, Counts(kMaxThreats + 1)),
      pairs(kMaxPieces + 1),
      moves(kMoveClasses, Counts(kListLengths * kListLengths)),
      redundant(kMoveClasses, Counts(kListLengths)),
      crossings(kMoveClasses) {}

void StatisticsTables::add(const StatisticsTables& other) {
  add_to(raw, other.raw);
  add_to(positions, other.positions);
  for (std::size_t i = 0; i < active.size(); ++i) add_to(active[i], other.active[i]);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t attacker = 0; attacker < kPieceCount; ++attacker) {
      for (std::size_t victim = 0; victim < kPieceCount; ++victim) {
        pairs[i][attacker][victim] += other.pairs[i][attacker][victim];
      }
    }
  }
  for (std::size_t i = 0; i < moves.size(); ++i) add_to(moves[i], other.moves[i]);
  for (std::size_t i = 0; i < redundant.size(); ++i) add_to(redundant[i], other.redundant[i]);
  add_to(crossings, other.crossings);
  for (std::size_t i = 0; i < layouts.size(); ++i) add_to(layouts[i], other.layouts[i]);
  for (std::size_t i = 0; i < kExtremes; ++i) {
    const auto& theirs = other.extremes[i];
    const auto& ours = extremes[i];
    const bool wins = theirs && (!ours || theirs->value > ours->value ||
                                 (theirs->value == ours->value && theirs->unit < ours->unit));
    if (wins) extremes[i] = theirs;
  }
}

StatisticsTables tables_of(const Statistics& statistics, const std::vector<Layout>& layouts) {
  StatisticsTables tables;
  CounterSums sums = sums_of(statistics);
  tables.raw = std::move(sums.raw);
  tables.pairs = std::move(sums.pairs);
  for (unsigned pieces = 0; pieces <= kMaxPieces; ++pieces) {
    for (unsigned halves = 0; halves < 4; ++halves) {
      tables.positions[pieces] += statistics.positions[4 * pieces + halves];
    }
    copy(statistics.active[pieces], tables.active[pieces]);
  }
  for (unsigned i = 0; i < kMoveClasses; ++i) {
    copy(statistics.moves[i], tables.moves[i]);
    copy(statistics.redundant[i], tables.redundant[i]);
  }
  copy(statistics.crossings, tables.crossings);
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    tables.layouts.push_back(layout_tables(statistics, sums.halves, layouts[i], i));
  }
  for (unsigned i = 0; i < kExtremes; ++i) {
    tables.extremes[i] = named(statistics.extreme(static_cast<Extreme>(i)));
  }
  return tables;
}

StatisticsTotals totals_of(const StatisticsTables& tables) {
  StatisticsTotals totals;
  totals.positions = sum_of(tables.positions);
  for (std::uint32_t i = 0; i < kRawThreats; ++i) {
    totals.threats += tables.raw[i];
    if (tables.raw[i] != 0) totals.signature += tables.raw[i] * mix(pack(threat_of(i)));
  }
  return totals;
}

std::vector<std::uint64_t> active_histogram(const StatisticsTables& tables) {
  Counts sum(kMaxThreats + 1);
  for (const Counts& histogram : tables.active) add_to(sum, histogram);
  return sum;
}

IndexStatus index_status(const Layout& layout, std::uint32_t index, std::uint64_t count) {
  if (layout.is_dropped(index)) return IndexStatus::dropped;
  const Possibility possibility = possibility_of(layout, index);
  if (count != 0) return IndexStatus::seen;
  if (is_impossible(possibility)) return IndexStatus::impossible;
  return possibility == Possibility::possible ? IndexStatus::unseen : IndexStatus::unreachable;
}

std::string disagreement(const StatisticsTables& tables) {
  const Counts active = active_histogram(tables);
  const StatisticsTotals totals = totals_of(tables);
  if (sum_of(active) != totals.positions) return "positions and the histogram of their threats";
  if (moment_of(active) != totals.threats) return "the threats' counters and the lists' lengths";
  std::uint64_t in_pairs = 0;
  for (const PairTable& table : tables.pairs) {
    for (const auto& row : table) in_pairs += std::accumulate(row.begin(), row.end(), std::uint64_t{0});
  }
  if (in_pairs != totals.threats) return "the threats' counters and the table of pairs";
  std::uint64_t moves = 0;
  for (const Counts& joint : tables.moves) moves += sum_of(joint);
  for (const LayoutTables& layout : tables.layouts) {
    const std::string& name = layout.definition.name;
    if (sum_of(layout.counts) != 2 * moment_of(layout.active)) return "activations of the layout " + name;
    if (sum_of(layout.active) != totals.positions) return "positions of the layout " + name;
    if (sum_of(layout.changed) != moves) return "moves of the layout " + name;
    if (moment_of(layout.changed) != layout.added + layout.removed) return "changes of the layout " + name;
  }
  return "";
}

}  // namespace threatperft
