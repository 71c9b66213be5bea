#include "tests/chess/attacks_checks.h"

static_assert(!THREATPERFT_PEXT);

namespace threatperft {

WrongAttacks check_attacks_by_lines(int rounds) { return check_attacks(rounds); }

}  // namespace threatperft
