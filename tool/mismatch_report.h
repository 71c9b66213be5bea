#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/chess/fen.h"
#include "tool/mismatch.h"

namespace threatperft {

/// Everything that somebody who looks into a mismatch wants to know. Worked out from the position and the
/// oracle alone: it holds however wrong the walk was.
struct MismatchReport {
  std::string id;  ///< of the suite's position
  std::string root_fen;
  std::string moves_uci;    ///< from the root, blank-separated
  std::string moves_san;    ///< the same with move numbers
  std::string before_fen;   ///< the position before the last move
  std::string reached_fen;  ///< after it
  std::string move_uci;
  std::string move_san;
  std::string updater;
  std::string build;
  CheckStage stage = CheckStage::made;
  bool overlong = false;
  std::vector<Threat> added;
  std::vector<Threat> removed;
  ListDifference difference;  ///< fresh list + delta, against the fresh list on the other side of the move
  std::vector<std::string> repeat;  ///< shell commands that show the same again
};

/// What the report needs beside the mismatch.
struct MismatchContext {
  std::string_view id;
  std::string_view updater;
  std::string_view build;
  CastlingNotation notation = CastlingNotation::standard;
};

MismatchReport describe(const Mismatch& mismatch, const MismatchContext& context);

/// Several lines, indented.
std::string to_text(const MismatchReport& report);
nlohmann::ordered_json to_json(const MismatchReport& report);

/// "1. e4 e5 2. Nf3", from a position.
std::string san_line(const Position& root, const std::vector<Move>& moves);

}  // namespace threatperft
