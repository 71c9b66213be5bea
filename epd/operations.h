#pragma once

#include <string_view>

namespace threatperft {

/// One EPD operation: `name operand;`.
struct Operation {
  std::string_view name;
  std::string_view operand;  ///< as written, with its quotes
  bool set_off = false;      ///< a semicolon stands before or behind it
};

/// Goes through the operations behind the fields of a FEN. Semicolons inside quotes separate nothing.
class OperationCursor {
 public:
  explicit OperationCursor(std::string_view text) : rest_(text) {}

  /// The next operation that is not empty; false at the end, or at a quote that is never closed.
  bool next(Operation& operation);

  /// What begins with the quote that is never closed; empty if there is none.
  std::string_view unclosed() const { return unclosed_; }

 private:
  std::string_view rest_;
  std::string_view unclosed_;
  bool after_semicolon_ = false;
};

/// Letters, digits and underscores, beginning with a letter.
bool is_operation_name(std::string_view name);

/// Whether the EPD standard, or this project, defines an operation of that name.
bool is_known_operation(std::string_view name);

/// Whether a name can only be meant as a count of ours: D, T or S, in either case, alone or with a digit
/// behind it.
bool is_count_name(std::string_view name);

/// An operand without the quotes around it, if there are any.
std::string_view without_quotes(std::string_view operand);

}  // namespace threatperft
