#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/chess/position.h"
#include "epd/diagnostic.h"
#include "epd/line_options.h"

namespace threatperft {

/// The deepest depth that a suite may give a count for.
inline constexpr int kMaxSuiteDepth = 32;

/// What a suite says about one depth: at least one of the three.
struct DepthExpectation {
  int depth = 0;                           ///< 0 is allowed, with 1 node
  std::optional<std::uint64_t> nodes;      ///< D<depth>, or `perft <depth> <count>`
  std::optional<std::uint64_t> threats;    ///< T<depth>
  std::optional<std::uint64_t> signature;  ///< S<depth>
};

struct SuitePosition {
  std::string id;   ///< the `id` operation, else a label "<file name without folders and extensions>:<line>"
  std::string fen;  ///< written by `to_fen`: six fields, Shredder letters if `chess960`
  Position position;
  bool chess960 = false;
  std::size_t line = 0;                  ///< where the position stands in the file
  std::vector<DepthExpectation> depths;  ///< ascending, each depth once; empty where the suite gives none
};

/// A suite as read. With errors, `positions` holds the lines that were right.
struct Suite {
  std::string path;    ///< as given; "-" for standard input
  std::string sha256;  ///< of the file's own bytes; empty if it could not be read to its end
  std::vector<SuitePosition> positions;  ///< in the order of the file
  DiagnosticList errors;                 ///< in the order of the file, at most one a line
  DiagnosticList warnings;
};

/// Reads a suite from a file, a pipe or standard input ("-"), compressed or not. Whatever goes wrong is in
/// `errors`: a file that cannot be read, too, or one without any position. Nothing is thrown but
/// std::bad_alloc.
///
/// A line is a FEN or EPD with operations in any of the usual styles, or belongs to a block of `id`, `epd`
/// and `perft <depth> <count>` lines; blank lines and lines that begin with # or % are skipped.
Suite read_suite(const std::string& path, const LineOptions& options = {});

/// The same for bytes in memory, which may be compressed. `name` is what diagnostics call the file.
Suite parse_suite(const std::string& name, std::string_view bytes, const LineOptions& options = {});

}  // namespace threatperft
