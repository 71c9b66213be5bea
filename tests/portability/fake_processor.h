#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string_view>

#include "engine_core/perft/cpu_features.h"

namespace threatperft {

/// A processor whose answers a test makes up.
class FakeProcessor final : public CpuidSource {
 public:
  std::map<std::uint32_t, CpuidResult> leaves;
  std::uint64_t xcr0 = 0;
  bool xgetbv_faults = false;
  bool unknown_leaf_faults = false;

  CpuidResult cpuid(std::uint32_t leaf, std::uint32_t subleaf) const override {
    if (subleaf != 0) throw std::logic_error("no subleaf but 0 is of interest");
    const auto found = leaves.find(leaf);
    if (found != leaves.end()) return found->second;
    if (unknown_leaf_faults) throw std::logic_error("this processor has no such leaf");
    return {};
  }

  std::uint64_t xgetbv() const override {
    if (xgetbv_faults) throw std::logic_error("invalid instruction");
    return xcr0;
  }

  /// The twelve letters that CPUID answers to leaf 0.
  void set_vendor(std::string_view vendor) {
    std::memcpy(&leaves[0].ebx, vendor.data(), 4);
    std::memcpy(&leaves[0].edx, vendor.data() + 4, 4);
    std::memcpy(&leaves[0].ecx, vendor.data() + 8, 4);
  }
};

/// Intel's Haswell, the first with AVX2 and BMI2. The numbers are what CPUID answers there.
inline FakeProcessor haswell() {
  FakeProcessor processor;
  processor.leaves[0].eax = 0xD;
  processor.set_vendor("GenuineIntel");
  processor.leaves[1] = {.eax = 0x000306C3, .ecx = 0x7FFAFBBF};
  processor.leaves[7] = {.ebx = 0x000027AB};
  processor.leaves[0x80000000].eax = 0x80000008;
  processor.leaves[0x80000001].ecx = 0x21;
  processor.xcr0 = 0x07;
  return processor;
}

/// Ice Lake: all of AVX-512 that is of interest here.
inline FakeProcessor ice_lake() {
  FakeProcessor processor = haswell();
  processor.leaves[1].eax = 0x000706E5;
  processor.leaves[7] = {.ebx = 0xF2BF27EF, .ecx = 0x40405F4E};
  processor.leaves[0x80000001].ecx = 0x121;
  processor.xcr0 = 0xE7;
  return processor;
}

/// A processor with BMI2 and AVX2 of one of AMD's families, 15h or later.
inline FakeProcessor amd(std::uint32_t family) {
  FakeProcessor processor = haswell();
  processor.set_vendor("AuthenticAMD");
  processor.leaves[1].eax = (family - 0xF) << 20 | 0xF00;
  return processor;
}

/// Intel's Conroe: the baseline of x86-64 and a little more, no POPCNT.
inline FakeProcessor conroe() {
  FakeProcessor processor;
  processor.leaves[0].eax = 0xA;
  processor.set_vendor("GenuineIntel");
  processor.leaves[1] = {.eax = 0x000006F6, .ecx = 0x0000E3BD};
  processor.leaves[0x80000000].eax = 0x80000008;
  processor.leaves[0x80000001].ecx = 0x1;
  return processor;
}

}  // namespace threatperft
