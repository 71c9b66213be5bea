#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "epd/diagnostic.h"
#include "epd/input.h"

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
  void fill();
  void begin();
  void skip_rest_of_long_line();
  std::size_t whole_lines() const;

  ByteSource& source_;
  std::size_t chunk_size_;
  std::string rest_;  ///< read, but not handed out yet
  std::size_t next_line_ = 1;
  bool started_ = false;
  bool at_end_ = false;
  bool skipping_ = false;  ///< in the middle of a line that is too long
};

struct Line {
  std::string_view text;  ///< without blanks at its ends, nor NULs and Ctrl-Z at its end
  std::size_t number = 0;
  bool too_long = false;  ///< an error; `text` is not all of it
};

/// What is wrong with a line that is too long; the file and the line's number are left to the caller.
Diagnostic line_too_long(const Line& line);

/// Goes through the lines of a chunk that are neither blank nor a comment (# or %).
class LineCursor {
 public:
  /// The chunk must outlive the cursor.
  explicit LineCursor(const LineChunk& chunk) : bytes_(chunk.bytes), next_line_(chunk.first_line) {}

  /// False at the end of the chunk.
  bool next(Line& line);

 private:
  std::string_view bytes_;
  std::size_t next_line_;
};

}  // namespace threatperft
