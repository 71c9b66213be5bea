#pragma once

#include <cstdint>

#include "engine_core/perft/delta_changes.h"
#include "engine_core/perft/statistics.h"
#include "engine_core/threats/delta.h"
#include "engine_core/threats/threat_visits.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Four bits of the attacker and of the victim, as in LaneWeights.
THREATPERFT_INLINE std::uint64_t pair_of(Threat threat) {
#if THREATPERFT_PEXT
  return _pext_u64(std::bit_cast<std::uint32_t>(threat), 0x000F000F);
#else
  return index(threat.attacker) + 16 * index(threat.victim);
#endif
}

/// The same as `index_of`, which a walk calls for every threat of every delta.
THREATPERFT_INLINE std::uint64_t counter_of(Threat threat) {
#if THREATPERFT_PEXT
  const std::uint64_t packed = std::bit_cast<std::uint32_t>(threat);
  const feature_tables::PairsFrom& pairs = feature_tables::kPairsFrom.data()[_pext_u64(packed, 0x3F0F)];
  const std::uint64_t reached = _bzhi_u64(pairs.reach.bits, static_cast<unsigned>(packed >> 24));
  const auto before = static_cast<std::uint64_t>(_mm_popcnt_u64(reached));
  return pairs.first + before * std::uint64_t{kPieceCount} + (packed >> 16 & 0xFF);
#else
  return index_of(threat);
#endif
}

/// What a move does to the list: how many threats each of its lists has, and what they weigh.
struct MoveChange {
  std::uint32_t added;
  std::uint32_t removed;
  Weights added_weights;
  Weights removed_weights;

  THREATPERFT_INLINE friend MoveChange operator+(const MoveChange& a, const MoveChange& b) {
    return {a.added + b.added, a.removed + b.removed, a.added_weights + b.added_weights,
            a.removed_weights + b.removed_weights};
  }
};

/// What a part of a move does, and the threats themselves.
struct DeltaPart {
  MoveChange change;
  const Threat* added;
  const Threat* removed;
};

/// Adds `times[slot]` to `counters(slot)` of a part's added threats, and takes as many from those of the
/// removed ones: two slots at once, for as a rule both or none are needed.
template <class Counters>
THREATPERFT_INLINE void count_part(const DeltaPart& part, const std::uint64_t (&times)[kSlots],
                                   Counters&& counters) {
  for (unsigned slot = 0; slot < kSlots; slot += 2) {
    if ((times[slot] | times[slot + 1]) == 0) continue;
    std::uint64_t* const first = times[slot] != 0 ? counters(slot) : counters(slot + 1);
    std::uint64_t* const second = times[slot + 1] != 0 ? counters(slot + 1) : first;
    for (std::uint32_t i = 0; i < part.change.added; ++i) {
      const std::uint64_t number = counter_of(part.added[i]);
      first[number] += times[slot];
      second[number] += times[slot + 1];
    }
    for (std::uint32_t i = 0; i < part.change.removed; ++i) {
      const std::uint64_t number = counter_of(part.removed[i]);
      first[number] -= times[slot];
      second[number] -= times[slot + 1];
    }
  }
}

/// The squares that the discovered threats of a source square's part start at, end at or pass.
THREATPERFT_INLINE Bitboard discovered_squares(const DeltaPart& source) {
  Bitboard squares;
  for (std::uint32_t i = 0; i < source.change.added; ++i) {
    const Threat threat = source.added[i];
    squares |= Bitboard{threat.attacker_square} | segment(threat.attacker_square, threat.victim_square);
  }
  return squares;
}

/// As redundant_in(delta), for moves that are neither castling nor en passant: all but the discovered threats
/// of the source square end or start at a square that just one of the lists can name, and no list holds a
/// threat twice. None is in both unless the target is one of the discovered squares.
THREATPERFT_INLINE std::uint32_t redundant_discovered(const DeltaPart& source, const DeltaPart& target) {
  std::uint32_t both = 0;
  for (std::uint32_t i = 0; i < source.change.added; ++i) {
    for (std::uint32_t k = 0; k < target.change.removed; ++k) {
      both += source.added[i] == target.removed[k] ? 1 : 0;
    }
  }
  return both;
}

/// Writes what positions and moves are to the statistics, each as often as it is come to. One object serves
/// the moves of a node, the sums over which stay near.
class StatisticsRecord {
 public:
  THREATPERFT_INLINE explicit StatisticsRecord(Statistics& statistics, std::uint64_t times = 1)
      : statistics_(statistics), times_(times) {}

  /// A part of a delta as it was written.
  [[nodiscard]] THREATPERFT_INLINE DeltaPart part_of(const Delta& delta) const {
    return {{delta.added.count, delta.removed.count, weight(delta.added), weight(delta.removed)},
            delta.added.threats.data(),
            delta.removed.threats.data()};
  }

  /// What the threats of a list weigh up to each of them: `up_to[i + 1] = up_to[i] + weight of threat i`.
  THREATPERFT_INLINE void weigh(const DeltaList& list, Weights* up_to) const {
    Weights total = up_to[0];
    for (std::uint32_t i = 0; i < list.count; ++i) {
      total += weight(list.threats.data()[i]);
      up_to[i + 1] = total;
    }
  }

  /// The same, and `times` is added to their counters.
  THREATPERFT_INLINE void count(const DeltaList& list, std::uint64_t* counters, std::uint64_t times,
                                Weights* up_to) const {
    Weights total = up_to[0];
    for (std::uint32_t i = 0; i < list.count; ++i) {
      const Threat threat = list.threats.data()[i];
      counters[counter_of(threat)] += times;
      total += weight(threat);
      up_to[i + 1] = total;
    }
  }

  /// A counted position with so many pieces, whose threats weigh so much. Returns the number of threats.
  THREATPERFT_INLINE std::uint32_t count_position(unsigned pieces, Lanes active) const {
    const std::uint32_t threats = active[0] / 2u;
    statistics_.active[pieces][threats] += times_;
    count_lanes(statistics_.layout_active, active);
    return threats;
  }

  /// To be called before as many moves are counted.
  THREATPERFT_INLINE void expect_moves(std::uint32_t count) {
    if (moves_ + count > kMovesBeforeOverflow) finish();
    moves_ += count;
  }
  /// A move, but for its redundant threats.
  THREATPERFT_INLINE void count_move(unsigned move_class, const MoveChange& change) {
    statistics_.moves[move_class][change.added * kListLengths + change.removed] += times_;
    const Lanes added = lanes_of(change.added_weights);
    const Lanes removed = lanes_of(change.removed_weights);
    count_lanes(statistics_.layout_changed, added + removed);
    most_added_ = larger(most_added_, added);
    most_removed_ = larger(most_removed_, removed);
    added_ += added;
    removed_ += removed;
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
  [[nodiscard]] THREATPERFT_INLINE Weights weight(const DeltaList& list) const {
    Weights total = 0;
    for (std::uint32_t i = 0; i < list.count; ++i) total += weight(list.threats.data()[i]);
    return total;
  }

  THREATPERFT_INLINE void add_lanes(std::uint64_t (&sums)[kMaxLayouts + 1], Lanes lanes) const {
    for (unsigned i = 0; i <= kMaxLayouts; ++i) sums[i] += lanes[i] * times_;
  }

  THREATPERFT_INLINE static Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }

  // As many layouts as are known, whether they are asked for or not, and more only if there are: lanes
  // without a layout are 0.
  template <std::size_t Size>
  THREATPERFT_INLINE void count_lanes(std::uint64_t (&histograms)[kMaxLayouts][Size], Lanes halves) const {
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
      counters_[count_++] = static_cast<std::uint32_t>(counter_of(threat));
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
  const std::uint32_t count = StatisticsRecord{statistics}.count_position(bucket / 4, threats.lanes());
  if (count >= statistics.active_threshold) statistics.note_active(position, count);
}

}  // namespace threatperft::inline THREATPERFT_BUILD
