#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/chess/position.h"
#include "epd/diagnostic.h"
#include "epd/input.h"
#include "epd/line_options.h"

namespace threatperft {

/// Longer lines are errors; no more than this of a line is ever kept in memory.
inline constexpr std::size_t kMaxLineLength = 64 * 1024;

/// Some whole lines of a text, or the head of one line that is too long.
struct LineChunk {
  std::string bytes;           ///< with their line ends: LF, CRLF or lone CR; the last line may have none
  std::size_t first_line = 1;  ///< the number of the first line, from 1
  bool line_too_long = false;  ///< `bytes` is the head of one line longer than kMaxLineLength
};

/// Cuts a text into chunks of whole lines. Serial and cheap: the chunks can be parsed in parallel, by
/// PositionCursor. Skips a byte-order mark. Memory is bounded by the chunk that is being filled.
class LineReader {
 public:
  /// Chunks have about `chunk_size` bytes. The source must outlive the reader.
  explicit LineReader(ByteSource& source, std::size_t chunk_size = 256 * 1024);

  /// Replaces `chunk` by the next one; false at the end. Throws InputError, also for UTF-16 and binary input,
  /// which is told by the first bytes.
  bool next(LineChunk& chunk);

 private:
  bool fill();
  void refuse_what_is_not_text();
  void skip_rest_of_long_line();

  ByteSource& source_;
  std::size_t chunk_size_;
  std::string rest_;  ///< read, but not handed out yet
  std::size_t next_line_ = 1;
  bool started_ = false;
  bool at_end_ = false;
  bool skipping_ = false;  ///< in the middle of a line that is too long
};

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
  const LineChunk& chunk_;
  LineOptions options_;
  std::size_t offset_ = 0;
  std::size_t line_;
};

/// Reads one line of a position set, which must be neither blank nor a comment. `line` and the diagnostics'
/// file and line are left to the caller.
void parse_position_line(std::string_view text, const LineOptions& options, PositionLine& line);

/// Whether a line holds nothing, or only a comment.
bool is_blank_or_comment(std::string_view text);

}  // namespace threatperft
