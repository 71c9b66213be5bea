#include "epd/position_set.h"

#include <utility>

#include "engine_core/chess/printable.h"
#include "epd/record.h"

namespace threatperft {

void parse_position_line(std::string_view text, const LineOptions& options, PositionLine& line) {
  Record record;
  line.valid = parse_record(text, options, Trailer::operations_or_columns, record);
  line.warnings.clear();
  if (!line.valid) {
    line.error = std::move(record.error);
    return;
  }
  line.position = record.position;
  line.chess960 = record.chess960;
  for (Diagnostic& warning : record.warnings) {
    if (!warning.only_verbose) line.warnings.push_back(std::move(warning));
  }
}

PositionCursor::PositionCursor(std::string file, const LineChunk& chunk, const LineOptions& options)
    : file_(std::move(file)), lines_(chunk), options_(options) {}

bool PositionCursor::next(PositionLine& line) {
  Line text;
  if (!lines_.next(text)) return false;
  line.line = text.number;
  if (text.too_long) {
    line.valid = false;
    line.warnings.clear();
    line.error = line_too_long(text);
  } else {
    parse_position_line(text.text, options_, line);
  }
  const auto locate = [&](Diagnostic& diagnostic) {
    diagnostic.file = file_;
    diagnostic.line = text.number;
  };
  if (!line.valid) locate(line.error);
  for (Diagnostic& warning : line.warnings) locate(warning);
  return true;
}

}  // namespace threatperft
