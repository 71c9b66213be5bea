#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "tool/compare_result.h"
#include "tool/numbers.h"

namespace threatperft {

namespace {

/// Text of files as text: no column, mark-up, HTML or mention comes of it, and no line ends within a row.
std::string escaped(std::string_view text) {
  constexpr std::string_view kMarks = "\\`*_[]|~#$";
  std::string result;
  for (const char c : text) {
    if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '@') {
      result += "&#64;";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      result += ' ';
    } else {
      if (kMarks.find(c) != std::string_view::npos) result += '\\';
      result += c;
    }
  }
  return result;
}

std::string row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += fmt::format(" {} |", escaped(cell));
  return line + "\n";
}

std::string list_markdown(const DifferenceList& list) {
  std::string text = fmt::format("#### {}: {}\n\n", list.title(), with_commas(list.count()));
  if (!list.listed().empty()) {
    text += "| suite | id | FEN | depth | field | old | new | change |\n";
    text += "| --- | --- | --- | ---: | --- | ---: | ---: | ---: |\n";
  }
  for (const Difference& each : list.listed()) {
    const std::string change =
        each.kind == DifferenceKind::changed ? change_text(each) : std::string(to_string(each.kind));
    text += row({each.suite, each.id, each.fen, each.depth ? std::to_string(*each.depth) : "", each.field,
                 value_text(each.before), value_text(each.after), change});
  }
  if (list.unlisted() != 0) text += fmt::format("\nand {} more\n", with_commas(list.unlisted()));
  return text + "\n";
}

std::string speed_markdown(const SpeedComparison& speed) {
  const auto rows = notable_rows(speed);
  if (rows.empty()) return "";
  std::string text =
      "#### speed\n\n"
      "| walk | updater | position | rounds | baseline | current | change | interval | verdict |\n"
      "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n";
  for (const SpeedRow* each : rows) {
    text += row({each->walk, each->updater, each->position,
                 fmt::format("{}/{}", each->rounds_before, each->rounds_after), seconds_text(each->before),
                 seconds_text(each->after), percent_text(each->change), interval_text(*each),
                 std::string(to_string(each->verdict))});
  }
  return text + "\n";
}

}  // namespace

std::string comparison_markdown(const Comparison& comparison) {
  std::string text = fmt::format("### threatperft: {}\n\n", escaped(verdict_text(comparison)));
  text += "| | file | from |\n| --- | --- | --- |\n";
  text += row({"baseline", comparison.baseline.path, origin_text(comparison.baseline)});
  text += row({"current", comparison.current.path, origin_text(comparison.current)}) + "\n";
  for (const DifferenceList* list : comparison.differences.lists()) {
    if (list->count() != 0) text += list_markdown(*list);
  }
  text += speed_markdown(comparison.speed);
  for (const std::string& note : comparison.differences.notes()) text += fmt::format("- {}\n", escaped(note));
  for (const std::string& remark : speed_remarks(comparison.speed)) {
    text += fmt::format("- {}\n", escaped(remark));
  }
  return text;
}

}  // namespace threatperft
