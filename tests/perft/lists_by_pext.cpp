// Compiled with -mbmi2; only called where the processor has it.
#include "tests/perft/list_checks.h"

static_assert(THREATPERFT_PEXT);

namespace threatperft {

std::string check_lists_by_pext(std::uint64_t seed, std::size_t games, ListCounts& counts) {
  return check_lists(seed, games, counts);
}

}  // namespace threatperft
