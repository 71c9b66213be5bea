// As avx2_checks.cpp, in the build for processors with a fast PEXT instruction.

#include "engine_core/threats/avx2_updater.h"
#include "tests/threats/updater_checks_of.h"

static_assert(THREATPERFT_PEXT);

namespace threatperft {

UpdaterChecks avx2_pext_checks() { return updater_checks_of<Avx2Updater>("avx2 with PEXT"); }

}  // namespace threatperft
