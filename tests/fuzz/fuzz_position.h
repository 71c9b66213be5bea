#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine_core/chess/position.h"

namespace threatperft {

/// Takes a fuzzer's bytes one by one; zeros when they are used up.
class ByteReader {
 public:
  ByteReader(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool done() const { return at_ >= size_; }
  std::uint8_t next() { return done() ? std::uint8_t{0} : data_[at_++]; }
  /// A number below `bound`, which must not be 0.
  std::size_t next_below(std::size_t bound) { return next() % bound; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

/// A legal position made of the first bytes: the start position of either variant, or an arbitrary board with
/// castling rights and an en-passant square. Nothing where the bytes give no legal one.
std::optional<Position> position_from(ByteReader& bytes);

}  // namespace threatperft
