#pragma once

#include <memory>

#include "epd/input.h"
#include "epd/raw_bytes.h"

namespace threatperft {

/// A source of the text behind the raw bytes, by the compression that their first bytes name; null if that is
/// none.
std::unique_ptr<ByteSource> make_decoder(RawBytes& raw);

}  // namespace threatperft
