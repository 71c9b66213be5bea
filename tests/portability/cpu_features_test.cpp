#include "engine_core/perft/cpu_features.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/portability/fake_processor.h"

using namespace threatperft;
using Names = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(ice_lake_has_everything) {
  BOOST_TEST(
      names_of(decode_cpu_features(ice_lake())) ==
      (Names{"POPCNT", "LZCNT", "BMI1", "BMI2", "AVX2", "AVX registers enabled by the operating system",
             "AVX512F", "AVX512BW", "AVX512DQ", "AVX512VL", "AVX512CD", "AVX512_VBMI",
             "AVX-512 registers enabled by the operating system", "fast PEXT"}));
}

BOOST_AUTO_TEST_CASE(every_bit_is_read_where_the_manual_has_it) {
  struct Bit {
    std::uint32_t leaf;
    std::uint32_t CpuidResult::*reg;
    unsigned position;
    CpuFeature feature;
  };
  const std::vector<Bit> bits = {
      {1, &CpuidResult::ecx, 23, CpuFeature::popcnt},
      {7, &CpuidResult::ebx, 3, CpuFeature::bmi1},
      {7, &CpuidResult::ebx, 8, CpuFeature::bmi2},
      {7, &CpuidResult::ebx, 5, CpuFeature::avx2},
      {7, &CpuidResult::ebx, 16, CpuFeature::avx512f},
      {7, &CpuidResult::ebx, 17, CpuFeature::avx512dq},
      {7, &CpuidResult::ebx, 28, CpuFeature::avx512cd},
      {7, &CpuidResult::ebx, 30, CpuFeature::avx512bw},
      {7, &CpuidResult::ebx, 31, CpuFeature::avx512vl},
      {7, &CpuidResult::ecx, 1, CpuFeature::avx512vbmi},
      {0x80000001, &CpuidResult::ecx, 5, CpuFeature::lzcnt},
  };
  const CpuFeatures all = decode_cpu_features(ice_lake());
  for (const Bit& bit : bits) {
    FakeProcessor processor = ice_lake();
    processor.leaves[bit.leaf].*bit.reg &= ~(std::uint32_t{1} << bit.position);
    CpuFeatures expected = all.without({bit.feature});
    if (bit.feature == CpuFeature::bmi2) expected = expected.without({CpuFeature::fast_pext});
    BOOST_TEST((decode_cpu_features(processor) == expected),
               "bit " << bit.position << " of leaf " << bit.leaf);
  }
}

BOOST_AUTO_TEST_CASE(registers_that_the_operating_system_does_not_save_are_no_registers) {
  FakeProcessor processor = ice_lake();
  const CpuFeatures all = decode_cpu_features(processor);
  processor.xcr0 = 0x07;  // AVX only, as a system without AVX-512 support leaves it
  BOOST_TEST((decode_cpu_features(processor) == all.without({CpuFeature::zmm_state})));
  for (const std::uint64_t missing : {0x20u, 0x40u, 0x80u}) {
    processor.xcr0 = 0xE7 & ~missing;
    BOOST_TEST((decode_cpu_features(processor) == all.without({CpuFeature::zmm_state})));
  }
  processor.xcr0 = 0x03;
  const CpuFeatures neither = all.without({CpuFeature::ymm_state, CpuFeature::zmm_state});
  BOOST_TEST((decode_cpu_features(processor) == neither));
  processor.xcr0 = 0xE3;  // nothing of a vector works without its lower half
  BOOST_TEST((decode_cpu_features(processor) == neither));
}

BOOST_AUTO_TEST_CASE(xgetbv_is_not_executed_unless_the_operating_system_enabled_it) {
  FakeProcessor processor = ice_lake();
  processor.leaves[1].ecx &= ~(std::uint32_t{1} << 27);
  processor.xgetbv_faults = true;
  const CpuFeatures features = decode_cpu_features(processor);
  BOOST_TEST(!features.has(CpuFeature::ymm_state));
  BOOST_TEST(!features.has(CpuFeature::zmm_state));
}

BOOST_AUTO_TEST_CASE(leaves_beyond_the_processors_last_are_not_asked_for) {
  FakeProcessor processor = ice_lake();
  processor.leaves[0].eax = 6;
  processor.leaves[0x80000000].eax = 0x80000000;
  processor.leaves.erase(7);
  processor.leaves.erase(0x80000001);
  processor.unknown_leaf_faults = true;
  BOOST_TEST(names_of(decode_cpu_features(processor)) ==
             (Names{"POPCNT", "AVX registers enabled by the operating system",
                    "AVX-512 registers enabled by the operating system"}));
  processor.leaves = {{0, {}}};
  BOOST_TEST(decode_cpu_features(processor).empty());
}

BOOST_AUTO_TEST_CASE(slow_pext_is_known_by_vendor_and_family) {
  const auto fast = [](const FakeProcessor& processor) {
    return decode_cpu_features(processor).has(CpuFeature::fast_pext);
  };
  BOOST_TEST(!fast(amd(0x15)));  // Excavator
  BOOST_TEST(!fast(amd(0x17)));  // Zen, Zen+, Zen 2
  BOOST_TEST(fast(amd(0x19)));   // Zen 3, Zen 4
  BOOST_TEST(fast(amd(0x1A)));   // Zen 5
  FakeProcessor hygon = amd(0x18);
  hygon.set_vendor("HygonGenuine");
  BOOST_TEST(!fast(hygon));
  BOOST_TEST(fast(haswell()));
}

BOOST_AUTO_TEST_CASE(missing_features_are_named_without_noise) {
  const CpuFeatures needed = decode_cpu_features(ice_lake()).without({CpuFeature::fast_pext});
  BOOST_TEST(names_of_missing(needed, needed) == Names{});
  BOOST_TEST(names_of_missing(needed, decode_cpu_features(haswell())) ==
             (Names{"AVX512F", "AVX512BW", "AVX512DQ", "AVX512VL", "AVX512CD", "AVX512_VBMI"}));
  BOOST_TEST(names_of_missing(needed, needed.without({CpuFeature::zmm_state})) ==
             Names{"AVX-512 registers enabled by the operating system"});
  BOOST_TEST(names_of_missing({CpuFeature::avx2, CpuFeature::ymm_state}, {}) == Names{"AVX2"});
}
