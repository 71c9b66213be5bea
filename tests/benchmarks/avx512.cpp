#include "engine_core/threats/avx512_updater.h"
#include "tests/benchmarks/benchmarks_of.h"
#include "tests/benchmarks/updater_benchmarks.h"

namespace threatperft {

void register_avx512_benchmarks() { register_benchmarks<Avx512Updater>("avx512"); }

}  // namespace threatperft
