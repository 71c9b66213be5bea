#pragma once

#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

namespace threatperft {

enum class Style { plain, good, bad, dim, strong };

/// Standard output for results, standard error for messages and the progress line. Calls may come from any
/// thread.
class Console {
 public:
  Console(std::FILE* out, std::FILE* err);

  /// Writes a piece of the result. A failure is remembered, not reported: see `finish`.
  void print(std::string_view text);
  /// Writes one line to standard error.
  void message(std::string_view line);

  /// Shows a line that the next output replaces; nothing where standard error is no terminal.
  void show_progress(std::string_view line);
  void clear_progress();
  bool shows_progress() const { return shows_progress_; }

  /// The text in colour if standard output takes it: a terminal, and no NO_COLOR.
  std::string styled(Style style, std::string_view text) const;

  /// Whether a result could not be written: a closed pipe, a full disk.
  bool output_failed();
  /// Flushes; says on standard error what went wrong with the output, if anything did. Returns whether all is
  /// well.
  bool finish();

 private:
  void clear_progress_locked();
  void note_output_error();

  std::FILE* out_;
  std::FILE* err_;
  bool colour_;
  bool shows_progress_;
  std::mutex mutex_;
  bool progress_visible_ = false;
  int output_error_ = 0;  ///< errno of the first failure
};

}  // namespace threatperft
