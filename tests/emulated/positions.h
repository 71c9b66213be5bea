#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine_core/chess/position.h"

namespace threatperft {

/// What a suite says of one depth; 0 where it says nothing.
struct SuiteNumbers {
  std::uint64_t nodes = 0;
  std::uint64_t threats = 0;
  std::uint64_t signature = 0;
};

struct TestPosition {
  std::string_view fen;
  std::vector<SuiteNumbers> depths;  ///< depth 1 first
};

/// The positions of all suites in the source tree, put into the program when it was built.
std::span<const TestPosition> test_positions();

/// Reads a FEN that must be good.
Position read_fen(std::string_view fen);

/// A FEN's board and side to move, without a look at whether the position can be walked to.
Position place_pieces(std::string_view fen);

}  // namespace threatperft
