#include <fmt/format.h>

#include <algorithm>

#include "tool/compare_result.h"
#include "tool/numbers.h"
#include "tool/table.h"

namespace threatperft {

namespace {

constexpr std::size_t kWidestField = 44;
constexpr std::size_t kWidestValue = 24;
/// Longer values get lines of their own.
constexpr std::size_t kLongestInTable = kWidestValue;

/// Ids and values come from files: nothing in them may steer a terminal.
std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return text;
}

std::string shown(const nlohmann::ordered_json& value) { return printable(value_text(value)); }

/// The words above the rows of one position.
std::string heading(const Difference& difference) {
  std::string text = printable(difference.id);
  if (!difference.suite.empty()) {
    text += fmt::format("{}({})", text.empty() ? "" : "  ", printable(difference.suite));
  }
  if (!difference.fen.empty()) text += "  " + printable(difference.fen);
  return text;
}

std::string change_cell(const Difference& difference) {
  if (difference.kind != DifferenceKind::changed) return std::string(to_string(difference.kind));
  return change_text(difference);
}

struct Widths {
  std::size_t field = 5;
  std::size_t before = 3;
  std::size_t after = 3;
};

bool is_long(const Difference& difference) {
  return std::max(shown(difference.before).size(), shown(difference.after).size()) > kLongestInTable;
}

Widths widths_of(const DifferenceList& list) {
  Widths widths;
  for (const Difference& difference : list.listed()) {
    widths.field = std::clamp(difference.field.size(), widths.field, kWidestField);
    if (is_long(difference)) continue;
    widths.before = std::clamp(shown(difference.before).size(), widths.before, kWidestValue);
    widths.after = std::clamp(shown(difference.after).size(), widths.after, kWidestValue);
  }
  return widths;
}

std::string rows_of(const Difference& difference, const Table& table) {
  const std::string depth = difference.depth ? std::to_string(*difference.depth) : "";
  const Cell change{change_cell(difference), change_cell(difference).empty() ? Style::plain : Style::dim};
  const Style style = difference.kind == DifferenceKind::changed ? Style::bad : Style::strong;
  const std::string field = printable(difference.field);
  if (!is_long(difference)) {
    return table.row(
        {{""}, {depth}, {field}, {shown(difference.before)}, {shown(difference.after), style}, change});
  }
  std::string text = table.row({{""}, {depth}, {field}, {""}, {""}, change});
  if (!difference.before.is_null()) text += fmt::format("      old: {}\n", shown(difference.before));
  if (!difference.after.is_null()) text += fmt::format("      new: {}\n", shown(difference.after));
  return text;
}

std::string list_text(const DifferenceList& list, const Console& console) {
  const Widths widths = widths_of(list);
  const Table table(console, {{"", 0, true},
                              {"depth", 5},
                              {"field", widths.field, true},
                              {"old", widths.before},
                              {"new", widths.after},
                              {"change", 6, true}});
  std::string text =
      console.styled(Style::strong, fmt::format("{}: {}", list.title(), with_commas(list.count()))) + "\n";
  if (!list.listed().empty()) text += table.header();
  std::string last;
  for (const Difference& difference : list.listed()) {
    const std::string place = heading(difference);
    if (place != last && !place.empty()) text += place + "\n";
    last = place;
    text += rows_of(difference, table);
  }
  if (list.unlisted() != 0) text += fmt::format("  and {} more\n", with_commas(list.unlisted()));
  return text + "\n";
}

Style style_of(SpeedVerdict verdict) {
  switch (verdict) {
    case SpeedVerdict::lost:
      return Style::bad;
    case SpeedVerdict::within:
      return Style::good;
    default:
      return Style::dim;
  }
}

std::string speed_table(const SpeedComparison& speed, const Console& console) {
  const auto rows = notable_rows(speed);
  if (rows.empty()) return "";
  const Table table(console, {{"walk", 6, true},
                              {"updater", 7, true},
                              {"position", 10, true},
                              {"rounds", 7},
                              {"baseline", 17},
                              {"current", 17},
                              {"change", 8},
                              {"interval", 17},
                              {"verdict", 0, true}});
  std::string text = table.header();
  for (const SpeedRow* row : rows) {
    text += table.row({{printable(row->walk)},
                       {row->updater.empty() ? "-" : printable(row->updater)},
                       {printable(row->position)},
                       {fmt::format("{}/{}", row->rounds_before, row->rounds_after)},
                       {seconds_text(row->before)},
                       {seconds_text(row->after)},
                       {percent_text(row->change)},
                       {interval_text(*row)},
                       {std::string(to_string(row->verdict)), style_of(row->verdict)}});
  }
  return text + "\n";
}

std::string without_trailing_spaces(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') result.erase(result.find_last_not_of(' ') + 1);
    result += c;
  }
  return result;
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const Console& console) {
  std::string text;
  for (const auto& [word, document] :
       {std::pair{"baseline", &comparison.baseline}, std::pair{"current ", &comparison.current}}) {
    text += fmt::format("{}  {}: {}\n", word, printable(document->path), printable(origin_text(*document)));
  }
  text += '\n';
  for (const DifferenceList* list : comparison.differences.lists()) {
    if (list->count() != 0) text += list_text(*list, console);
  }
  text += speed_table(comparison.speed, console);
  for (const std::string& note : comparison.differences.notes()) {
    text += fmt::format("note: {}\n", printable(note));
  }
  for (const std::string& remark : speed_remarks(comparison.speed)) text += printable(remark) + "\n";
  text = without_trailing_spaces(text);
  return text + console.styled(comparison.is_good() ? Style::good : Style::bad, verdict_text(comparison)) +
         "\n";
}

}  // namespace threatperft
