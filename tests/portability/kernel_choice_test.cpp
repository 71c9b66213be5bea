#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/perft/kernel_registry.h"
#include "engine_core/perft/kernels.h"
#include "tests/portability/fake_processor.h"

using namespace threatperft;

namespace {

CpuFeatures features_of(const FakeProcessor& processor) { return decode_cpu_features(processor); }

const UpdaterInfo& info_of(const std::vector<UpdaterInfo>& infos, Updater updater) {
  return infos.at(static_cast<std::size_t>(updater));
}

}  // namespace

BOOST_AUTO_TEST_CASE(names_go_both_ways) {
  for (const Updater updater : {Updater::scalar, Updater::avx2, Updater::avx512}) {
    BOOST_TEST((parse_updater(to_string(updater)) == updater));
  }
  BOOST_TEST(!parse_updater("auto"));
  BOOST_TEST(!parse_updater("AVX2"));
  BOOST_TEST(!parse_updater(""));
}

BOOST_AUTO_TEST_CASE(updaters_are_listed_slowest_first) {
  const std::vector<UpdaterInfo> infos = updaters();
  BOOST_REQUIRE_EQUAL(infos.size(), 3u);
  for (const Updater updater : {Updater::scalar, Updater::avx2, Updater::avx512}) {
    BOOST_TEST((info_of(infos, updater).updater == updater));
  }
}

BOOST_AUTO_TEST_CASE(an_updater_has_a_kernel_exactly_where_nothing_is_missing) {
  for (const FakeProcessor& processor : {conroe(), haswell(), amd(0x17), amd(0x19), ice_lake()}) {
    for (const UpdaterInfo& info : updaters(features_of(processor))) {
      BOOST_TEST((info.kernel != nullptr) == (info.built && info.missing.empty()));
      if (info.kernel != nullptr) BOOST_TEST((info.kernel->updater == info.updater));
    }
  }
}

BOOST_AUTO_TEST_CASE(every_kernel_is_whole) {
  for (const KernelBuild& build : kernel_builds()) {
    BOOST_TEST(!build.kernels.empty());
    for (const Kernel& kernel : build.kernels) {
      BOOST_TEST(!kernel.build.empty());
      BOOST_TEST((kernel.count && kernel.count_made && kernel.count_deltas && kernel.sum && kernel.check &&
                  kernel.delta));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_machine_without_features_runs_scalar_alone) {
  const CpuFeatures machine = features_of(conroe());
  BOOST_TEST((best_kernel(machine).updater == Updater::scalar));
  BOOST_TEST(find_kernel(Updater::scalar, machine) == &best_kernel(machine));
  BOOST_TEST(find_kernel(Updater::avx2, machine) == nullptr);
  BOOST_TEST(find_kernel(Updater::avx512, machine) == nullptr);
  BOOST_TEST(runnable_kernels(machine).size() == 1);
}

BOOST_AUTO_TEST_CASE(the_machine_at_hand_runs_what_is_chosen_for_it) {
  const std::vector<const Kernel*> runnable = runnable_kernels();
  BOOST_TEST(std::ranges::count(runnable, &best_kernel()) == 1);
  for (const UpdaterInfo& info : updaters()) {
    BOOST_TEST(find_kernel(info.updater) == info.kernel);
    if (info.kernel != nullptr) BOOST_TEST(std::ranges::count(runnable, info.kernel) == 1);
  }
}

#ifdef __x86_64__

namespace {

std::string choice(const FakeProcessor& processor) {
  const Kernel& kernel = best_kernel(features_of(processor));
  return std::string{to_string(kernel.updater)} + " " + std::string{kernel.build};
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_processor_gets_its_best_build) {
  BOOST_TEST(choice(conroe()) == "scalar x86-64");
  BOOST_TEST(choice(haswell()) == "avx2 x86-64-v3+pext");
  BOOST_TEST(choice(amd(0x17)) == "avx2 x86-64-v3");
  BOOST_TEST(choice(amd(0x19)) == "avx2 x86-64-v3+pext");
  BOOST_TEST(choice(ice_lake()) == "avx512 avx512");
  FakeProcessor without_zmm = ice_lake();
  without_zmm.xcr0 = 0x07;
  BOOST_TEST(choice(without_zmm) == "avx2 x86-64-v3+pext");
  FakeProcessor without_ymm = ice_lake();
  without_ymm.xcr0 = 0x03;
  BOOST_TEST(choice(without_ymm) == "scalar x86-64");
}

BOOST_AUTO_TEST_CASE(the_scalar_updater_too_comes_in_the_best_build) {
  BOOST_TEST(find_kernel(Updater::scalar, features_of(conroe()))->build == "x86-64");
  BOOST_TEST(find_kernel(Updater::scalar, features_of(amd(0x17)))->build == "x86-64-v3");
  BOOST_TEST(find_kernel(Updater::scalar, features_of(ice_lake()))->build == "x86-64-v3+pext");
}

BOOST_AUTO_TEST_CASE(no_single_feature_can_be_missing) {
  const CpuFeatures all = features_of(ice_lake());
  for (const CpuFeature feature :
       {CpuFeature::avx512f, CpuFeature::avx512bw, CpuFeature::avx512dq, CpuFeature::avx512vl,
        CpuFeature::avx512cd, CpuFeature::avx512vbmi, CpuFeature::zmm_state}) {
    BOOST_TEST((best_kernel(all.without({feature})).updater == Updater::avx2));
  }
  for (const CpuFeature feature : {CpuFeature::popcnt, CpuFeature::lzcnt, CpuFeature::bmi1, CpuFeature::bmi2,
                                   CpuFeature::avx2, CpuFeature::ymm_state}) {
    BOOST_TEST((best_kernel(all.without({feature})).updater == Updater::scalar));
  }
}

BOOST_AUTO_TEST_CASE(builds_that_use_slow_pext_are_still_there_for_tests) {
  const std::vector<const Kernel*> runnable = runnable_kernels(features_of(amd(0x17)));
  BOOST_TEST(std::ranges::count(runnable, std::string_view{"x86-64-v3+pext"}, &Kernel::build) == 2);
}

#endif
