#pragma once

namespace threatperft {

// Each registers the benchmarks of one updater class (benchmarks_of.h), in the code of its own instruction
// set.
void register_scalar_benchmarks();
void register_avx2_benchmarks();
void register_avx512_benchmarks();

}  // namespace threatperft
