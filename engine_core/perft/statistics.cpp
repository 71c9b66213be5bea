#include "engine_core/perft/statistics.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "engine_core/chess/moves.h"

namespace threatperft {

namespace {

template <std::size_t Size>
void add(std::uint64_t (&sum)[Size], const std::uint64_t (&other)[Size]) {
  for (std::size_t i = 0; i < Size; ++i) sum[i] += other[i];
}
template <std::size_t Rows, std::size_t Size>
void add(std::uint64_t (&sum)[Rows][Size], const std::uint64_t (&other)[Rows][Size]) {
  for (std::size_t i = 0; i < Rows; ++i) add(sum[i], other[i]);
}

template <std::size_t Size>
bool equal(const std::uint64_t (&a)[Size], const std::uint64_t (&b)[Size]) {
  return std::equal(a, a + Size, b);
}
template <std::size_t Rows, std::size_t Size>
bool equal(const std::uint64_t (&a)[Rows][Size], const std::uint64_t (&b)[Rows][Size]) {
  for (std::size_t i = 0; i < Rows; ++i) {
    if (!equal(a[i], b[i])) return false;
  }
  return true;
}

bool equal(const Lanes& a, const Lanes& b) {
  bool same = true;
  for (unsigned i = 0; i < 8; ++i) same &= a[i] == b[i];
  return same;
}

bool equal(const std::optional<ExtremeCase>& a, const std::optional<ExtremeCase>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->value == b->value && a->move == b->move && same_position(a->position, b->position);
}

/// Counters that are all zero say the same as none.
bool equal_counters(const std::uint64_t* a, const std::uint64_t* b) {
  if (a == nullptr) std::swap(a, b);
  if (a == nullptr) return true;
  if (b != nullptr) return std::equal(a, a + kRawThreats, b);
  return std::all_of(a, a + kRawThreats, [](std::uint64_t count) { return count == 0; });
}

}  // namespace

LaneWeights lane_weights(std::span<const Layout> layouts) {
  LaneWeights weights;
  weights.layouts = static_cast<unsigned>(std::min<std::size_t>(layouts.size(), kMaxLayouts));
  for (unsigned attacker = 0; attacker < kPieceCount; ++attacker) {
    for (unsigned victim = 0; victim < kPieceCount; ++victim) {
      Weights& sum = weights.by_pair[attacker + 16 * victim];
      sum = 2;
      for (unsigned i = 0; i < weights.layouts; ++i) {
        sum |= Weights{layouts[i].weight(piece_at(attacker), piece_at(victim))} << (8 * (i + 1));
      }
    }
  }
  return weights;
}

Statistics::Statistics(const LaneWeights& lane_weights, unsigned collected_log2)
    : weights(lane_weights), collected_log2_(collected_log2) {
  update_thresholds();
}
Statistics::~Statistics() = default;

std::uint64_t* Statistics::allocate(unsigned bucket) {
  owned_[bucket] = std::make_unique<std::uint64_t[]>(kRawThreats);
  return counters_[bucket] = owned_[bucket].get();
}

MergedPositions& Statistics::make_collected() {
  owned_collected_ = std::make_unique<MergedPositions>(collected_log2_);
  collected_ = owned_collected_.get();
  return *collected_;
}

void Statistics::begin_unit(std::uint64_t unit) {
  unit_ = unit;
  update_thresholds();
}

// A value is new if it is larger than what was seen, or as large and from an earlier unit than what was seen.
void Statistics::update_thresholds() {
  std::array<int, kExtremes> next;
  for (std::size_t i = 0; i < kExtremes; ++i) {
    const auto& seen = extremes_[i];
    next[i] = !seen ? std::numeric_limits<int>::min() : unit_ < seen->unit ? seen->value : seen->value + 1;
  }
  if (next == thresholds_) return;
  thresholds_ = next;
  const auto threshold = [&](Extreme which, int least) {
    return static_cast<std::uint32_t>(std::max(next[static_cast<std::size_t>(which)], least));
  };
  active_threshold = threshold(Extreme::active, 0);
  redundant_threshold = threshold(Extreme::redundant, 1);
  for (int added = 0; added < static_cast<int>(kListLengths); ++added) {
    for (int removed = 0; removed < static_cast<int>(kListLengths); ++removed) {
      const bool extreme = is_new(Extreme::added, added) || is_new(Extreme::removed, removed) ||
                           is_new(Extreme::changed, added + removed) ||
                           is_new(Extreme::gained, added - removed) || is_new(Extreme::lost, removed - added);
      extreme_deltas_[added * static_cast<int>(kListLengths) + removed] = extreme ? 1 : 0;
    }
  }
}

bool Statistics::is_new(Extreme which, int value) const {
  return value >= thresholds_[static_cast<std::size_t>(which)];
}

void Statistics::note(Extreme which, int value, const Position& position, std::optional<Move> move) {
  if (!is_new(which, value)) return;
  extremes_[static_cast<std::size_t>(which)] = ExtremeCase{value, unit_, position, move};
  update_thresholds();
}

void Statistics::note_move(const Position& before, Move move, std::uint32_t added, std::uint32_t removed) {
  const int plus = static_cast<int>(added);
  const int minus = static_cast<int>(removed);
  note(Extreme::added, plus, before, move);
  note(Extreme::removed, minus, before, move);
  note(Extreme::changed, plus + minus, before, move);
  note(Extreme::gained, plus - minus, before, move);
  note(Extreme::lost, minus - plus, before, move);
}

void Statistics::note_redundant(const Position& before, Move move, std::uint32_t redundant_threats) {
  note(Extreme::redundant, static_cast<int>(redundant_threats), before, move);
}

void Statistics::note_active(const Position& position, std::uint32_t threats) {
  note(Extreme::active, static_cast<int>(threats), position, std::nullopt);
}

void Statistics::note_active_after(const Position& before, Move move, std::uint32_t threats) {
  note_active(after(before, move), threats);
}

void Statistics::set_extreme(Extreme which, const ExtremeCase& found) {
  extremes_[static_cast<std::size_t>(which)] = found;
  update_thresholds();
}

void Statistics::merge(const Statistics& other) {
  if (other.has_collected()) throw std::logic_error("merging statistics that are not settled");
  for (unsigned bucket = 0; bucket < kBuckets; ++bucket) {
    const std::uint64_t* from = other.counters_[bucket];
    if (from == nullptr) continue;
    std::uint64_t* to = counters(bucket);
    for (std::uint32_t i = 0; i < kRawThreats; ++i) to[i] += from[i];
  }
  add(positions, other.positions);
  add(active, other.active);
  add(moves, other.moves);
  add(redundant, other.redundant);
  add(crossings, other.crossings);
  add(layout_active, other.layout_active);
  add(layout_changed, other.layout_changed);
  add(layout_added, other.layout_added);
  add(layout_removed, other.layout_removed);
  for (unsigned i = 0; i < 8; ++i) {
    most_added[i] = std::max<std::uint16_t>(most_added[i], other.most_added[i]);
    most_removed[i] = std::max<std::uint16_t>(most_removed[i], other.most_removed[i]);
  }
  for (std::size_t i = 0; i < kExtremes; ++i) {
    const auto& theirs = other.extremes_[i];
    auto& ours = extremes_[i];
    if (!theirs) continue;
    const bool wins =
        !ours || theirs->value > ours->value || (theirs->value == ours->value && theirs->unit < ours->unit);
    if (wins) ours = theirs;
  }
  update_thresholds();
}

bool Statistics::operator==(const Statistics& other) const {
  for (unsigned bucket = 0; bucket < kBuckets; ++bucket) {
    if (!equal_counters(counters_[bucket], other.counters_[bucket])) return false;
  }
  for (std::size_t i = 0; i < kExtremes; ++i) {
    if (!equal(extremes_[i], other.extremes_[i])) return false;
  }
  return equal(positions, other.positions) && equal(active, other.active) && equal(moves, other.moves) &&
         equal(redundant, other.redundant) && equal(crossings, other.crossings) &&
         equal(layout_active, other.layout_active) && equal(layout_changed, other.layout_changed) &&
         equal(layout_added, other.layout_added) && equal(layout_removed, other.layout_removed) &&
         equal(most_added, other.most_added) && equal(most_removed, other.most_removed);
}

}  // namespace threatperft
