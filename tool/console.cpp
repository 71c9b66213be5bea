#include "tool/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace threatperft {

namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool is_dumb_terminal() {
  const char* term = std::getenv("TERM");
  return term == nullptr || std::strcmp(term, "dumb") == 0;
}

bool is_capable_terminal(std::FILE* file) { return isatty(fileno(file)) != 0 && !is_dumb_terminal(); }

std::size_t terminal_width(std::FILE* file) {
  winsize size{};
  if (ioctl(fileno(file), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string_view escape_of(Style style) {
  switch (style) {
    case Style::good:
      return "\x1b[32m";
    case Style::bad:
      return "\x1b[1;31m";
    case Style::dim:
      return "\x1b[2m";
    case Style::strong:
      return "\x1b[1m";
    case Style::plain:
      break;
  }
  return "";
}

}  // namespace

Console::Console(std::FILE* out, std::FILE* err)
    : out_(out),
      err_(err),
      colour_(is_capable_terminal(out) && !is_set("NO_COLOR")),
      shows_progress_(is_capable_terminal(err)) {}

void Console::print(std::string_view text) {
  const std::lock_guard lock(mutex_);
  clear_progress_locked();
  if (output_error_ != 0) return;
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), out_) != text.size() || std::fflush(out_) != 0) {
    note_output_error();
  }
}

void Console::message(std::string_view line) {
  const std::lock_guard lock(mutex_);
  clear_progress_locked();
  std::fwrite(line.data(), 1, line.size(), err_);
  std::fputc('\n', err_);
  std::fflush(err_);
}

void Console::show_progress(std::string_view line) {
  if (!shows_progress_) return;
  const std::lock_guard lock(mutex_);
  const std::size_t width = std::min(line.size(), terminal_width(err_) - 1);
  fmt::print(err_, "\r{}\x1b[K", line.substr(0, width));
  std::fflush(err_);
  progress_visible_ = true;
}

void Console::clear_progress() {
  const std::lock_guard lock(mutex_);
  clear_progress_locked();
}

std::string Console::styled(Style style, std::string_view text) const {
  const std::string_view escape = colour_ ? escape_of(style) : "";
  if (escape.empty()) return std::string(text);
  return fmt::format("{}{}\x1b[0m", escape, text);
}

bool Console::output_failed() {
  const std::lock_guard lock(mutex_);
  return output_error_ != 0;
}

bool Console::finish() {
  const std::lock_guard lock(mutex_);
  clear_progress_locked();
  errno = 0;
  if (output_error_ == 0 && std::fflush(out_) != 0) note_output_error();
  if (output_error_ == 0) return true;
  fmt::print(err_, "threatperft: standard output: {}\n", std::strerror(output_error_));
  return false;
}

void Console::clear_progress_locked() {
  if (!progress_visible_) return;
  std::fputs("\r\x1b[K", err_);
  std::fflush(err_);
  progress_visible_ = false;
}

void Console::note_output_error() { output_error_ = errno != 0 ? errno : EIO; }

}  // namespace threatperft
