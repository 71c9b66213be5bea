// Every updater that this machine can run, against threat lists found by single steps, the oracle, and the
// scalar updater.

#include <boost/test/unit_test.hpp>
#include <vector>

#include "engine_core/perft/cpu_features.h"
#include "tests/threats/updater_checks.h"

namespace threatperft {
namespace {

#ifdef THREATPERFT_HAS_AVX2_CHECKS
bool has_avx2() {
  return machine_cpu_features().includes({CpuFeature::popcnt, CpuFeature::lzcnt, CpuFeature::bmi1,
                                          CpuFeature::bmi2, CpuFeature::avx2, CpuFeature::ymm_state});
}
#endif

std::vector<UpdaterChecks> checks() {
  std::vector<UpdaterChecks> all{scalar_checks()};
#ifdef THREATPERFT_HAS_AVX2_CHECKS
  if (has_avx2()) {
    all.push_back(avx2_checks());
    all.push_back(avx2_pext_checks());
  }
#endif
  return all;
}

BOOST_AUTO_TEST_SUITE(updaters)

BOOST_AUTO_TEST_CASE(boards_that_no_game_reaches) {
  for (const UpdaterChecks& updater : checks()) {
    BOOST_TEST_CONTEXT(updater.name) BOOST_TEST(updater.random_boards(1, 120) == "");
  }
}

BOOST_AUTO_TEST_CASE(castling_from_all_files) {
  for (const UpdaterChecks& updater : checks()) {
    BOOST_TEST_CONTEXT(updater.name) BOOST_TEST(updater.castling(2, 20) == "");
  }
}

BOOST_AUTO_TEST_CASE(crowded_boards) {
  for (const UpdaterChecks& updater : checks()) {
    BOOST_TEST_CONTEXT(updater.name) BOOST_TEST(updater.crowded_boards() == "");
  }
}

BOOST_AUTO_TEST_CASE(random_games_of_both_variants) {
  for (const UpdaterChecks& updater : checks()) {
    std::size_t moves = 0;
    BOOST_TEST_CONTEXT(updater.name) BOOST_TEST(updater.games(3, moves) == "");
    BOOST_TEST(moves > 10000u);
  }
}

#ifdef THREATPERFT_HAS_AVX2_CHECKS
boost::test_tools::assertion_result machine_has_avx2(boost::unit_test::test_unit_id) { return has_avx2(); }

BOOST_AUTO_TEST_CASE(avx2_lanes, *boost::unit_test::precondition(machine_has_avx2)) {
  BOOST_TEST(check_avx2_lanes(4, 2000) == "");
}
#endif

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace threatperft
