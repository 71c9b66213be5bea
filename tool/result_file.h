#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace threatperft {

/// Throws UserError if --output names one of these files or folders (as which links count, too): a run must
/// not replace what it reads. "-" and names of nothing are passed over.
void require_other_than(const std::string& output, const std::vector<std::string>& inputs);

/// A file that appears under its name whole or not at all. The text is written to a temporary file in the
/// same folder, synced, and renamed.
class ResultFile {
 public:
  /// Creates the temporary file, so that an unwritable folder is noticed before hours of work. Throws
  /// UserError.
  explicit ResultFile(std::string path);
  /// Removes the temporary file unless `commit` has renamed it.
  ~ResultFile();
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  /// Writes everything and puts it in place. Throws UserError; the file of that name is then what it was
  /// before.
  void commit(std::string_view text);

 private:
  [[noreturn]] void fail(std::string_view doing, int error);

  std::string path_;       ///< as the user gave it
  std::string target_;     ///< behind symbolic links
  std::string temporary_;  ///< empty once renamed or removed
  int descriptor_ = -1;
};

}  // namespace threatperft
