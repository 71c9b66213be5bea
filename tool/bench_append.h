#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tool/bench.h"
#include "tool/compare_file.h"

namespace threatperft {

// Rounds of several runs in one file: so two programs can take turns, and what befalls the machine befalls
// both.

/// The result of `bench` in a file; nothing if there is none. Throws UserError if it is no such result, or
/// was written on another processor or by another program.
std::optional<ResultDocument> read_bench_rounds(const std::string& path);

std::size_t rounds_in(const ResultDocument& earlier);

/// Puts the earlier rounds before those of a run. Throws UserError if they are of other work or other walks.
void prepend_rounds(const ResultDocument& earlier, BenchTimes& times);

}  // namespace threatperft
