#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace threatperft {

/// Something wrong with, or mended in, a file that was read.
struct Diagnostic {
  std::string file;      ///< as the user named it; "-" for standard input
  std::size_t line = 0;  ///< from 1; 0 if the file as a whole is meant
  /// A short stable word for tables: the kinds of fen.h ("king-count", "en-passant-dropped", ...), and for
  /// lines and files "count", "operation", "block", "encoding", "line-too-long", "input", ...
  std::string kind;
  std::string field;          ///< the part of the line at fault: "board", "castling", "D3", "id", "file", ...
  std::string found;          ///< the text at fault, shortened, odd bytes escaped: always printable ASCII
  std::string expected;       ///< what should stand there, or the reason
  bool only_verbose = false;  ///< a warning worth saying only to those who ask for everything

  /// One line: `file:line: field: found "x", expected y`.
  std::string text() const;
};

/// A list of diagnostics that does not grow without bound: past `kListed` entries (and as many that are
/// only_verbose) they are only counted.
class DiagnosticList {
 public:
  static constexpr std::size_t kListed = 1000;

  void add(Diagnostic diagnostic);
  /// All that were added, listed or not.
  std::size_t count() const { return count_ + only_verbose_count_; }
  std::size_t only_verbose_count() const { return only_verbose_count_; }
  bool empty() const { return count() == 0; }
  /// The first ones of either sort, in the order in which they were added.
  const std::vector<Diagnostic>& listed() const { return listed_; }
  auto begin() const { return listed_.begin(); }
  auto end() const { return listed_.end(); }

 private:
  std::vector<Diagnostic> listed_;
  std::size_t count_ = 0;  // but for those that are only_verbose
  std::size_t only_verbose_count_ = 0;
};

}  // namespace threatperft
