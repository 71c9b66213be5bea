#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine_core/chess/position.h"
#include "epd/diagnostic.h"
#include "epd/line_options.h"
#include "epd/suite.h"

namespace threatperft {

/// One line with a position and what goes with it, in any of the usual styles.
struct Record {
  Position position;
  bool chess960 = false;
  std::string_view id;  ///< the `id` operation without its quotes; empty if there is none
  std::vector<DepthExpectation> depths;
  /// `file` and `line` are not filled in.
  std::vector<Diagnostic> warnings;
  Diagnostic error;
};

/// What may stand behind the fields of a FEN.
enum class Trailer {
  operations,             ///< EPD operations
  operations_or_columns,  ///< or anything at all behind a `|`, `,` or `[`
};

/// Reads a line that is neither blank nor a comment. Returns whether it was right; if not, only `error`
/// counts. The record's `id` points into the text.
bool parse_record(std::string_view text, const LineOptions& options, Trailer trailer, Record& record);

/// Reads a node count: digits only, below 2^64. The whole text must be the number.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// Reads a depth from 0 to kMaxSuiteDepth in the same way.
std::optional<int> parse_depth(std::string_view text);

/// Enters a count of one kind, `which` being a member of DepthExpectation. False if another value stands
/// there, which is then left alone.
bool enter(std::vector<DepthExpectation>& depths, int depth,
           std::optional<std::uint64_t> DepthExpectation::*which, std::uint64_t value);

}  // namespace threatperft
