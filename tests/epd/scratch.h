#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace threatperft {

/// A folder of its own, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, std::string_view bytes) const;

 private:
  std::filesystem::path folder_;
};

enum class Compression { gzip, bzip2, xz, zstd };
inline constexpr Compression kCompressions[] = {Compression::gzip, Compression::bzip2, Compression::xz,
                                                Compression::zstd};
const char* name_of(Compression compression);

std::string compressed(std::string_view bytes, Compression compression);

}  // namespace threatperft
