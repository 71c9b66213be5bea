#pragma once

#include "engine_core/chess/fen.h"

namespace threatperft {

/// What a reader takes for Chess960.
enum class Chess960 {
  automatic,  ///< positions with a castling right that standard chess does not have
  always,     ///< all positions
  never,      ///< none; a position with such a castling right is an error
};

/// How lines with positions are read, in suites and in position sets.
struct LineOptions {
  FenStrictness strictness = FenStrictness::lenient;
  Chess960 chess960 = Chess960::automatic;
};

}  // namespace threatperft
