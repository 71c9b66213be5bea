#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"
#include "engine_core/threats/delta.h"

namespace threatperft {

class Statistics;
enum class StatisticsAt : std::uint8_t;

/// Walks go no deeper than this.
inline constexpr int kMaxDepth = 32;

/// The code that writes the delta of a move.
enum class Updater : std::uint8_t { scalar, avx2, avx512 };

/// Sums over the nodes at one depth of a tree (with multiplicity). Depth 0 is the root.
struct DepthTotals {
  std::uint64_t nodes = 0;
  std::uint64_t threats = 0;     ///< lengths of the threat lists
  std::uint64_t signature = 0;   ///< mix(packed) over all threats, modulo 2^64
  std::uint64_t checked = 0;     ///< nodes whose maintained list was compared with the oracle's
  std::uint64_t mismatches = 0;  ///< of those, the ones that differed
};

/// What a walk found. Sums and maxima, so that the totals of subtrees merge in any order.
struct WalkTotals {
  std::array<DepthTotals, kMaxDepth + 1> depths{};
  std::uint64_t redundant = 0;        ///< threats that stood in both lists of a delta
  std::uint32_t largest_list = 0;     ///< the most threats in one position
  std::uint32_t largest_added = 0;    ///< the most threats that one move added
  std::uint32_t largest_removed = 0;  ///< the most threats that one move removed
};

/// Adds a subtree's totals whose root stands at `depth` of the whole tree; the subtree's own root is left
/// out, for the walk above it has counted that node.
void merge_subtree(WalkTotals& whole, const WalkTotals& subtree, int depth);
/// Adds the totals of another part of the same tree, depth by depth.
void add_totals(WalkTotals& whole, const WalkTotals& part);

/// When a mismatch was seen.
enum class CheckStage : std::uint8_t {
  made,    ///< after the last move of the path was made: its delta is wrong
  unmade,  ///< after the last move of the path was taken back: the state is not what it was
};

/// Hears of mismatches while a check walk runs. It gets what it needs to find out the rest by itself.
class CheckListener {
 public:
  /// `path` leads from the root of the walk to the node, its last move is the one at fault; `delta` is what
  /// the updater wrote for it. Returns whether the walk should go on.
  virtual bool on_mismatch(const Move* path, std::size_t length, CheckStage stage, const Delta& delta) = 0;

 protected:
  ~CheckListener() = default;
};

/// Raised from outside to end walks early; a stopped walk leaves incomplete totals.
using StopFlag = std::atomic<bool>;

/// The walks of one build and updater. Every function is thread-safe and holds no state of its own.
struct Kernel {
  Updater updater;
  std::string_view build;  ///< what it was compiled for: "x86-64", "x86-64-v3", ...

  /// The number of leaves at `depth` (0 is 1), bulk-counted: the last ply is counted, not made.
  std::uint64_t (*count)(const Position& root, int depth, const StopFlag& stop);

  /// Makes every move down to the leaves and counts them one by one, without threats: the base line of the
  /// speed table.
  std::uint64_t (*count_made)(const Position& root, int depth, const StopFlag& stop);

  /// The same with the delta of every move written (and nothing done with it but to add up the lists'
  /// lengths, which is returned): the speed of the updater.
  std::uint64_t (*count_deltas)(const Position& root, int depth, const StopFlag& stop);

  /// Threat-perft numbers at every depth from 0 to `depth`, kept by deltas, unchecked.
  void (*sum)(const Position& root, int depth, WalkTotals& totals, const StopFlag& stop);

  /// The same, and at every node the maintained list is compared with the oracle's. Exact: no hashing is
  /// involved. After each unmake the state is compared with what it was. Returns early if the listener says
  /// so.
  void (*check)(const Position& root, int depth, WalkTotals& totals, CheckListener& listener,
                const StopFlag& stop);

  /// The delta of one legal move, as the walks write it: for showing it, and for looking into a mismatch.
  void (*delta)(const Position& position, Move move, Delta& delta);

  /// Feature statistics (statistics.h) of the nodes at `depth`, 1 or more, or of all nodes down to there but
  /// the root; and of the moves that lead to them.
  void (*gather)(const Position& root, int depth, StatisticsAt at, Statistics& statistics,
                 const StopFlag& stop);

  /// The same in two steps, for trees that have positions in common, which are then gathered from once:
  /// `collect` puts off some or all of the work until the same kernel's `settle`. After a walk or a settling
  /// that was stopped the statistics are incomplete.
  void (*collect)(const Position& root, int depth, StatisticsAt at, Statistics& statistics,
                  const StopFlag& stop);
  void (*settle)(Statistics& statistics, const StopFlag& stop);

  /// The same as `gather`, slowly: the threats of every counted node are found from scratch.
  void (*gather_naively)(const Position& root, int depth, StatisticsAt at, Statistics& statistics,
                         const StopFlag& stop);

  /// Statistics of a single position, without moves; and of the legal moves of one, without positions.
  void (*gather_position)(const Position& position, Statistics& statistics);
  void (*gather_moves)(const Position& position, Statistics& statistics);
};

}  // namespace threatperft
