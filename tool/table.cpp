#include "tool/table.h"

#include <algorithm>
#include <utility>

namespace threatperft {

namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

}  // namespace

std::string shortened(std::string_view text, std::size_t width) {
  constexpr std::string_view kMark = "...";
  if (character_count(text) <= width) return std::string(text);
  if (width < kMark.size()) return std::string(kMark.substr(0, width));
  std::size_t kept = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (begins_character(text[end]) && ++kept > width - kMark.size()) break;
  }
  return std::string(text.substr(0, end)) + std::string(kMark);
}

Table::Table(const Console& console, std::vector<Column> columns)
    : console_(console), columns_(std::move(columns)) {}

std::string Table::header() const {
  std::vector<Cell> titles;
  for (const Column& column : columns_) titles.push_back({std::string(column.title), Style::strong});
  return row(titles);
}

std::string Table::row(const std::vector<Cell>& cells) const {
  std::string line;
  for (std::size_t i = 0; i < cells.size() && i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    const std::size_t length = character_count(cells[i].text);
    const std::string padding(column.width > length ? column.width - length : 0, ' ');
    if (i > 0) line += "  ";
    if (!column.left_aligned) line += padding;
    line += console_.styled(cells[i].style, cells[i].text);
    if (column.left_aligned && i + 1 < cells.size()) line += padding;
  }
  return line + "\n";
}

}  // namespace threatperft
