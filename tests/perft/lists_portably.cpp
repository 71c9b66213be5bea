#include "tests/perft/list_checks.h"

namespace threatperft {

std::string check_lists_portably(std::uint64_t seed, std::size_t games, ListCounts& counts) {
  return check_lists(seed, games, counts);
}

}  // namespace threatperft
