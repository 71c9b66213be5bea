#include "epd/diagnostic.h"

#include <utility>

#include "engine_core/chess/printable.h"

namespace threatperft {

std::string Diagnostic::text() const {
  constexpr std::size_t kLongestPath = 4096;
  std::string message = file == "-" ? "standard input" : printable(file, kLongestPath);
  if (line != 0) message += ':' + std::to_string(line);
  message += ": ";
  if (field == "file") return message + expected;
  message += field + ": ";
  if (!found.empty()) message += "found \"" + found + "\", ";
  return message + "expected " + expected;
}

void DiagnosticList::add(Diagnostic diagnostic) {
  std::size_t& count = diagnostic.only_verbose ? only_verbose_count_ : count_;
  if (++count <= kListed) listed_.push_back(std::move(diagnostic));
}

}  // namespace threatperft
