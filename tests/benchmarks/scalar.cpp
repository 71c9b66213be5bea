#include "engine_core/threats/scalar_updater.h"
#include "tests/benchmarks/benchmarks_of.h"
#include "tests/benchmarks/updater_benchmarks.h"

namespace threatperft {

void register_scalar_benchmarks() { register_benchmarks<ScalarUpdater>("scalar"); }

}  // namespace threatperft
