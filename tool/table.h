#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tool/console.h"

namespace threatperft {

struct Column {
  std::string_view title;
  std::size_t width = 0;  ///< wider cells push the rest of their row to the right
  bool left_aligned = false;
};

struct Cell {
  std::string text;
  Style style = Style::plain;
};

/// Rows of aligned text, made one at a time.
class Table {
 public:
  Table(const Console& console, std::vector<Column> columns);
  std::string header() const;
  std::string row(const std::vector<Cell>& cells) const;

 private:
  const Console& console_;
  std::vector<Column> columns_;
};

/// At most `width` characters of UTF-8 text; what is cut off is marked by "...".
std::string shortened(std::string_view text, std::size_t width);

}  // namespace threatperft
