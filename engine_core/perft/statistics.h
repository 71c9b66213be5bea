#pragma once

#ifdef __SSE4_1__
#include <immintrin.h>
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"
#include "engine_core/perft/merged_positions.h"
#include "engine_core/threats/delta.h"
#include "engine_core/threats/feature_space.h"
#include "engine_core/threats/layout.h"

namespace threatperft {

/// Leaves are kept apart by the number of pieces on the board and by the half of the board that each king
/// stands on, so that endgames do not drown in middlegames and every layout's counters follow from the raw
/// ones.
inline constexpr unsigned kMaxPieces = 64;
inline constexpr unsigned kBuckets = (kMaxPieces + 1) * 4;

/// The half of the board that a king stands on, as a bit: files e to h.
[[nodiscard]] THREATPERFT_INLINE constexpr unsigned king_half(Square king) { return file_of(king) >> 2; }
/// 4 * pieces + 2 * black king's half + white king's half.
[[nodiscard]] THREATPERFT_INLINE constexpr unsigned bucket_of(const Position& position) {
  return static_cast<unsigned>(position.occupied().count()) * 4 + 2 * king_half(position.king(Color::black)) +
         king_half(position.king(Color::white));
}

/// A move changes the bucket in one of four ways, its slot: captures + 2 * crossing (the mover's king goes to
/// the other half of the board).
inline constexpr unsigned kSlots = 4;
[[nodiscard]] THREATPERFT_INLINE constexpr unsigned bucket_after(unsigned bucket, Color mover,
                                                                 unsigned slot) {
  return (bucket ^ (slot >= 2 ? 1u << index(mover) : 0)) - 4 * (slot & 1);
}
/// The slot of a move that leads from one bucket to the other.
[[nodiscard]] THREATPERFT_INLINE constexpr unsigned slot_between(unsigned before, unsigned after) {
  return before / 4 - after / 4 + (before % 4 != after % 4 ? 2 : 0);
}

/// Moves are told apart by kind, moved type and colour.
inline constexpr unsigned kMoveKinds = 7;
inline constexpr unsigned kMoveClasses = kMoveKinds * kPieceTypeCount * 2;
[[nodiscard]] THREATPERFT_INLINE constexpr std::uint8_t move_class(MoveKind kind, PieceType moved,
                                                                   Color color) {
  return static_cast<std::uint8_t>((static_cast<unsigned>(kind) * kPieceTypeCount + index(moved)) * 2 +
                                   index(color));
}

/// Lengths of a delta's lists run from 0 to `DeltaList::capacity`.
inline constexpr unsigned kListLengths = DeltaList::capacity + 1;

/// Eight numbers side by side: lane 0 for all threats, the others for a layout each.
using Lanes = std::uint16_t __attribute__((vector_size(16)));
inline constexpr unsigned kMaxLayouts = 7;

/// The same in a byte each, for what a delta's list weighs: layout.h's weights, halves of an index, of which
/// a list has no more than twice its capacity. They add and subtract as one number, for no byte overflows.
using Weights = std::uint64_t;
static_assert(2 * DeltaList::capacity < 256);

[[nodiscard]] THREATPERFT_INLINE Lanes lanes_of(Weights weights) {
#ifdef __SSE4_1__
  return std::bit_cast<Lanes>(_mm_cvtepu8_epi16(_mm_cvtsi64_si128(static_cast<long long>(weights))));
#else
  using Bytes = std::uint8_t __attribute__((vector_size(8)));
  return __builtin_convertvector(std::bit_cast<Bytes>(weights), Lanes);
#endif
}

/// The weight of every pair of pieces in all lanes.
struct LaneWeights {
  unsigned layouts = 0;
  std::array<Weights, 256> by_pair{};  ///< by attacker + 16 * victim
};
/// Lane 1 + i for layout i; at most `kMaxLayouts`.
LaneWeights lane_weights(std::span<const Layout> layouts);

/// Which positions of a tree are counted.
enum class StatisticsAt : std::uint8_t {
  leaves,     ///< those at the depth asked for
  all_nodes,  ///< those at any depth
};

/// What a maximum is asked for.
enum class Extreme : std::uint8_t {
  active,     ///< threats in one position
  added,      ///< by one move
  removed,    ///< by one move
  changed,    ///< added and removed by one move
  redundant,  ///< in both lists of one move
  gained,     ///< added less removed
  lost,       ///< removed less added
};
inline constexpr unsigned kExtremes = 7;

/// Where a maximum was reached first.
struct ExtremeCase {
  int value = 0;
  std::uint64_t unit = 0;  ///< of the walk, see `Statistics::begin_unit`
  Position position;       ///< the position itself for `active`, else the one before the move
  std::optional<Move> move;
};

/// Everything that is counted. Sums and maxima, so that parts merge by addition and come out the same
/// whatever the order and number of the parts. Hot loops write to the public members; all of them start at
/// zero.
class Statistics {
 public:
  /// What is collected (see `collected`) has room for 2^`collected_log2` positions.
  explicit Statistics(const LaneWeights& weights, unsigned collected_log2 = kCollectedLog2);
  ~Statistics();
  Statistics(const Statistics&) = delete;
  Statistics& operator=(const Statistics&) = delete;

  /// Says which part of the work follows. Of two equal maxima the one from the unit with the smaller number
  /// is kept, within a unit the first; a unit must be gathered in one go.
  void begin_unit(std::uint64_t unit);
  [[nodiscard]] THREATPERFT_INLINE std::uint64_t unit() const { return unit_; }

  /// Positions whose moves are still to be gathered from, see Kernel::collect. Made when they are first asked
  /// for.
  [[nodiscard]] THREATPERFT_INLINE MergedPositions& collected() {
    return collected_ != nullptr ? *collected_ : make_collected();
  }
  [[nodiscard]] THREATPERFT_INLINE bool has_collected() const {
    return collected_ != nullptr && collected_->size() != 0;
  }

  /// The counters of a bucket, by raw index: in how many positions each threat was active. Modulo 2^64 while
  /// a walk goes on.
  [[nodiscard]] THREATPERFT_INLINE std::uint64_t* counters(unsigned bucket) {
    std::uint64_t* found = counters_[bucket];
    return found != nullptr ? found : allocate(bucket);
  }
  /// The same for readers; null if the bucket has no positions.
  [[nodiscard]] const std::uint64_t* find_counters(unsigned bucket) const { return counters_[bucket]; }

  /// To be called if `is_extreme_delta(added * kListLengths + removed)` says so; and for moves with
  /// `redundant_threshold` redundant threats or more.
  void note_move(const Position& before, Move move, std::uint32_t added, std::uint32_t removed);
  void note_redundant(const Position& before, Move move, std::uint32_t redundant);
  /// To be called if a position has `active_threshold` threats or more; with or without the move that led to
  /// it.
  void note_active(const Position& position, std::uint32_t active);
  void note_active_after(const Position& before, Move move, std::uint32_t active);

  [[nodiscard]] THREATPERFT_INLINE bool is_extreme_delta(std::uint32_t lengths) const {
    return extreme_deltas_[lengths] != 0;
  }

  /// Throws std::logic_error if something that `other` has collected is not settled.
  void merge(const Statistics& other);
  [[nodiscard]] bool operator==(const Statistics& other) const;

  [[nodiscard]] const std::optional<ExtremeCase>& extreme(Extreme which) const {
    return extremes_[static_cast<std::size_t>(which)];
  }
  /// For reading back what was written to a file.
  void set_extreme(Extreme which, const ExtremeCase& found);

  const LaneWeights weights;
  std::uint64_t positions[kBuckets] = {};
  /// Threats active per position, by the number of pieces.
  std::uint64_t active[kMaxPieces + 1][kMaxThreats + 1] = {};
  /// Moves by class, threats added and threats removed.
  std::uint64_t moves[kMoveClasses][kListLengths * kListLengths] = {};
  /// Moves with redundant threats, by class and their number; index 0 is not used.
  std::uint64_t redundant[kMoveClasses][kListLengths] = {};
  /// Moves after which the mover's king stands on the other half of the board, by class.
  std::uint64_t crossings[kMoveClasses] = {};

  /// Layouts, by number: active indices per position (for one perspective, both have as many) and indices
  /// changed per move.
  std::uint64_t layout_active[kMaxLayouts][kMaxThreats + 1] = {};
  std::uint64_t layout_changed[kMaxLayouts][2 * kListLengths] = {};
  std::uint64_t layout_added[kMaxLayouts + 1] = {};    ///< sums by lane, in halves
  std::uint64_t layout_removed[kMaxLayouts + 1] = {};  ///< the same
  Lanes most_added{};                                  ///< by one move, by lane, in halves
  Lanes most_removed{};                                ///< the same
  std::uint32_t active_threshold = 0;
  std::uint32_t redundant_threshold = 1;

 private:
  /// Some 13 MiB, which hold what three plies of most positions come to, or four of the first one.
  static constexpr unsigned kCollectedLog2 = 17;

  std::uint64_t* allocate(unsigned bucket);
  MergedPositions& make_collected();
  bool is_new(Extreme which, int value) const;
  void note(Extreme which, int value, const Position& position, std::optional<Move> move);
  void update_thresholds();

  std::uint64_t* counters_[kBuckets] = {};
  std::array<std::unique_ptr<std::uint64_t[]>, kBuckets> owned_;
  std::array<std::optional<ExtremeCase>, kExtremes> extremes_;
  std::array<int, kExtremes> thresholds_{};  ///< the smallest value that would be new
  std::uint8_t extreme_deltas_[kListLengths * kListLengths] = {};
  std::uint64_t unit_ = 0;
  unsigned collected_log2_;
  MergedPositions* collected_ = nullptr;
  std::unique_ptr<MergedPositions> owned_collected_;
};

}  // namespace threatperft
