#pragma once

#include <string_view>

#include "engine_core/perft/check_walk.h"
#include "engine_core/perft/count_walks.h"
#include "engine_core/perft/delta_walk.h"
#include "engine_core/perft/kernel.h"
#include "engine_core/perft/single_delta.h"
#include "engine_core/perft/statistics_naive.h"
#include "engine_core/perft/statistics_walk.h"
#include "engine_core/perft/sum_walk.h"

namespace threatperft::inline THREATPERFT_BUILD {

// The walks from a root: what is known when running (the side to move, depth 0) is settled here, once.

inline std::uint64_t count_from(const Position& root, int depth, const StopFlag& stop) {
  if (depth == 0) return 1;
  return root.side_to_move == Color::white ? count_leaves<Color::white>(root, depth, stop)
                                           : count_leaves<Color::black>(root, depth, stop);
}

inline std::uint64_t count_made_from(const Position& root, int depth, const StopFlag& stop) {
  if (depth == 0) return 1;
  return root.side_to_move == Color::white ? make_leaves<Color::white>(root, depth, stop)
                                           : make_leaves<Color::black>(root, depth, stop);
}

template <class UpdaterType>
std::uint64_t count_deltas_from(const Position& root, int depth, const StopFlag& stop) {
  if (depth == 0) return 0;
  return root.side_to_move == Color::white ? write_deltas<UpdaterType, Color::white>(root, depth, stop)
                                           : write_deltas<UpdaterType, Color::black>(root, depth, stop);
}

/// Puts the root's own numbers into the totals; a walk below it adds the rest.
inline ThreatSums start_totals(const Position& root, WalkTotals& totals) {
  const ThreatSums sums = ThreatSums::of(root);
  DepthTotals& at_root = totals.depths[0];
  ++at_root.nodes;
  at_root.threats += sums.count;
  at_root.signature += sums.signature;
  if (sums.count > totals.largest_list) totals.largest_list = sums.count;
  return sums;
}

template <class UpdaterType>
void sum_from(const Position& root, int depth, WalkTotals& totals, const StopFlag& stop) {
  const ThreatSums sums = start_totals(root, totals);
  if (depth == 0) return;
  if (root.side_to_move == Color::white) {
    sum_below<UpdaterType, Color::white>(root, sums, 0, depth, totals, stop);
  } else {
    sum_below<UpdaterType, Color::black>(root, sums, 0, depth, totals, stop);
  }
}

/// The list starts as the oracle's, so at the root there is nothing to compare and nothing is counted as
/// checked.
template <class UpdaterType>
void check_from(const Position& root, int depth, WalkTotals& totals, CheckListener& listener,
                const StopFlag& stop) {
  const ThreatSums sums = start_totals(root, totals);
  if (depth == 0) return;
  CheckWalk walk{totals, listener, stop};
  walk.list.assign(root);
  if (root.side_to_move == Color::white) {
    check_below<UpdaterType, Color::white>(root, sums, 0, depth, walk);
  } else {
    check_below<UpdaterType, Color::black>(root, sums, 0, depth, walk);
  }
}

/// The walks with an updater, for `name` as what it was compiled for.
template <UpdaterClass UpdaterType>
constexpr Kernel kernel_of(Updater updater, std::string_view name) {
  return Kernel{.updater = updater,
                .build = name,
                .count = count_from,
                .count_made = count_made_from,
                .count_deltas = count_deltas_from<UpdaterType>,
                .sum = sum_from<UpdaterType>,
                .check = check_from<UpdaterType>,
                .delta = single_delta<UpdaterType>,
                .gather = gather<UpdaterType>,
                .collect = collect<UpdaterType>,
                .settle = settle<UpdaterType>,
                .gather_naively = gather_naively<UpdaterType>,
                .gather_position = gather_position,
                .gather_moves = gather_moves<UpdaterType>};
}

}  // namespace threatperft::inline THREATPERFT_BUILD
