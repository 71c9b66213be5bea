#include "epd/operations.h"

#include <algorithm>
#include <array>

namespace threatperft {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kBlanks = " \t\v\f";

bool is_digit(char character) { return character >= '0' && character <= '9'; }

bool is_letter(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// The standard's opcodes but for c0 to c9 and v0 to v9.
constexpr std::array kStandardOperations = {
    "acd"sv,         "acn"sv,         "acs"sv,  "am"sv,   "bm"sv,         "ce"sv,   "dm"sv,
    "draw_accept"sv, "draw_claim"sv,  "eco"sv,  "fmvn"sv, "draw_offer"sv, "hmvc"sv, "id"sv,
    "nic"sv,         "draw_reject"sv, "noop"sv, "pm"sv,   "pv"sv,         "rc"sv,   "resign"sv,
    "sm"sv,          "tcgs"sv,        "tcri"sv, "tcsi"sv};

}  // namespace

bool OperationCursor::next(Operation& operation) {
  while (!rest_.empty()) {
    std::size_t end = 0;
    while (end < rest_.size() && rest_[end] != ';') {
      if (rest_[end] == '"') {
        const std::size_t closing = rest_.find('"', end + 1);
        if (closing == std::string_view::npos) {
          unclosed_ = rest_.substr(end);
          return false;
        }
        end = closing;
      }
      ++end;
    }
    const std::string_view text = trimmed(rest_.substr(0, end));
    const bool before_semicolon = end < rest_.size();
    operation.set_off = after_semicolon_ || before_semicolon;
    after_semicolon_ = before_semicolon;
    rest_.remove_prefix(before_semicolon ? end + 1 : end);
    if (text.empty()) continue;
    const std::size_t name_end = std::min(text.find_first_of(kBlanks), text.size());
    operation.name = text.substr(0, name_end);
    operation.operand = trimmed(text.substr(name_end));
    return true;
  }
  return false;
}

bool is_operation_name(std::string_view name) {
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char character) {
           return is_letter(character) || is_digit(character) || character == '_';
         });
}

bool is_known_operation(std::string_view name) {
  if (is_count_name(name)) return true;
  if (name.size() == 2 && (name[0] == 'c' || name[0] == 'v')) return is_digit(name[1]);
  return std::find(kStandardOperations.begin(), kStandardOperations.end(), name) != kStandardOperations.end();
}

bool is_count_name(std::string_view name) {
  return !name.empty() && "DTSdts"sv.find(name.front()) != std::string_view::npos &&
         (name.size() == 1 || is_digit(name[1]));
}

std::string_view without_quotes(std::string_view operand) {
  if (operand.size() >= 2 && operand.front() == '"' && operand.back() == '"') {
    return operand.substr(1, operand.size() - 2);
  }
  return operand;
}

}  // namespace threatperft
