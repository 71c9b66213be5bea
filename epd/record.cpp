#include "epd/record.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/printable.h"
#include "epd/operations.h"

namespace threatperft {
namespace {

// What ends a field, one bit each.
constexpr std::uint8_t kBlank = 1;
constexpr std::uint8_t kSemicolon = 2;
constexpr std::uint8_t kColumn = 4;
constexpr std::array<std::uint8_t, 256> kFieldEnds = [] {
  std::array<std::uint8_t, 256> table{};
  for (const char blank : {' ', '\t', '\v', '\f'}) table[static_cast<unsigned char>(blank)] = kBlank;
  for (const char column : {'|', ',', '['}) table[static_cast<unsigned char>(column)] = kColumn;
  table[static_cast<unsigned char>(';')] = kSemicolon;
  return table;
}();

bool is_any_of(char character, std::uint8_t ends) {
  return (kFieldEnds[static_cast<unsigned char>(character)] & ends) != 0;
}

bool is_letter(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

template <class Number>
std::optional<Number> whole_number(std::string_view text, int base) {
  Number number{};
  const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (status != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

// The text of a FEN, and what stands behind it.
struct Split {
  std::string_view fen;
  std::string_view trailer;
  std::size_t fields = 0;
};

// Where the fields of a FEN end: at a separator, behind the sixth field, or behind the fourth or fifth if
// what follows begins with a letter and so is an operation, not a clock.
Split split_record(std::string_view text, std::uint8_t separators) {
  const auto field_end = static_cast<std::uint8_t>(separators | kBlank);
  Split split;
  std::size_t fen_end = 0;
  for (std::size_t at = 0;;) {
    while (at < text.size() && is_any_of(text[at], kBlank)) ++at;
    const bool done = at == text.size() || split.fields == 6 || is_any_of(text[at], separators);
    if (done || (split.fields >= 4 && is_letter(text[at]))) {
      split.fen = text.substr(0, fen_end);
      split.trailer = text.substr(at);
      return split;
    }
    while (at < text.size() && !is_any_of(text[at], field_end)) ++at;
    fen_end = at;
    ++split.fields;
  }
}

class RecordReader {
 public:
  RecordReader(const LineOptions& options, Record& record) : options_(options), record_(record) {}

  bool read(std::string_view text, Trailer trailer) {
    const std::uint8_t columns = trailer == Trailer::operations_or_columns ? kColumn : 0;
    const Split split = split_record(text, kSemicolon | columns);
    if (!read_fen(split.fen)) return false;
    const bool at_column = !split.trailer.empty() && is_any_of(split.trailer.front(), columns);
    if (!at_column && !read_operations(split.trailer)) return false;
    if (halfmove_clock_ && split.fields < 5) record_.position.halfmove_clock = *halfmove_clock_;
    if (fullmove_number_ && split.fields < 6) record_.position.fullmove_number = *fullmove_number_;
    const bool clocks_given =
        (halfmove_clock_ || split.fields >= 5) && (fullmove_number_ || split.fields == 6);
    if (clocks_given)
      std::erase_if(record_.warnings, [](const Diagnostic& w) { return w.kind == "clocks-missing"; });
    return true;
  }

 private:
  bool fail(const char* kind, std::string_view field, std::string_view found, std::string expected) {
    record_.error = Diagnostic{{}, 0, kind, printable(field), printable(found), std::move(expected)};
    return false;
  }

  bool read_fen(std::string_view fen) {
    FenResult result = parse_fen(fen, options_.strictness);
    if (!result.position) {
      record_.error = Diagnostic{{},
                                 0,
                                 std::move(result.error_kind),
                                 std::move(result.error->field),
                                 std::move(result.error->found),
                                 std::move(result.error->expected)};
      return false;
    }
    if (options_.chess960 == Chess960::never && result.chess960) {
      return fail("chess960", "castling", fen, "castling rights of standard chess only");
    }
    record_.position = *result.position;
    record_.chess960 = result.chess960 || options_.chess960 == Chess960::always;
    for (FenWarning& warning : result.warnings) {
      FenDiagnostic& what = warning.diagnostic;
      record_.warnings.push_back({{},
                                  0,
                                  std::move(warning.kind),
                                  std::move(what.field),
                                  std::move(what.found),
                                  std::move(what.expected),
                                  warning.only_verbose});
    }
    return true;
  }

  bool read_operations(std::string_view text) {
    OperationCursor cursor(text);
    Operation operation;
    while (cursor.next(operation)) {
      // Without a semicolon anywhere near, only what is known is taken for an operation: not "0 1 moves
      // e2e4".
      if (!is_operation_name(operation.name) || (!operation.set_off && !is_known_operation(operation.name))) {
        return fail("operation", "operations", operation.name,
                    "an EPD operation such as \"D1 20;\", or the end of the line");
      }
      if (!read_operation(operation)) return false;
    }
    if (cursor.unclosed().empty()) return true;
    return fail("operation", "operations", cursor.unclosed(), "a closing quote");
  }

  bool read_operation(const Operation& operation) {
    if (is_count_name(operation.name)) return read_count(operation);
    if (operation.name == "id" && record_.id.empty()) record_.id = without_quotes(operation.operand);
    if (operation.name == "hmvc") return read_clock(operation, halfmove_clock_);
    if (operation.name == "fmvn") return read_clock(operation, fullmove_number_);
    return true;
  }

  bool read_clock(const Operation& operation, std::optional<std::uint32_t>& clock) {
    clock = whole_number<std::uint32_t>(operation.operand, 10);
    return clock || fail("operation", operation.name, operation.operand, "a number from 0 to 4294967295");
  }

  bool read_count(const Operation& operation) {
    const std::optional<int> depth = parse_depth(operation.name.substr(1));
    if (!depth) {
      return fail(
          "count", "operations", operation.name,
          std::string(1, operation.name[0]) + " and a depth from 0 to " + std::to_string(kMaxSuiteDepth));
    }
    const char kind = static_cast<char>(operation.name[0] & ~0x20);
    const bool hexadecimal = kind == 'S';
    std::optional<std::uint64_t> value;
    if (!hexadecimal) value = parse_count(operation.operand);
    if (hexadecimal && operation.operand.size() == 16)
      value = whole_number<std::uint64_t>(operation.operand, 16);
    if (!value) {
      return fail("count", operation.name, operation.operand,
                  hexadecimal ? "16 hexadecimal digits" : "a whole number below 2^64, digits only");
    }
    if (*depth == 0 && kind == 'D' && *value != 1)
      return fail("count", operation.name, operation.operand, "1");
    const auto which = kind == 'D'   ? &DepthExpectation::nodes
                       : kind == 'T' ? &DepthExpectation::threats
                                     : &DepthExpectation::signature;
    return enter(record_.depths, *depth, which, *value) ||
           fail("count", operation.name, operation.operand, "one value, not two different ones");
  }

  const LineOptions& options_;
  Record& record_;
  std::optional<std::uint32_t> halfmove_clock_;
  std::optional<std::uint32_t> fullmove_number_;
};

}  // namespace

bool parse_record(std::string_view text, const LineOptions& options, Trailer trailer, Record& record) {
  record.chess960 = false;
  record.id = {};
  record.depths.clear();
  record.warnings.clear();
  return RecordReader(options, record).read(text, trailer);
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  return whole_number<std::uint64_t>(text, 10);
}

std::optional<int> parse_depth(std::string_view text) {
  const auto depth = whole_number<unsigned>(text, 10);
  if (!depth || *depth > static_cast<unsigned>(kMaxSuiteDepth)) return std::nullopt;
  return static_cast<int>(*depth);
}

bool enter(std::vector<DepthExpectation>& depths, int depth,
           std::optional<std::uint64_t> DepthExpectation::*which, std::uint64_t value) {
  auto place =
      std::lower_bound(depths.begin(), depths.end(), depth,
                       [](const DepthExpectation& entry, int wanted) { return entry.depth < wanted; });
  if (place == depths.end() || place->depth != depth) {
    place = depths.insert(place, DepthExpectation{});
    place->depth = depth;
  }
  std::optional<std::uint64_t>& entry = (*place).*which;
  if (entry && *entry != value) return false;
  entry = value;
  return true;
}

}  // namespace threatperft
