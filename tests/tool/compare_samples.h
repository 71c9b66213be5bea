#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tool/compare_exact.h"
#include "tool/compare_file.h"

namespace threatperft {

/// A result of `check` over two suites with three positions, one of them twice.
nlohmann::ordered_json check_sample();
/// A result of `check` with a mismatch.
nlohmann::ordered_json failed_check_sample();
/// A summary of `stats` with one layout.
nlohmann::ordered_json stats_sample();

/// How a machine behaves while `bench` runs on it.
struct BenchNoise {
  unsigned seed = 1;
  int rounds = 15;
  double of_run = 0;       ///< deviation of a factor that a whole run has
  double of_round = 0;     ///< of one that all times of a round have
  double of_walk = 0;      ///< of each time's own
  double spike_share = 0;  ///< of times that take half as long again
};

/// A result of `bench`: four walks, two of them by updaters, on three positions.
nlohmann::ordered_json bench_sample(const BenchNoise& noise);

/// Makes a walk slower by a factor: on one position, or on all.
void slow_down(nlohmann::ordered_json& bench, const std::string& walk, const std::string& updater,
               double factor, const std::string& position = "");

/// As from a file of that name.
ResultDocument document(nlohmann::ordered_json json, const std::string& path = "file.json");

/// All differences of two results.
Differences differences_of(const nlohmann::ordered_json& before, const nlohmann::ordered_json& after,
                           std::size_t limit = 100);

/// "changed known.epd:kiwipete depth 2 nodes: 2039 -> 2040 (+1)".
std::string line_of(const Difference& difference);

/// All lists' lines, in order.
std::vector<std::string> lines_of(const Differences& differences);

}  // namespace threatperft
