#include "epd/line_reader.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "engine_core/chess/printable.h"

namespace threatperft {
namespace {

using namespace std::string_view_literals;

bool is_line_end(char character) { return character == '\n' || character == '\r'; }

bool is_padding(char character) { return character == '\0' || character == '\x1A'; }

bool is_blank(char character) {
  return character == ' ' || character == '\t' || character == '\v' || character == '\f';
}

// How often a line ends here; CRLF counts once.
std::size_t count_line_ends(std::string_view text) {
  auto count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') ++count;
  }
  return count;
}

bool looks_like_utf16(std::string_view head) {
  if (head.starts_with("\xFF\xFE"sv) || head.starts_with("\xFE\xFF"sv)) return true;
  head = head.substr(0, 64);
  std::size_t nuls[2] = {0, 0};
  for (std::size_t i = 0; i < head.size(); ++i) nuls[i % 2] += head[i] == '\0' ? 1 : 0;
  const std::size_t half = head.size() / 2;
  return half > 1 && ((nuls[0] >= half && nuls[1] == 0) || (nuls[1] >= half && nuls[0] == 0));
}

// NULs are forgiven where a line ends, a few control characters anywhere (their lines will be errors). Which
// line ends there are does not matter.
bool looks_binary(std::string_view head, bool at_end) {
  std::size_t characters = 0;
  std::size_t control_characters = 0;
  for (std::size_t i = 0; i < head.size(); ++i) {
    const auto byte = static_cast<unsigned char>(head[i]);
    if (is_line_end(head[i])) continue;
    ++characters;
    if (is_padding(head[i])) {
      const std::size_t next = head.find_first_not_of("\0\x1A"sv, i);
      if (next == std::string_view::npos) return !at_end && head.size() - i > 64;
      if (!is_line_end(head[next])) return true;
      i = next;
    } else if (byte < 0x20 && !is_blank(head[i])) {
      ++control_characters;
    }
  }
  return control_characters > characters / 16;
}

}  // namespace

LineReader::LineReader(ByteSource& source, std::size_t chunk_size)
    : source_(source), chunk_size_(std::max(chunk_size, kMaxLineLength + 2)) {}

// Reads until there are enough bytes for a chunk.
void LineReader::fill() {
  std::size_t have = rest_.size();
  if (at_end_ || have >= chunk_size_) return;
  rest_.resize(chunk_size_);
  while (have < chunk_size_ && !at_end_) {
    const std::size_t count = source_.read(rest_.data() + have, chunk_size_ - have);
    have += count;
    at_end_ = count == 0;
  }
  rest_.resize(have);
}

void LineReader::begin() {
  fill();
  started_ = true;
  constexpr std::size_t kHead = 4096;
  const std::string_view head = std::string_view(rest_).substr(0, kHead);
  if (looks_like_utf16(head)) throw InputError("is UTF-16 text; convert it to UTF-8 or ASCII");
  if (looks_binary(head, at_end_ && head.size() == rest_.size()))
    throw InputError("is a binary file, not text");
  if (head.starts_with("\xEF\xBB\xBF"sv)) rest_.erase(0, 3);
}

void LineReader::skip_rest_of_long_line() {
  for (;;) {
    const std::size_t end = rest_.find_first_of("\r\n"sv);
    if (end != std::string::npos) {
      rest_.erase(0, end);
      break;
    }
    rest_.clear();
    if (at_end_) return;
    fill();
  }
  fill();  // so that both bytes of a CRLF are there
  rest_.erase(0, rest_.starts_with("\r\n"sv) ? 2 : 1);
}

// The size of the whole lines at the beginning of what has been read. A CR that is the last byte read may be
// half of a CRLF, and ends no line yet.
std::size_t LineReader::whole_lines() const {
  if (at_end_) return rest_.size();
  for (std::size_t size = rest_.size(); size > 0; --size) {
    const char last = rest_[size - 1];
    if (last == '\n' || (last == '\r' && size < rest_.size())) return size;
  }
  return 0;
}

bool LineReader::next(LineChunk& chunk) {
  if (!started_) begin();
  if (skipping_) {
    skip_rest_of_long_line();
    ++next_line_;
    skipping_ = false;
  }
  fill();
  if (rest_.empty()) return false;
  chunk.first_line = next_line_;
  std::size_t size = whole_lines();
  chunk.line_too_long = size == 0;
  skipping_ = size == 0;
  if (size == 0) size = kMaxLineLength + 1;
  chunk.bytes.assign(rest_, 0, size);
  rest_.erase(0, size);
  if (!chunk.line_too_long) next_line_ += count_line_ends(chunk.bytes);
  return true;
}

Diagnostic line_too_long(const Line& line) {
  return {{},
          0,
          "line-too-long",
          "line",
          printable(line.text),
          "no more than " + std::to_string(kMaxLineLength) + " bytes"};
}

bool LineCursor::next(Line& line) {
  while (!bytes_.empty()) {
    std::size_t end = 0;
    while (end < bytes_.size() && !is_line_end(bytes_[end])) ++end;
    std::string_view text = bytes_.substr(0, end);
    const bool crlf = bytes_.substr(end).starts_with("\r\n"sv);
    bytes_.remove_prefix(std::min(bytes_.size(), end + (crlf ? 2 : 1)));
    line.number = next_line_++;
    line.too_long = text.size() > kMaxLineLength;
    while (!text.empty() && (is_blank(text.back()) || is_padding(text.back()))) text.remove_suffix(1);
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    line.text = text;
    const bool comment = text.starts_with('#') || text.starts_with('%');
    if (!comment && (line.too_long || !text.empty())) return true;
  }
  return false;
}

}  // namespace threatperft
