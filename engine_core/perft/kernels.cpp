#include "engine_core/perft/kernels.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine_core/chess/force_inline.h"
#include "engine_core/perft/kernel_registry.h"

namespace threatperft {

// Each is kernel_build.cpp, compiled with the flags that engine_core/CMakeLists.txt gives to the build of
// that name.
inline namespace portable {
std::span<const Kernel> kernels();
}
namespace x86_64_v3 {
std::span<const Kernel> kernels();
}
namespace x86_64_v3_pext {
std::span<const Kernel> kernels();
}
namespace avx512 {
std::span<const Kernel> kernels();
}

namespace {

struct UpdaterEntry {
  Updater updater;
  std::string_view name;
  std::string_view needs;
  CpuFeatures features;
};

using enum CpuFeature;
constexpr CpuFeatures kV3{popcnt, lzcnt, bmi1, bmi2, avx2, ymm_state};
constexpr CpuFeatures kAvx512 =
    kV3.with({avx512f, avx512bw, avx512dq, avx512vl, avx512cd, avx512vbmi, zmm_state});

constexpr std::array<UpdaterEntry, 3> kUpdaters{{
    {Updater::scalar, "scalar", "nothing", {}},
    {Updater::avx2, "avx2", "AVX2, BMI1, BMI2, LZCNT, POPCNT", kV3},
    {Updater::avx512, "avx512",
     "AVX512F, AVX512BW, AVX512DQ, AVX512VL, AVX512CD, AVX512_VBMI, AVX2, BMI1, BMI2, LZCNT, POPCNT",
     kAvx512},
}};

/// Whether any build in this binary has the updater, whatever it needs.
bool is_built(Updater updater) {
  const auto has_updater = [updater](const Kernel& kernel) { return kernel.updater == updater; };
  return std::ranges::any_of(kernel_builds(), [&](const KernelBuild& build) {
    return std::ranges::any_of(build.kernels, has_updater);
  });
}

}  // namespace

std::span<const KernelBuild> kernel_builds() {
  static const std::array builds{
#ifdef THREATPERFT_HAS_AVX512
      KernelBuild{.needs = kAvx512, .kernels = avx512::kernels()},
#endif
#ifdef THREATPERFT_HAS_X86_64_V3_PEXT
      KernelBuild{.needs = kV3, .wants_fast_pext = true, .kernels = x86_64_v3_pext::kernels()},
#endif
#ifdef THREATPERFT_HAS_X86_64_V3
      KernelBuild{.needs = kV3, .kernels = x86_64_v3::kernels()},
#endif
      KernelBuild{.needs = {}, .kernels = portable::kernels()},
  };
  return builds;
}

std::string_view to_string(Updater updater) { return kUpdaters[static_cast<std::size_t>(updater)].name; }

std::optional<Updater> parse_updater(std::string_view name) {
  const auto entry = std::ranges::find(kUpdaters, name, &UpdaterEntry::name);
  if (entry == kUpdaters.end()) return std::nullopt;
  return entry->updater;
}

std::vector<const Kernel*> runnable_kernels(CpuFeatures machine) {
  std::vector<const Kernel*> runnable;
  for (const KernelBuild& build : kernel_builds()) {
    if (!machine.includes(build.needs)) continue;
    for (const Kernel& kernel : build.kernels) runnable.push_back(&kernel);
  }
  return runnable;
}

const Kernel* find_kernel(Updater updater, CpuFeatures machine) {
  // Where PEXT is slow, a build that uses it comes last.
  for (const bool last_choice : {false, true}) {
    for (const KernelBuild& build : kernel_builds()) {
      if (!machine.includes(build.needs)) continue;
      if ((build.wants_fast_pext && !machine.has(fast_pext)) != last_choice) continue;
      const auto kernel = std::ranges::find(build.kernels, updater, &Kernel::updater);
      if (kernel != build.kernels.end()) return &*kernel;
    }
  }
  return nullptr;
}

const Kernel& best_kernel(CpuFeatures machine) {
  for (const Updater updater : {Updater::avx512, Updater::avx2}) {
    if (const Kernel* kernel = find_kernel(updater, machine)) return *kernel;
  }
  return *find_kernel(Updater::scalar, machine);
}

std::vector<UpdaterInfo> updaters(CpuFeatures machine) {
  std::vector<UpdaterInfo> infos;
  for (const UpdaterEntry& entry : kUpdaters) {
    UpdaterInfo& info = infos.emplace_back();
    info.updater = entry.updater;
    info.needs = entry.needs;
    info.missing = names_of_missing(entry.features, machine);
    info.built = is_built(entry.updater);
    info.kernel = find_kernel(entry.updater, machine);
  }
  return infos;
}

std::vector<UpdaterInfo> updaters() { return updaters(machine_cpu_features()); }
const Kernel& best_kernel() { return best_kernel(machine_cpu_features()); }
const Kernel* find_kernel(Updater updater) { return find_kernel(updater, machine_cpu_features()); }
std::vector<const Kernel*> runnable_kernels() { return runnable_kernels(machine_cpu_features()); }

}  // namespace threatperft
