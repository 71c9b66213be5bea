#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tool/bench.h"
#include "tool/compare_file.h"
#include "tool/rank_interval.h"

namespace threatperft {

enum class SpeedVerdict {
  shown,      ///< no bound was set
  within,     ///< the loss is not larger than allowed
  lost,       ///< it is larger
  undecided,  ///< the interval holds the bound: more rounds, or a quieter machine
  too_few,    ///< not even the largest difference of so few rounds would tell
};

/// "", "within", "LOST", "cannot tell", "too few rounds".
std::string_view to_string(SpeedVerdict verdict);

/// One walk on one position, or on all.
struct SpeedRow {
  std::string walk;
  std::string updater;    ///< empty: none plays a part
  std::string position;   ///< an id, or "all"
  bool is_whole = false;  ///< all of the walk's work: "all", or the only position
  std::size_t rounds_before = 0;
  std::size_t rounds_after = 0;
  Spread before;  ///< seconds of a walk
  Spread after;
  double change = 0;               ///< of the time that the work takes: 0.1 is 10 % more
  std::optional<Centre> interval;  ///< the same with its limits
  SpeedVerdict verdict = SpeedVerdict::shown;
};

struct SpeedComparison {
  std::string not_compared;  ///< why; empty if it is
  std::string clock;         ///< what the seconds are of
  std::optional<double> max_slowdown;
  std::vector<SpeedRow> rows;

  std::size_t count(SpeedVerdict verdict) const;
  /// Whether a bound was set and nothing could be judged for want of rounds.
  bool has_too_few_rounds() const;
  /// Whether every walk lost more than allowed, also those in which threats play no part.
  bool all_lost() const;
};

/// The chance that any of the comparisons of two files says "lost" (or "within") wrongly.
inline constexpr double kSpeedRisk = 0.05;

/// Compares the seconds of every walk that two results of `bench` on one model of processor share, for the
/// work that they share.
///
/// The first round of one file is paired with the first of the other, and so on, and the logarithms of their
/// quotients are what is looked at: where the two programs took turns (`bench --append`), whatever befell the
/// machine befell both rounds of a pair, and falls out. A walk over all positions is compared by the mean of
/// its logarithms in each round, so that every position weighs the same; each position by itself, too, for a
/// loss may concern one sort of move only. For each of these comparisons, `centre_of` gives the interval of
/// the quotient. Their risks add up to `kSpeedRisk` (Bonferroni): the walks over all positions share half of
/// it, the single positions the other half. A loss is one only if the interval's better end is still beyond
/// `max_slowdown`; it is excluded only if the worse end is within.
///
/// Limits: pairs are taken as independent of each other. Noise that lasts for a whole run looks like a change
/// of speed if the programs did not take turns. With all walks and two updaters there are 36 comparisons, for
/// which 11 rounds a file are the least; many short rounds tell more than few long ones.
SpeedComparison compare_speed(const ResultDocument& before, const ResultDocument& after,
                              std::optional<double> max_slowdown);

}  // namespace threatperft
