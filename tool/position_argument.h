#pragma once

#include <string>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/position.h"
#include "tool/common_options.h"
#include "tool/console.h"

namespace threatperft {

/// The position that a command line names.
struct NamedPosition {
  std::string id;  ///< its name, or "position"
  Position position;
  CastlingNotation notation = CastlingNotation::standard;
  std::string fen;
};

/// Reads a position from a command's words: a FEN as one word or as several, a name (startpos, kiwipete, ...,
/// or an id of the embedded suites), "-" for a FEN on standard input, or nothing for the start position. What
/// was mended is said on the console. Throws UserError.
NamedPosition read_position(const std::vector<std::string>& words, const LineOptions& options,
                            Console& console);

}  // namespace threatperft
