#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/perft/kernel.h"

namespace threatperft {

/// What is timed on each position.
enum class BenchWalk {
  count,   ///< bulk counting: the last ply is counted, not made
  moves,   ///< every move made, down to the leaves, without threats: the base line
  deltas,  ///< the same, and the delta of every move written
  check,   ///< the whole check
};

std::string_view to_string(BenchWalk walk);

/// A walk with a kernel. All of them take turns, so that a change of the machine's speed hits all alike.
struct Contender {
  BenchWalk walk = BenchWalk::moves;
  const Kernel* kernel = nullptr;
};

/// A position of the fixed work.
struct BenchPosition {
  std::string_view id;
  std::string_view what;  ///< in a word
  std::string_view fen;
  int depth = 0;
  Position position;
  std::uint64_t moves = 0;  ///< made in one walk, at all plies
};

/// Median and median absolute deviation, and what it is of. The median resists the outliers of a noisy
/// machine, and so does the deviation (Hampel 1974); neither assumes a distribution.
struct Spread {
  double median = 0;
  double deviation = 0;
};

/// Of at least one value.
Spread spread_of(std::vector<double> values);

/// Seconds by position, contender and round.
struct BenchTimes {
  std::vector<BenchPosition> positions;
  std::vector<Contender> contenders;
  std::vector<std::vector<std::vector<double>>> seconds;            ///< by the clock
  std::vector<std::vector<std::vector<double>>> processor_seconds;  ///< what this thread had of them
};

/// The fixed work: quiet, tactical, endgame, promotions and Chess960.
std::vector<BenchPosition> bench_positions();

/// Sets the depth, at least 1, and how many moves that makes.
void set_depth(BenchPosition& work, int depth);

/// Times everything, round by round, on this thread. Throws std::logic_error if two kernels disagree about
/// the work. A raised stop flag ends it early: then `seconds` has only complete rounds.
BenchTimes run_bench(std::vector<BenchPosition> positions, std::vector<Contender> contenders, int rounds,
                     const StopFlag& stop);

/// A round's seconds of one contender over all positions.
std::vector<double> whole_rounds(const BenchTimes& times, std::size_t contender);

/// Round by round `seconds of a / seconds of b`, for values that were taken in turn.
std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace threatperft
