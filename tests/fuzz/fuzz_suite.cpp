// Any bytes as a suite: whatever is accepted is sound, whatever is not is named with its line.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine_core/chess/fen.h"
#include "epd/suite.h"
#include "tests/fuzz/require.h"

namespace threatperft {
namespace {

void check_diagnostic(const Diagnostic& diagnostic, std::size_t lines, const std::string& input) {
  const std::string text = diagnostic.text();
  require(std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; }), "diagnostics are printable",
          input);
  require(!diagnostic.kind.empty(), "every diagnostic is of a kind", input);
  require(diagnostic.line <= lines, "a diagnostic's line is one of the file", input);
}

void check_position(const SuitePosition& position, std::size_t lines, const std::string& input) {
  require(position.line >= 1 && position.line <= lines, "a position's line is one of the file", input);
  require(!position.id.empty(), "every position has an id", input);
  const FenResult again = parse_fen(position.fen);
  require(again.position && same_position(*again.position, position.position),
          "the FEN is that of the position", input);
  int previous = -1;
  for (const DepthExpectation& expectation : position.depths) {
    require(expectation.depth > previous && expectation.depth <= kMaxSuiteDepth, "depths ascend", input);
    require(expectation.nodes || expectation.threats || expectation.signature, "a depth says something",
            input);
    require(expectation.depth > 0 || !expectation.nodes || *expectation.nodes == 1, "depth 0 is 1 node",
            input);
    previous = expectation.depth;
  }
}

bool same_positions(const Suite& a, const Suite& b) {
  return std::ranges::equal(a.positions, b.positions, [](const SuitePosition& x, const SuitePosition& y) {
    return x.id == y.id && x.fen == y.fen && x.line == y.line && x.depths.size() == y.depths.size();
  });
}

/// The same text with the line ends of another system.
std::string with_crlf(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') result += '\r';
    result += c;
  }
  return result;
}

void check_bytes(std::string_view bytes) {
  const std::string input{bytes};
  const Suite suite = parse_suite("fuzz.epd", bytes);
  require(suite.sha256.size() == 64 || !suite.errors.empty(), "bytes in memory have a checksum", input);
  require(!suite.positions.empty() || !suite.errors.empty(), "a suite without positions is an error", input);
  const bool compressed_perhaps = bytes.size() > 2 && (bytes[0] < ' ' || bytes[0] == 'B' || bytes[0] < 0);
  if (compressed_perhaps) return;  // the lines below are not those of the bytes
  const auto lines =
      static_cast<std::size_t>(std::ranges::count_if(bytes, [](char c) { return c == '\n' || c == '\r'; })) +
      1;
  for (const Diagnostic& error : suite.errors) check_diagnostic(error, lines, input);
  for (const Diagnostic& warning : suite.warnings) check_diagnostic(warning, lines, input);
  for (const SuitePosition& position : suite.positions) check_position(position, lines, input);
  if (bytes.find_first_of(std::string_view{"\r\0", 2}) == std::string_view::npos) {
    require(same_positions(suite, parse_suite("fuzz.epd", with_crlf(bytes))), "line ends do not matter",
            input);
  }
}

}  // namespace
}  // namespace threatperft

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  threatperft::check_bytes({reinterpret_cast<const char*>(data), size});
  return 0;
}
