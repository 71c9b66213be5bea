#include <boost/test/unit_test.hpp>

#include "tests/perft/list_checks.h"

using namespace threatperft;

namespace {

constexpr std::size_t kGames = 16;

void require_enough(const ListCounts& counts) {
  BOOST_TEST_MESSAGE(counts.right << " right deltas, " << counts.quick << " of them quickly, " << counts.seen
                                  << " without writing and " << counts.seen_captures << " of captures, "
                                  << counts.wrong << " wrong ones");
  BOOST_TEST(counts.right > 10000u);
  BOOST_TEST(counts.quick > 10000u);
  BOOST_TEST(counts.seen > 10000u);
  BOOST_TEST(counts.seen_captures > 5000u);
  BOOST_TEST(counts.wrong > 10000u);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(maintained_list)

BOOST_AUTO_TEST_CASE(never_takes_a_wrong_delta) {
  ListCounts counts;
  BOOST_TEST(check_lists_portably(5, kGames, counts) == "");
  require_enough(counts);
}

#ifdef TEST_PEXT
BOOST_AUTO_TEST_CASE(never_takes_a_wrong_delta_by_pext) {
  if (!__builtin_cpu_supports("bmi2")) {
    BOOST_TEST_MESSAGE("no BMI2 here: not tested");
    return;
  }
  ListCounts counts;
  BOOST_TEST(check_lists_by_pext(6, kGames, counts) == "");
  require_enough(counts);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
