// Any text as a FEN: it is rejected with a reason, or gives a position that can be written, read again and
// walked.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"
#include "engine_core/perft/kernels.h"
#include "tests/fuzz/require.h"

namespace threatperft {
namespace {

bool is_printable(const std::string& text) {
  for (const char c : text) {
    if (c < ' ' || c > '~') return false;
  }
  return true;
}

void check_position(const FenResult& result, const std::string& input) {
  const Position& position = *result.position;
  const std::string written = to_fen(position, CastlingNotation::chess960);
  const FenResult again = parse_fen(written);
  require(again.position.has_value(), "what was written can be read: " + written, input);
  require(same_position(position, *again.position), "reading gives back what was written: " + written, input);
  require(again.chess960 == result.chess960, "the variant is recognized again: " + written, input);
  const StopFlag stop{false};
  require(best_kernel().count(position, 1, stop) == legal_moves(position).size(),
          "the counted moves are the generated ones: " + written, input);
}

void check_text(std::string_view text) {
  const std::string input{text};
  const FenResult lenient = parse_fen(text);
  const FenResult strict = parse_fen(text, FenStrictness::strict);
  for (const FenResult* result : {&lenient, &strict}) {
    require(result->position.has_value() != result->error.has_value(), "a position or an error", input);
    require(result->error.has_value() != result->error_kind.empty(), "every error is of a kind", input);
    if (result->error) require(is_printable(result->error->text()), "errors are printable", input);
    for (const FenWarning& warning : result->warnings) {
      require(!warning.kind.empty() && is_printable(warning.diagnostic.text()), "warnings are printable",
              input);
    }
  }
  require(lenient.position || !strict.position, "strict accepts no more than lenient", input);
  if (lenient.position) check_position(lenient, input);
}

}  // namespace
}  // namespace threatperft

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  threatperft::check_text({reinterpret_cast<const char*>(data), size});
  return 0;
}
