// Compiled with -mbmi2; only called where the processor has it.
#include "tests/chess/attacks_checks.h"

static_assert(THREATPERFT_PEXT);

namespace threatperft {

WrongAttacks check_attacks_by_pext(int rounds) { return check_attacks(rounds); }

}  // namespace threatperft
