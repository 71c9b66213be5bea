#include "engine_core/chess/printable.h"

namespace threatperft {

std::string printable(std::string_view text, std::size_t limit) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string shown;
  for (const char character : text.substr(0, limit)) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == '\\') {
      shown += "\\\\";
    } else if (character == '\t') {
      shown += "\\t";
    } else if (byte >= 0x20 && byte < 0x7F) {
      shown += character;
    } else {
      shown += "\\x";
      shown += kDigits[byte >> 4];
      shown += kDigits[byte & 15];
    }
  }
  if (text.size() > limit) shown += "...";
  return shown;
}

}  // namespace threatperft
