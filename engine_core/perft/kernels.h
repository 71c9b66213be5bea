#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/perft/kernel.h"

namespace threatperft {

/// "scalar", "avx2" or "avx512", and back.
std::string_view to_string(Updater updater);
std::optional<Updater> parse_updater(std::string_view name);

/// One updater as this binary and this machine see it.
struct UpdaterInfo {
  Updater updater;
  std::string_view needs;            ///< CPU features that the best build of it needs, in words
  std::vector<std::string> missing;  ///< features that this machine lacks; empty if it can run here
  bool built = true;                 ///< false where the compiler's target has no such instruction set
  const Kernel* kernel = nullptr;    ///< the best kernel that this machine can run; null if none can
};

/// All updaters, slowest first (scalar, avx2, avx512), whether or not they can run here.
std::vector<UpdaterInfo> updaters();

/// The kernel that `auto` picks: the fastest that this machine can run. Never fails, scalar always runs.
const Kernel& best_kernel();

/// The kernel of one updater; null where this machine cannot run it.
const Kernel* find_kernel(Updater updater);

/// Every kernel that this machine can run, other builds of one updater included: for tests.
std::vector<const Kernel*> runnable_kernels();

}  // namespace threatperft
