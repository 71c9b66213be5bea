#include "epd/line_reader.h"

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

namespace threatperft {
namespace {

using namespace std::string_view_literals;

// Gives out a text in pieces of a given size.
class Pieces final : public ByteSource {
 public:
  Pieces(std::string_view text, std::size_t piece) : text_(text), piece_(piece) {}
  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count = std::min({size, piece_, text_.size()});
    std::copy_n(text_.data(), count, buffer);
    text_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view text_;
  std::size_t piece_;
};

// A line of any length that is never held whole, with lines around it.
class HugeLine final : public ByteSource {
 public:
  explicit HugeLine(std::size_t size) : left_(size) {}
  std::size_t read(char* buffer, std::size_t size) override {
    if (left_ == 0 && tail_.empty()) return 0;
    if (!head_.empty()) return take(head_, buffer, size);
    if (left_ == 0) return take(tail_, buffer, size);
    const std::size_t count = std::min(size, left_);
    std::fill_n(buffer, count, 'x');
    left_ -= count;
    return count;
  }

 private:
  static std::size_t take(std::string_view& text, char* buffer, std::size_t size) {
    const std::size_t count = std::min(size, text.size());
    std::copy_n(text.data(), count, buffer);
    text.remove_prefix(count);
    return count;
  }
  std::string_view head_ = "first\n";
  std::size_t left_;
  std::string_view tail_ = "\r\nthird\n";
};

using Lines = std::vector<std::pair<std::size_t, std::string>>;

Lines lines_of(ByteSource& source, std::size_t chunk_size = 0) {
  LineReader reader(source, chunk_size);
  LineChunk chunk;
  Lines lines;
  while (reader.next(chunk)) {
    BOOST_REQUIRE(!chunk.bytes.empty());
    LineCursor cursor(chunk);
    for (Line line; cursor.next(line);)
      lines.emplace_back(line.number, line.too_long ? "too long" : std::string(line.text));
  }
  BOOST_TEST(!reader.next(chunk));
  return lines;
}

Lines lines_of(std::string_view text, std::size_t piece = 1 << 20) {
  Pieces source(text, piece);
  return lines_of(source);
}

std::string refusal(std::string_view text) {
  try {
    lines_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(line_reader)

BOOST_AUTO_TEST_CASE(line_ends) {
  const Lines expected = {{1, "a"}, {2, "b"}, {4, "c"}};
  for (const std::string_view text : {"a\nb\n\nc\n"sv, "a\nb\n\nc"sv, "a\r\nb\r\n\r\nc\r\n"sv,
                                      "a\rb\r\rc\r"sv, "a\rb\r\rc"sv, "a\r\nb\n\rc\n"sv,
                                      "\xEF\xBB\xBF"
                                      "a\nb\n\nc"sv}) {
    for (const std::size_t piece : {1u, 2u, 3u, 1000u}) BOOST_TEST((lines_of(text, piece) == expected));
  }
}

BOOST_AUTO_TEST_CASE(nothing_at_all) {
  BOOST_TEST(lines_of("").empty());
  BOOST_TEST(lines_of("\n").empty());
  BOOST_TEST(lines_of("\xEF\xBB\xBF").empty());
  BOOST_TEST(lines_of("# only\n% comments\n   \n\t\n").empty());
}

BOOST_AUTO_TEST_CASE(what_is_stripped_and_skipped) {
  BOOST_TEST((lines_of("  a b\t \n # comment\n%c\nd\0\n e\0\0\r\nf \0\n"sv) ==
              Lines{{1, "a b"}, {4, "d"}, {5, "e"}, {6, "f"}}));
  BOOST_TEST((lines_of("a\n\x1A"sv) == Lines{{1, "a"}}));
  BOOST_TEST((lines_of("a # b\n") == Lines{{1, "a # b"}}));
  BOOST_TEST((lines_of("a\0b\nc"sv.substr(4)) == Lines{{1, "c"}}));
}

BOOST_AUTO_TEST_CASE(line_numbers_run_on_over_chunks) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    std::string text;
    Lines expected;
    for (std::size_t line = 1; line <= 30000; ++line) {
      std::string content = line % 7 == 0 ? "" : std::string(line % 13, 'x') + std::to_string(line);
      text += content + end;
      if (!content.empty()) expected.emplace_back(line, std::move(content));
    }
    BOOST_REQUIRE(text.size() > 3 * kMaxLineLength);
    for (const std::size_t piece : {100u, 65536u, 99991u, 1u << 20})
      BOOST_TEST((lines_of(text, piece) == expected));
  }
}

BOOST_AUTO_TEST_CASE(long_lines) {
  const std::string longest(kMaxLineLength, 'x');
  BOOST_TEST((lines_of("a\n" + longest + "\nb\n") == Lines{{1, "a"}, {2, longest}, {3, "b"}}));
  BOOST_TEST((lines_of("a\n" + longest + "x\nb\n") == Lines{{1, "a"}, {2, "too long"}, {3, "b"}}));
  BOOST_TEST(
      (lines_of("a\n" + longest + longest + longest + "\rb") == Lines{{1, "a"}, {2, "too long"}, {3, "b"}}));
  BOOST_TEST((lines_of(longest + "xx") == Lines{{1, "too long"}}));
  BOOST_TEST((lines_of(longest + longest + longest) == Lines{{1, "too long"}}));
  BOOST_TEST((lines_of(std::string(3 * kMaxLineLength, ' ') + "\nb") == Lines{{1, "too long"}, {2, "b"}}));
  // Nothing is lost by not reading a comment to its end.
  BOOST_TEST((lines_of("#" + longest + longest + longest + "\nb") == Lines{{2, "b"}}));
}

BOOST_AUTO_TEST_CASE(a_line_of_a_hundred_megabytes) {
  HugeLine source(100 * 1000 * 1000);
  BOOST_TEST((lines_of(source) == Lines{{1, "first"}, {2, "too long"}, {3, "third"}}));
}

BOOST_AUTO_TEST_CASE(chunks_are_bounded) {
  const std::string text(5000000, '\n');
  Pieces source(text, 1 << 20);
  LineReader reader(source, 100000);
  LineChunk chunk;
  std::size_t size = 0;
  while (reader.next(chunk)) {
    BOOST_TEST(chunk.first_line == size + 1);
    BOOST_TEST(chunk.bytes.size() <= 100000u);
    size += chunk.bytes.size();
  }
  BOOST_TEST(size == text.size());
}

BOOST_AUTO_TEST_CASE(utf16_and_binary_input_is_refused) {
  const std::string utf16 = "is UTF-16 text; convert it to UTF-8 or ASCII";
  const std::string binary = "is a binary file, not text";
  BOOST_TEST(refusal("\xFF\xFE"
                     "a\0\n\0"sv) == utf16);
  BOOST_TEST(refusal("\xFE\xFF\0a\0\n"sv) == utf16);
  BOOST_TEST(refusal("8\0/\0k\0 \0w\0\r\0\n\0"sv) == utf16);
  BOOST_TEST(refusal("\0"
                     "8\0/\0k\0 \0w\0\r\0\n"sv) == utf16);
  BOOST_TEST(refusal("\x7F"
                     "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0"sv) == binary);
  BOOST_TEST(refusal("text\nwith a \0 inside\n"sv) == binary);
  BOOST_TEST(refusal("\x01\x02\x03\x04\x05\x06"sv) == binary);
  BOOST_TEST(refusal(std::string(5000, '\0')) == binary);
  // The same with any line ends.
  const std::string controls(5, '\x1D');
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    std::string text = "a line of text" + end;
    for (int i = 0; i < 80; ++i) text += end;
    BOOST_TEST(refusal(text + controls + end) == binary);
    BOOST_TEST(refusal(text + std::string(80, 'x') + controls + end) == "no error");
  }
  BOOST_TEST(refusal("a stray \x01 control character, and \xE9 in Latin-1\n"sv) == "no error");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace threatperft
