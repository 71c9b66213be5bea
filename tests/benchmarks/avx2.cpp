#include "engine_core/threats/avx2_updater.h"
#include "tests/benchmarks/benchmarks_of.h"
#include "tests/benchmarks/updater_benchmarks.h"

namespace threatperft {

void register_avx2_benchmarks() { register_benchmarks<Avx2Updater>("avx2"); }

}  // namespace threatperft
