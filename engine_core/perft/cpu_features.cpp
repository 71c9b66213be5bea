#include "engine_core/perft/cpu_features.h"

#include <array>
#include <cstring>
#include <string_view>

#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace threatperft {
namespace {

struct NamedFeature {
  CpuFeature feature;
  std::string_view name;
};

constexpr std::array<NamedFeature, 14> kNames{{
    {CpuFeature::popcnt, "POPCNT"},
    {CpuFeature::lzcnt, "LZCNT"},
    {CpuFeature::bmi1, "BMI1"},
    {CpuFeature::bmi2, "BMI2"},
    {CpuFeature::avx2, "AVX2"},
    {CpuFeature::ymm_state, "AVX registers enabled by the operating system"},
    {CpuFeature::avx512f, "AVX512F"},
    {CpuFeature::avx512bw, "AVX512BW"},
    {CpuFeature::avx512dq, "AVX512DQ"},
    {CpuFeature::avx512vl, "AVX512VL"},
    {CpuFeature::avx512cd, "AVX512CD"},
    {CpuFeature::avx512vbmi, "AVX512_VBMI"},
    {CpuFeature::zmm_state, "AVX-512 registers enabled by the operating system"},
    {CpuFeature::fast_pext, "fast PEXT"},
}};

constexpr bool bit(std::uint32_t value, unsigned position) { return (value >> position & 1) != 0; }

// XCR0: SSE and AVX state; for AVX-512 also the mask registers, the upper halves of zmm0-15, and zmm16-31.
constexpr std::uint64_t kYmmState = 0x06;
constexpr std::uint64_t kZmmState = 0xE6;

constexpr std::uint32_t kExtendedLeaves = 0x80000000;

std::array<char, 12> vendor_of(const CpuidResult& leaf0) {
  std::array<char, 12> vendor{};
  std::memcpy(vendor.data(), &leaf0.ebx, 4);
  std::memcpy(vendor.data() + 4, &leaf0.edx, 4);
  std::memcpy(vendor.data() + 8, &leaf0.ecx, 4);
  return vendor;
}

// The family as the manuals give it: an extended part is added to the base family 15.
std::uint32_t family_of(const CpuidResult& leaf1) {
  const std::uint32_t base = leaf1.eax >> 8 & 0xF;
  return base == 0xF ? base + (leaf1.eax >> 20 & 0xFF) : base;
}

// AMD before Zen 3 (family 19h: Excavator, Zen, Zen+, Zen 2) and Hygon's Zen 1 run PEXT as a micro-program of
// up to some 300 cycles.
bool has_slow_pext(const CpuidResult& leaf0, const CpuidResult& leaf1) {
  const std::array<char, 12> vendor = vendor_of(leaf0);
  const std::string_view name{vendor.data(), vendor.size()};
  return name == "HygonGenuine" || (name == "AuthenticAMD" && family_of(leaf1) < 0x19);
}

void add_if(CpuFeatures& features, bool present, CpuFeature feature) {
  if (present) features.add(feature);
}

void add_structured_features(CpuFeatures& features, const CpuidResult& leaf7) {
  add_if(features, bit(leaf7.ebx, 3), CpuFeature::bmi1);
  add_if(features, bit(leaf7.ebx, 8), CpuFeature::bmi2);
  add_if(features, bit(leaf7.ebx, 5), CpuFeature::avx2);
  add_if(features, bit(leaf7.ebx, 16), CpuFeature::avx512f);
  add_if(features, bit(leaf7.ebx, 17), CpuFeature::avx512dq);
  add_if(features, bit(leaf7.ebx, 28), CpuFeature::avx512cd);
  add_if(features, bit(leaf7.ebx, 30), CpuFeature::avx512bw);
  add_if(features, bit(leaf7.ebx, 31), CpuFeature::avx512vl);
  add_if(features, bit(leaf7.ecx, 1), CpuFeature::avx512vbmi);
}

#ifdef __x86_64__
class Processor final : public CpuidSource {
 public:
  CpuidResult cpuid(std::uint32_t leaf, std::uint32_t subleaf) const override {
    CpuidResult result;
    __cpuid_count(leaf, subleaf, result.eax, result.ebx, result.ecx, result.edx);
    return result;
  }
  // The intrinsic would need a compiler flag for the whole file.
  std::uint64_t xgetbv() const override {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return std::uint64_t{high} << 32 | low;
  }
};
#endif

}  // namespace

std::vector<std::string> names_of(CpuFeatures features) {
  std::vector<std::string> names;
  for (const NamedFeature& entry : kNames) {
    if (features.has(entry.feature)) names.emplace_back(entry.name);
  }
  return names;
}

std::vector<std::string> names_of_missing(CpuFeatures needed, CpuFeatures available) {
  CpuFeatures missing = needed.without(available);
  if (missing.has(CpuFeature::avx2)) missing = missing.without({CpuFeature::ymm_state});
  if (missing.has(CpuFeature::avx512f)) missing = missing.without({CpuFeature::zmm_state});
  return names_of(missing);
}

CpuFeatures decode_cpu_features(const CpuidSource& source) {
  CpuFeatures features;
  const CpuidResult leaf0 = source.cpuid(0, 0);
  if (leaf0.eax < 1) return features;

  const CpuidResult leaf1 = source.cpuid(1, 0);
  add_if(features, bit(leaf1.ecx, 23), CpuFeature::popcnt);
  const bool os_uses_xsave = bit(leaf1.ecx, 27);
  const bool has_avx = bit(leaf1.ecx, 28);
  const std::uint64_t xcr0 = os_uses_xsave ? source.xgetbv() : 0;
  add_if(features, has_avx && (xcr0 & kYmmState) == kYmmState, CpuFeature::ymm_state);
  add_if(features, has_avx && (xcr0 & kZmmState) == kZmmState, CpuFeature::zmm_state);

  if (leaf0.eax >= 7) add_structured_features(features, source.cpuid(7, 0));
  if (source.cpuid(kExtendedLeaves, 0).eax >= kExtendedLeaves + 1) {
    add_if(features, bit(source.cpuid(kExtendedLeaves + 1, 0).ecx, 5), CpuFeature::lzcnt);
  }
  add_if(features, features.has(CpuFeature::bmi2) && !has_slow_pext(leaf0, leaf1), CpuFeature::fast_pext);
  return features;
}

CpuFeatures machine_cpu_features() {
#ifdef __x86_64__
  return decode_cpu_features(Processor{});
#else
  return {};
#endif
}

}  // namespace threatperft
