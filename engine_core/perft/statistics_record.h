#pragma once

#include <cstdint>

#include "engine_core/perft/delta_changes.h"
#include "engine_core/perft/statistics.h"
#include "engine_core/threats/delta.h"
#include "engine_core/threats/threat_visits.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Four bits of the attacker and of the victim, as in LaneWeights.
THREATPERFT_INLINE std::uint32_t pair_of(Threat threat) {
#if THREATPERFT_PEXT
  return _pext_u32(std::bit_cast<std::uint32_t>(threat), 0x000F000F);
#else
  return index(threat.attacker) + 16 * index(threat.victim);
#endif
}

/// The same as `index_of`, which a walk calls for every threat of every delta.
THREATPERFT_INLINE std::uint32_t counter_of(Threat threat) {
#if THREATPERFT_PEXT
  const std::uint32_t squares = _pext_u32(std::bit_cast<std::uint32_t>(threat), 0x3F003F00);
  const std::uint32_t rank = feature_tables::kPairRank.data()[index(threat.attacker) << 12 | squares];
  return rank * std::uint32_t{kPieceCount} + index(threat.victim);
#else
  return index_of(threat);
#endif
}

/// Adds `times` to the counters of the threats from `begin` up to `end`.
THREATPERFT_INLINE void count_threats(const DeltaList& list, std::uint32_t begin, std::uint32_t end,
                                      std::uint64_t* counters, std::uint64_t times) {
  for (std::uint32_t i = begin; i < end; ++i) counters[counter_of(list.threats.data()[i])] += times;
}

/// As redundant_in(delta), for moves that are neither castling nor en passant: all but the discovered threats
/// of the source square end or start at a square that just one of the lists can name, and no list holds a
/// threat twice. The source square's part ends at `source`, the move's own goes from `begin` to `end`.
THREATPERFT_INLINE std::uint32_t redundant_discovered(const Delta& delta, DeltaMark source, DeltaMark begin,
                                                      DeltaMark end) {
  std::uint32_t both = 0;
  for (std::uint32_t i = 0; i < source.added; ++i) {
    for (std::uint32_t k = begin.removed; k < end.removed; ++k) {
      both += delta.added.threats.data()[i] == delta.removed.threats.data()[k] ? 1 : 0;
    }
  }
  return both;
}

/// What a move does to the list: how many threats each of its lists has, and what they weigh.
struct MoveChange {
  std::uint32_t added;
  std::uint32_t removed;
  Weights added_weights;
  Weights removed_weights;
};

/// Writes what positions and moves are to the statistics, each as often as it is come to. One object serves
/// the moves of a node, the sums over which stay near.
class StatisticsRecord {
 public:
  THREATPERFT_INLINE explicit StatisticsRecord(Statistics& statistics, std::uint64_t times = 1)
      : statistics_(statistics), times_(times) {}

  /// What the threats of a list weigh from `begin` up to `end`.
  [[nodiscard]] THREATPERFT_INLINE Weights sum(const DeltaList& list, std::uint32_t begin,
                                               std::uint32_t end) const {
    Weights total = 0;
    for (std::uint32_t i = begin; i < end; ++i) total += weight(list.threats.data()[i]);
    return total;
  }

  /// The same, after each threat: `up_to[i + 1] = up_to[i] + weight of threat i`.
  THREATPERFT_INLINE void weigh(const DeltaList& list, std::uint32_t begin, std::uint32_t end,
                                Weights* up_to) const {
    Weights total = up_to[begin];
    for (std::uint32_t i = begin; i < end; ++i) {
      total += weight(list.threats.data()[i]);
      up_to[i + 1] = total;
    }
  }

  /// The same, and `times` is added to their counters.
  THREATPERFT_INLINE void count(const DeltaList& list, std::uint32_t begin, std::uint32_t end,
                                std::uint64_t* counters, std::uint64_t times, Weights* up_to) const {
    Weights total = up_to[begin];
    for (std::uint32_t i = begin; i < end; ++i) {
      const Threat threat = list.threats.data()[i];
      counters[counter_of(threat)] += times;
      total += weight(threat);
      up_to[i + 1] = total;
    }
  }

  /// A counted position: the one after a move. `active` is what the threats before the move weigh.
  THREATPERFT_INLINE void position_after(const Position& before, Move move, unsigned pieces, Lanes active,
                                         const MoveChange& change) {
    const std::uint32_t threats = active[0] / 2u + change.added - change.removed;
    count_position(pieces, threats,
                   active + lanes_of(change.added_weights) - lanes_of(change.removed_weights));
    if (threats >= statistics_.active_threshold) statistics_.note_active_after(before, move, threats);
  }

  /// A counted position, from which nothing is known of a move that led there.
  THREATPERFT_INLINE void position(const Position& counted, unsigned pieces, Lanes active) {
    const std::uint32_t threats = active[0] / 2u;
    count_position(pieces, threats, active);
    if (threats >= statistics_.active_threshold) statistics_.note_active(counted, threats);
  }

  /// A move, but for its redundant threats.
  THREATPERFT_INLINE void move(const Position& before, Move move, unsigned kind, const MoveChange& change) {
    count_move(kind, change);
    if (statistics_.is_extreme_delta(change.added * kListLengths + change.removed))
      statistics_.note_move(before, move, change.added, change.removed);
  }
  /// The same, if there was a like move before.
  THREATPERFT_INLINE void count_move(unsigned kind, const MoveChange& change) {
    statistics_.moves[kind][change.added * kListLengths + change.removed] += times_;
    const Lanes added = lanes_of(change.added_weights);
    const Lanes removed = lanes_of(change.removed_weights);
    count_lanes(statistics_.layout_changed, added + removed);
    most_added_ = larger(most_added_, added);
    most_removed_ = larger(most_removed_, removed);
    added_ += added;
    removed_ += removed;
    if (++moves_ == kMovesBeforeOverflow) finish();
  }

  /// A move with redundant threats.
  void redundant(const Position& before, Move move, unsigned kind, std::uint32_t both) {
    statistics_.redundant[kind][both] += times_;
    statistics_.note_redundant(before, move, both);
  }

  /// Hands over the sums.
  THREATPERFT_INLINE void finish() {
    add_lanes(statistics_.layout_added, added_);
    add_lanes(statistics_.layout_removed, removed_);
    statistics_.most_added = larger(statistics_.most_added, most_added_);
    statistics_.most_removed = larger(statistics_.most_removed, most_removed_);
    added_ = removed_ = Lanes{};
    moves_ = 0;
  }

 private:
  // A list weighs at most twice its capacity.
  static constexpr std::uint32_t kMovesBeforeOverflow = 0xFFFF / (2 * DeltaList::capacity);

  [[nodiscard]] THREATPERFT_INLINE Weights weight(Threat threat) const {
    return statistics_.weights.by_pair.data()[pair_of(threat)];
  }

  THREATPERFT_INLINE void add_lanes(std::uint64_t (&sums)[kMaxLayouts + 1], Lanes lanes) const {
    using Wide = std::uint64_t __attribute__((vector_size(64)));
    const auto wide =
        std::bit_cast<std::array<std::uint64_t, kMaxLayouts + 1>>(__builtin_convertvector(lanes, Wide));
    for (unsigned i = 0; i <= kMaxLayouts; ++i) sums[i] += wide[i] * times_;
  }

  THREATPERFT_INLINE static Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }

  THREATPERFT_INLINE void count_position(unsigned pieces, std::uint32_t threats, Lanes active) {
    statistics_.active[pieces][threats] += times_;
    count_lanes(statistics_.layout_active, active);
  }

  // As many layouts as are known, whether they are asked for or not, and more only if there are: lanes
  // without a layout are 0.
  template <std::size_t Size>
  THREATPERFT_INLINE void count_lanes(std::uint64_t (&histograms)[kMaxLayouts][Size], Lanes halves) {
    const Lanes counts = halves >> 1;
    histograms[0][counts[1]] += times_;
    histograms[1][counts[2]] += times_;
    histograms[2][counts[3]] += times_;
    histograms[3][counts[4]] += times_;
    if (statistics_.weights.layouts <= 4) return;
    histograms[4][counts[5]] += times_;
    histograms[5][counts[6]] += times_;
    histograms[6][counts[7]] += times_;
  }

  Statistics& statistics_;
  const std::uint64_t times_;
  std::uint32_t moves_ = 0;
  Lanes added_{};
  Lanes removed_{};
  Lanes most_added_{};
  Lanes most_removed_{};
};

/// The threats of a position: their counters, and what they weigh together.
class ActiveThreats {
 public:
  THREATPERFT_INLINE ActiveThreats(const Position& position, const Statistics& statistics) {
    visit_threats(position, [&](Threat threat) {
      counters_[count_++] = counter_of(threat);
      lanes_ += lanes_of(statistics.weights.by_pair.data()[pair_of(threat)]);
    });
  }

  [[nodiscard]] THREATPERFT_INLINE Lanes lanes() const { return lanes_; }
  /// Adds `times` to the counters of all of them.
  THREATPERFT_INLINE void count(std::uint64_t* counters, std::uint64_t times) const {
    for (std::uint32_t i = 0; i < count_; ++i) counters[counters_[i]] += times;
  }

 private:
  std::uint32_t counters_[kMaxThreats];
  std::uint32_t count_ = 0;
  Lanes lanes_{};
};

/// See Kernel::gather_position.
inline void gather_position(const Position& position, Statistics& statistics) {
  const unsigned bucket = bucket_of(position);
  const ActiveThreats threats(position, statistics);
  threats.count(statistics.counters(bucket), 1);
  ++statistics.positions[bucket];
  StatisticsRecord{statistics}.position(position, bucket / 4, threats.lanes());
}

}  // namespace threatperft::inline THREATPERFT_BUILD
