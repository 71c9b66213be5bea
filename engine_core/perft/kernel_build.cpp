// The walks of one build. CMake compiles this file once for each instruction set, with THREATPERFT_BUILD as
// the namespace and the compiler's flags; which updaters it holds follows from what the compiler may use.

#include <array>
#include <span>

#include "engine_core/perft/kernel_of.h"
#include "engine_core/threats/scalar_updater.h"

#ifdef __AVX512VBMI__
#include "engine_core/threats/avx512_updater.h"
#elif defined __AVX2__
#include "engine_core/threats/avx2_updater.h"
#endif

namespace threatperft::inline THREATPERFT_BUILD {
namespace {

#ifdef __AVX512VBMI__
constexpr std::array kKernels{kernel_of<Avx512Updater>(Updater::avx512, "avx512")};
#elif defined __AVX2__
constexpr std::string_view kName = THREATPERFT_PEXT ? "x86-64-v3+pext" : "x86-64-v3";
constexpr std::array kKernels{kernel_of<Avx2Updater>(Updater::avx2, kName),
                              kernel_of<ScalarUpdater>(Updater::scalar, kName)};
#else
#if defined __x86_64__
constexpr std::string_view kName = "x86-64";
#elif defined __aarch64__
constexpr std::string_view kName = "aarch64";
#else
constexpr std::string_view kName = "generic";
#endif
constexpr std::array kKernels{kernel_of<ScalarUpdater>(Updater::scalar, kName)};
#endif

}  // namespace

std::span<const Kernel> kernels();
std::span<const Kernel> kernels() { return kKernels; }

}  // namespace threatperft::inline THREATPERFT_BUILD
