#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace threatperft {

/// What the kernels may need of a machine beyond the baseline of its architecture.
enum class CpuFeature : std::uint8_t {
  popcnt,
  lzcnt,
  bmi1,
  bmi2,
  avx2,
  ymm_state,  ///< the operating system saves the 256-bit registers
  avx512f,
  avx512bw,
  avx512dq,
  avx512vl,
  avx512cd,
  avx512vbmi,
  zmm_state,  ///< the operating system saves the 512-bit and the mask registers
  fast_pext,  ///< PEXT and PDEP are single instructions and not a slow micro-program
};

/// A set of features, in words in the order of the enumeration.
class CpuFeatures {
 public:
  constexpr CpuFeatures() = default;
  constexpr CpuFeatures(std::initializer_list<CpuFeature> features) {
    for (const CpuFeature feature : features) add(feature);
  }

  constexpr void add(CpuFeature feature) { bits_ |= bit(feature); }
  constexpr bool has(CpuFeature feature) const { return (bits_ & bit(feature)) != 0; }
  constexpr bool includes(CpuFeatures others) const { return (bits_ & others.bits_) == others.bits_; }
  constexpr CpuFeatures with(CpuFeatures others) const { return CpuFeatures{bits_ | others.bits_}; }
  constexpr CpuFeatures without(CpuFeatures others) const { return CpuFeatures{bits_ & ~others.bits_}; }
  constexpr bool empty() const { return bits_ == 0; }
  friend constexpr bool operator==(CpuFeatures, CpuFeatures) = default;

 private:
  constexpr explicit CpuFeatures(std::uint32_t bits) : bits_(bits) {}
  static constexpr std::uint32_t bit(CpuFeature feature) {
    return std::uint32_t{1} << static_cast<unsigned>(feature);
  }

  std::uint32_t bits_ = 0;
};

/// The features' names as processor manuals write them.
std::vector<std::string> names_of(CpuFeatures features);

/// The names of what `needed` has and `available` lacks. That the operating system does not save registers is
/// only named where the processor has them.
std::vector<std::string> names_of_missing(CpuFeatures needed, CpuFeatures available);

/// The registers that CPUID fills.
struct CpuidResult {
  std::uint32_t eax = 0;
  std::uint32_t ebx = 0;
  std::uint32_t ecx = 0;
  std::uint32_t edx = 0;
};

/// Where CPUID's answers come from: the processor, or a test.
class CpuidSource {
 public:
  virtual ~CpuidSource() = default;
  virtual CpuidResult cpuid(std::uint32_t leaf, std::uint32_t subleaf) const = 0;
  /// XCR0; only asked where CPUID says that the operating system has enabled XGETBV.
  virtual std::uint64_t xgetbv() const = 0;
};

/// What a processor that answers so can run. Leaves that it does not have are not asked for.
CpuFeatures decode_cpu_features(const CpuidSource& source);

/// What this machine can run; nothing on an architecture that is not x86-64.
CpuFeatures machine_cpu_features();

}  // namespace threatperft
