#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/chess/position.h"
#include "epd/diagnostic.h"
#include "epd/line_options.h"
#include "epd/line_reader.h"

namespace threatperft {

/// What stands in one line of a position set.
struct PositionLine {
  std::size_t line = 0;
  bool valid = false;  ///< there is a position; else `error` says why not
  Position position;
  bool chess960 = false;
  std::vector<Diagnostic> warnings;
  Diagnostic error;
};

/// Goes through the positions of a chunk. A line is a FEN or EPD of 2 to 6 fields, alone, with EPD
/// operations, or with columns behind `|`, `,` or `[` (scores, results) that are skipped. Blank lines and
/// comments (# or %) are passed over.
///
///     LineChunk chunk;  // from a LineReader
///     PositionCursor cursor(path, chunk, options);
///     PositionLine line;
///     while (cursor.next(line)) ...
class PositionCursor {
 public:
  /// `file` is what diagnostics call the file. The chunk must outlive the cursor.
  PositionCursor(std::string file, const LineChunk& chunk, const LineOptions& options);

  /// The next line that is neither blank nor a comment; false at the end of the chunk.
  bool next(PositionLine& line);

 private:
  std::string file_;
  LineCursor lines_;
  LineOptions options_;
};

/// Reads one line of a position set, which must be neither blank nor a comment. `line` and the diagnostics'
/// file and line are left to the caller.
void parse_position_line(std::string_view text, const LineOptions& options, PositionLine& line);

}  // namespace threatperft
