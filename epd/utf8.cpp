#include "epd/utf8.h"

#include <cstdint>

#include "engine_core/chess/printable.h"

namespace threatperft {
namespace {

// The number of bytes of the well-formed, printable character at the beginning of the text; 0 if there is
// none.
std::size_t printable_character(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7F ? 1 : 0;
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return 0;
  std::uint32_t code = lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3F);
  }
  const bool overlong = code < (size == 4 ? 0x10000u : size == 3 ? 0x800u : 0x80u);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool control =
      code < 0xA0 || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return overlong || surrogate || control || code > 0x10FFFF ? 0 : size;
}

}  // namespace

std::string printable_utf8(std::string_view text, std::size_t limit) {
  if (text.size() > limit) return printable(text, limit);
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t size = printable_character(rest);
    if (size == 0) return printable(text, limit);
    rest.remove_prefix(size);
  }
  return std::string(text);
}

}  // namespace threatperft
