#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace threatperft {

/// A file that cannot be opened, read or decompressed. `what()` is the reason alone, without the file's name.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Bytes that arrive in order, once.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills as much of the buffer as the source can give now, at least one byte; 0 at the end. Throws
  /// InputError.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
};

/// A file, pipe or standard input ("-"), decompressed if its first bytes say gzip, zstd, xz or bzip2,
/// whatever its name. Never seeks. A compressed file that is cut short or damaged ends in an InputError.
class Input final : public ByteSource {
 public:
  explicit Input(const std::string& path);
  /// The same for bytes in memory, which must outlive the input.
  static Input from_memory(std::string_view bytes);
  ~Input() override;
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  std::size_t read(char* buffer, std::size_t size) override;

  /// SHA-256 of the file's own bytes (not the decompressed ones) in hexadecimal. Only once `read` has
  /// returned 0.
  std::string sha256() const;

 private:
  struct Implementation;
  explicit Input(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace threatperft
