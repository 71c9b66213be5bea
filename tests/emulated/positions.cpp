#include "tests/emulated/positions.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

#include "engine_core/chess/fen.h"

namespace threatperft {
namespace {

constexpr std::string_view kLines[] = {
#include "suite_lines.inc"
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

/// One operation: `D3 8902`, `T3 364218` or `S3 61e96230a05264e5`. Others are left alone.
void read_operation(std::string_view operation, TestPosition& position) {
  const std::size_t space = operation.find(' ');
  if (space == std::string_view::npos) return;
  const char kind = operation[0];
  std::size_t depth = 0;
  const char* const depth_end = operation.data() + space;
  if (std::from_chars(operation.data() + 1, depth_end, depth).ptr != depth_end || depth < 1 || depth > 20)
    return;
  position.depths.resize(std::max(position.depths.size(), depth));
  SuiteNumbers& numbers = position.depths[depth - 1];
  std::uint64_t& number = kind == 'D' ? numbers.nodes : kind == 'T' ? numbers.threats : numbers.signature;
  std::from_chars(depth_end + 1, operation.data() + operation.size(), number, kind == 'S' ? 16 : 10);
}

/// Four fields, perhaps clocks, then operations with semicolons behind them.
TestPosition read_line(std::string_view line) {
  std::size_t end = 0;
  for (int field = 0; field < 4; ++field) end = line.find(' ', end + (field > 0 ? 1 : 0));
  TestPosition position{line.substr(0, end), {}};
  while (end < line.size()) {
    const std::size_t next = std::min(line.find(';', end), line.size());
    const std::string_view operation = trimmed(line.substr(end, next - end));
    if (!operation.empty() && std::string_view{"DTS"}.find(operation[0]) != std::string_view::npos) {
      read_operation(operation, position);
    }
    end = next + 1;
  }
  return position;
}

}  // namespace

std::span<const TestPosition> test_positions() {
  static const std::vector<TestPosition> positions = [] {
    std::vector<TestPosition> list;
    for (const std::string_view line : kLines) list.push_back(read_line(line));
    return list;
  }();
  return positions;
}

Position read_fen(std::string_view fen) {
  const FenResult result = parse_fen(fen);
  if (!result.position) throw std::runtime_error{"not a good FEN: " + std::string{fen}};
  return *result.position;
}

Position place_pieces(std::string_view fen) {
  Position position = empty_position();
  unsigned file = 0;
  unsigned rank = 7;
  std::size_t i = 0;
  for (; fen[i] != ' '; ++i) {
    const char letter = fen[i];
    if (letter == '/') {
      file = 0;
      --rank;
    } else if (letter >= '1' && letter <= '8') {
      file += static_cast<unsigned>(letter - '0');
    } else {
      position.put(piece_at(static_cast<unsigned>(std::string_view{"PpNnBbRrQqKk"}.find(letter))),
                   square_at(file++, rank));
    }
  }
  position.side_to_move = fen[i + 1] == 'b' ? Color::black : Color::white;
  return position;
}

}  // namespace threatperft
