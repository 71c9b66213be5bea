#include "engine_core/chess/attacks.h"

#include <boost/test/unit_test.hpp>

#include "tests/chess/attacks_checks.h"
#include "tests/support/slow_rules.h"

using namespace threatperft;

namespace {

constexpr int kRounds = 4000;

void require_right(const WrongAttacks& wrong) {
  BOOST_TEST(!wrong.found, wrong.piece << " on square " << wrong.square << ", occupied " << std::hex
                                       << wrong.occupied << ": " << wrong.actual << " instead of "
                                       << wrong.expected);
}

/// The squares from `a` towards `b`, both left out, if a line leads there.
Bitboard between(Square a, Square b, Bitboard& behind) {
  for (int files = -1; files <= 1; ++files) {
    for (int ranks = -1; ranks <= 1; ++ranks) {
      if (files == 0 && ranks == 0) continue;
      Bitboard passed;
      for (Square at = slow_rules::step(a, files, ranks); at != Square::none;
           at = slow_rules::step(at, files, ranks)) {
        if (at != b) {
          passed |= Bitboard{at};
          continue;
        }
        while ((at = slow_rules::step(at, files, ranks)) != Square::none) behind |= Bitboard{at};
        return passed;
      }
    }
  }
  return Bitboard{};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(attack_tables)

BOOST_AUTO_TEST_CASE(by_lines) { require_right(check_attacks_by_lines(kRounds)); }

#ifdef TEST_PEXT
BOOST_AUTO_TEST_CASE(by_pext) {
  if (!__builtin_cpu_supports("bmi2")) {
    BOOST_TEST_MESSAGE("no BMI2 here: not tested");
    return;
  }
  require_right(check_attacks_by_pext(kRounds));
}
#endif

BOOST_AUTO_TEST_CASE(segments_and_what_is_beyond) {
  for (unsigned i = 0; i < 64; ++i) {
    for (unsigned j = 0; j < 64; ++j) {
      const Square a = square_at(i);
      const Square b = square_at(j);
      Bitboard behind;
      const Bitboard passed = between(a, b, behind);
      BOOST_REQUIRE((segment(a, b) == (passed | Bitboard{b})));
      BOOST_REQUIRE((beyond(a, b) == behind));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
