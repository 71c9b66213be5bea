#pragma once

#include <cstdint>

#include "engine_core/perft/delta_changes.h"
#include "engine_core/perft/statistics.h"
#include "engine_core/threats/delta.h"
#include "engine_core/threats/threat_visits.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

THREATPERFT_INLINE Lanes lanes_of(Threat threat, const LaneWeights& weights) {
  return weights.by_pair.data()[index(threat.attacker) + 16 * index(threat.victim)];
}

/// Adds `times` to the counters of the threats from `begin` up to `end`.
THREATPERFT_INLINE void count_threats(const DeltaList& list, std::uint32_t begin, std::uint32_t end,
                                      std::uint64_t* counters, std::uint64_t times) {
  for (std::uint32_t i = begin; i < end; ++i) counters[index_of(list.threats.data()[i])] += times;
}

/// As redundant_in(delta), for moves of one piece that are no en passant: all but the discovered threats
/// of the source square end or start at a square that just one of the lists can name, and no list holds a
/// threat twice.
THREATPERFT_INLINE std::uint32_t redundant_in(const Delta& delta, DeltaMark mark) {
  std::uint32_t both = 0;
  for (std::uint32_t i = 0; i < mark.added; ++i) {
    for (std::uint32_t k = mark.removed; k < delta.removed.count; ++k) {
      both += delta.added.threats.data()[i] == delta.removed.threats.data()[k] ? 1 : 0;
    }
  }
  return both;
}

/// Writes what one position, and what one move, is to the statistics. One object serves the moves of a node,
/// the sums over which stay in registers.
class StatisticsRecord {
 public:
  THREATPERFT_INLINE explicit StatisticsRecord(Statistics& statistics) : statistics_(statistics) {}

  /// What the threats of a list from `begin` on weigh.
  THREATPERFT_INLINE Lanes sum(const DeltaList& list, std::uint32_t begin) const {
    Lanes total{};
    for (std::uint32_t i = begin; i < list.count; ++i)
      total += lanes_of(list.threats.data()[i], statistics_.weights);
    return total;
  }

  /// The same, and `times` is added to their counters.
  THREATPERFT_INLINE Lanes count(const DeltaList& list, std::uint32_t begin, std::uint64_t* counters,
                                 std::uint64_t times) const {
    Lanes total{};
    for (std::uint32_t i = begin; i < list.count; ++i) {
      const Threat threat = list.threats.data()[i];
      counters[index_of(threat)] += times;
      total += lanes_of(threat, statistics_.weights);
    }
    return total;
  }

  /// A counted position: the one after a move.
  THREATPERFT_INLINE void position(const Position& before, Move move, unsigned pieces, Lanes active) {
    const std::uint32_t threats = active[0] / 2u;
    count_position(pieces, active);
    if (threats >= statistics_.active_threshold) statistics_.note_active_after(before, move, threats);
  }

  /// A counted position, from which nothing is known of a move that led there.
  THREATPERFT_INLINE void position(const Position& counted, unsigned pieces, Lanes active) {
    const std::uint32_t threats = active[0] / 2u;
    count_position(pieces, active);
    if (threats >= statistics_.active_threshold) statistics_.note_active(counted, threats);
  }

  /// A move: its delta, what each list weighs, and how many threats stand in both.
  THREATPERFT_INLINE void move(const Position& before, Move move, unsigned kind, const Delta& delta,
                               Lanes added, Lanes removed, std::uint32_t both) {
    const std::uint32_t plus = delta.added.count;
    const std::uint32_t minus = delta.removed.count;
    ++statistics_.moves[kind][plus * kListLengths + minus];
    const Lanes changed = added + removed;
    for (unsigned i = 0; i < statistics_.weights.layouts; ++i)
      ++statistics_.layout_changed[i][changed[i + 1] / 2u];
    most_added_ = larger(most_added_, added);
    most_removed_ = larger(most_removed_, removed);
    added_ += added;
    removed_ += removed;
    if (++moves_ == kMovesBeforeOverflow) finish();
    if (both != 0) {
      ++statistics_.redundant[kind][both];
      statistics_.note_redundant(before, move, both);
    }
    if (statistics_.is_extreme_delta(plus, minus)) statistics_.note_move(before, move, plus, minus);
  }

  /// Hands over the sums.
  THREATPERFT_INLINE void finish() {
    for (unsigned i = 0; i < 8; ++i) {
      statistics_.layout_added[i] += added_[i];
      statistics_.layout_removed[i] += removed_[i];
    }
    statistics_.most_added = larger(statistics_.most_added, most_added_);
    statistics_.most_removed = larger(statistics_.most_removed, most_removed_);
    added_ = removed_ = Lanes{};
    moves_ = 0;
  }

 private:
  // A list weighs at most twice its capacity.
  static constexpr std::uint32_t kMovesBeforeOverflow = 0xFFFF / (2 * DeltaList::capacity);

  THREATPERFT_INLINE static Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }

  THREATPERFT_INLINE void count_position(unsigned pieces, Lanes active) {
    ++statistics_.active[pieces][active[0] / 2u];
    for (unsigned i = 0; i < statistics_.weights.layouts; ++i)
      ++statistics_.layout_active[i][active[i + 1] / 2u];
  }

  // As many layouts as are known, whether they are asked for or not, and more only if there are: lanes
  // without a layout are 0.
  template <std::size_t Size>
  THREATPERFT_INLINE void count_lanes(std::uint64_t (&histograms)[kMaxLayouts][Size], Lanes halves) {
    const Lanes counts = halves >> 1;
    ++histograms[0][counts[1]];
    ++histograms[1][counts[2]];
    ++histograms[2][counts[3]];
    ++histograms[3][counts[4]];
    if (statistics_.weights.layouts <= 4) return;
    ++histograms[4][counts[5]];
    ++histograms[5][counts[6]];
    ++histograms[6][counts[7]];
  }

  Statistics& statistics_;
  std::uint32_t moves_ = 0;
  Lanes added_{};
  Lanes removed_{};
  Lanes most_added_{};
  Lanes most_removed_{};
};

/// See Kernel::gather_position.
inline void gather_position(const Position& position, Statistics& statistics) {
  const unsigned bucket = bucket_of(position);
  std::uint64_t* const counts = statistics.counters(bucket);
  Lanes active{};
  visit_threats(position, [&](Threat threat) {
    ++counts[index_of(threat)];
    active += lanes_of(threat, statistics.weights);
  });
  ++statistics.positions[bucket];
  StatisticsRecord{statistics}.position(position, bucket / 4, active);
}

}  // namespace threatperft::inline THREATPERFT_BUILD
