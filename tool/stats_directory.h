#pragma once

#include <string>
#include <string_view>

namespace threatperft {

/// A folder of results that appears under its name whole or not at all: files are written into a temporary
/// folder beside it, which is renamed in the end.
class StatsDirectory {
 public:
  /// Creates the temporary folder, so that what cannot work is noticed before hours of work. Throws
  /// UserError: also if the folder exists, unless `force` is given and it holds nothing but statistics (or
  /// nothing at all).
  StatsDirectory(std::string path, bool force);
  /// Removes the temporary folder unless `commit` has renamed it.
  ~StatsDirectory();
  StatsDirectory(const StatsDirectory&) = delete;
  StatsDirectory& operator=(const StatsDirectory&) = delete;

  /// Writes one file. Throws UserError.
  void write(const std::string& name, std::string_view bytes);

  /// Puts the folder in place. Throws UserError; what was there before is then still there.
  void commit();

 private:
  [[noreturn]] void fail(std::string_view doing, int error) const;
  void refuse_if_occupied() const;

  std::string path_;       ///< as the user gave it
  std::string target_;     ///< behind symbolic links, without a slash at its end
  std::string temporary_;  ///< empty once renamed or removed
  bool force_;
};

}  // namespace threatperft
