#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "epd/input.h"
#include "epd/sha256.h"

namespace threatperft {

/// The bytes of a file, pipe or memory block as they are, hashed as they pass. The first ones can be looked
/// at before they are read.
class RawBytes final : public ByteSource {
 public:
  explicit RawBytes(const std::string& path);
  explicit RawBytes(std::string_view memory) : memory_(memory) {}
  ~RawBytes() override;
  RawBytes(const RawBytes&) = delete;
  RawBytes& operator=(const RawBytes&) = delete;

  std::size_t read(char* buffer, std::size_t size) override;

  /// The first `size` bytes, or all if there are fewer. Only before the first read.
  std::string_view peek(std::size_t size);

  /// Reads what is left, and gives the hash of everything.
  std::string drain_and_hash();

 private:
  std::size_t read_file(char* buffer, std::size_t size);

  int descriptor_ = -1;
  std::string_view memory_;
  std::string peeked_;
  Sha256 hash_;
};

}  // namespace threatperft
