#include "epd/input.h"

#include <utility>

#include "epd/decoder.h"
#include "epd/raw_bytes.h"

namespace threatperft {

struct Input::Implementation {
  template <class Source>
  explicit Implementation(const Source& source) : raw(source), decoder(make_decoder(raw)) {}

  RawBytes raw;
  std::unique_ptr<ByteSource> decoder;  // null if the bytes are not compressed
  std::string sha256;
};

Input::Input(const std::string& path) : implementation_(std::make_unique<Implementation>(path)) {}

Input::Input(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}

Input::~Input() = default;

Input Input::from_memory(std::string_view bytes) { return Input(std::make_unique<Implementation>(bytes)); }

std::size_t Input::read(char* buffer, std::size_t size) {
  if (!implementation_->sha256.empty()) return 0;
  ByteSource& source = implementation_->decoder ? *implementation_->decoder : implementation_->raw;
  const std::size_t count = source.read(buffer, size);
  if (count == 0) implementation_->sha256 = implementation_->raw.drain_and_hash();
  return count;
}

std::string Input::sha256() const { return implementation_->sha256; }

}  // namespace threatperft
