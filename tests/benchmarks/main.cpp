// Micro-benchmarks of the single operations of every updater that this machine can run. Compare within one
// run only, and on an idle machine: `updater_benchmarks --benchmark_repetitions=9
// --benchmark_report_aggregates_only=true`.

#include <benchmark/benchmark.h>

#include "engine_core/perft/kernels.h"
#include "tests/benchmarks/updater_benchmarks.h"

int main(int argc, char** argv) {
  using threatperft::find_kernel;
  using threatperft::Updater;
  threatperft::register_scalar_benchmarks();
#ifdef THREATPERFT_VECTOR_BENCHMARKS
  if (find_kernel(Updater::avx2) != nullptr) threatperft::register_avx2_benchmarks();
  if (find_kernel(Updater::avx512) != nullptr) threatperft::register_avx512_benchmarks();
#endif
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
