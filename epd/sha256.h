#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace threatperft {

/// SHA-256 of bytes that arrive piece by piece.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  void add(const char* bytes, std::size_t size);
  /// In hexadecimal; ends the computation.
  std::string finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace threatperft
