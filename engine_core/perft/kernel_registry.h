#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine_core/perft/cpu_features.h"
#include "engine_core/perft/kernel.h"
#include "engine_core/perft/kernels.h"

namespace threatperft {

/// One compilation of the walkers: what it needs and what it offers.
struct KernelBuild {
  CpuFeatures needs;                ///< without these its code would not run
  bool wants_fast_pext = false;     ///< runs elsewhere too, but slower than a build that avoids PEXT
  std::span<const Kernel> kernels;  ///< fastest first
};

/// All builds in this binary, best first; the last one needs nothing.
std::span<const KernelBuild> kernel_builds();

// What kernels.h promises, for a machine with these features.
std::vector<UpdaterInfo> updaters(CpuFeatures machine);
std::vector<const Kernel*> runnable_kernels(CpuFeatures machine);

/// Of those, the one that is chosen unless the caller asks for another.
const Kernel& best_kernel(CpuFeatures machine);
const Kernel* find_kernel(Updater updater, CpuFeatures machine);

}  // namespace threatperft
