#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "tool/exit_status.h"
#include "tool/stats_files.h"

namespace threatperft {

namespace {

constexpr std::string_view kMagic("\x93NUMPY\x01\x00", 8);
constexpr std::size_t kAlignment = 64;

// Magic, version, two bytes of length, and a text that pads the whole to a multiple of 64 bytes.
std::string npy_header(std::size_t count) {
  std::string text = fmt::format("{{'descr': '<u8', 'fortran_order': False, 'shape': ({},), }}", count);
  const std::size_t unpadded = kMagic.size() + 2 + text.size() + 1;
  text.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  text += '\n';
  std::string header(kMagic);
  header += static_cast<char>(text.size() & 0xFF);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

}  // namespace

std::string npy_bytes(std::span<const std::uint64_t> counts) {
  std::string bytes = npy_header(counts.size());
  bytes.reserve(bytes.size() + counts.size() * 8);
  for (const std::uint64_t count : counts) {
    for (unsigned shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(count >> shift & 0xFF);
  }
  return bytes;
}

std::vector<std::uint64_t> parse_npy(std::string_view bytes, std::size_t expected, const std::string& file) {
  const std::string header = npy_header(expected);
  if (!bytes.starts_with(header) || bytes.size() != header.size() + expected * 8) {
    throw UserError(
        fmt::format("{}: expected {} unsigned 64-bit numbers as this program writes them", file, expected));
  }
  bytes.remove_prefix(header.size());
  std::vector<std::uint64_t> counts(expected);
  for (std::size_t i = 0; i < expected; ++i) {
    for (unsigned byte = 0; byte < 8; ++byte) {
      counts[i] |= std::uint64_t{static_cast<unsigned char>(bytes[i * 8 + byte])} << (8 * byte);
    }
  }
  return counts;
}

}  // namespace threatperft
