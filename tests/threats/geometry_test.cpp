#include "engine_core/threats/geometry.h"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <set>
#include <utility>

using namespace threatperft;

namespace {

int file(Square square) { return static_cast<int>(file_of(square)); }
int rank(Square square) { return static_cast<int>(rank_of(square)); }

/// The direction from one square to another one that shares a line with it, as a step.
std::pair<int, int> direction(Square from, Square to) {
  const auto sign = [](int value) { return (value > 0) - (value < 0); };
  return {sign(file(to) - file(from)), sign(rank(to) - rank(from))};
}

bool share_line(Square a, Square b) {
  const int files = std::abs(file(a) - file(b));
  const int ranks = std::abs(rank(a) - rank(b));
  return a != b && (files == 0 || ranks == 0 || files == ranks);
}

}  // namespace

BOOST_AUTO_TEST_CASE(rays_hold_the_squares_of_their_direction) {
  for (unsigned i = 0; i < 64; ++i) {
    for (std::size_t d = 0; d < kDirectionCount; ++d) {
      Bitboard expected;
      for (unsigned j = 0; j < 64; ++j) {
        const Square to = square_at(j);
        if (!share_line(square_at(i), to)) continue;
        if (direction(square_at(i), to) == std::pair{kRaySteps[d].file, kRaySteps[d].rank})
          expected |= Bitboard{to};
      }
      BOOST_TEST(ray_from(square_at(i), d).bits == expected.bits, "square " << i << ", direction " << d);
    }
  }
}

BOOST_AUTO_TEST_CASE(directions_are_in_the_promised_order) {
  std::set<std::pair<int, int>> seen;
  for (std::size_t d = 0; d < kDirectionCount; ++d) {
    const auto [files, ranks] = kRaySteps[d];
    seen.insert({files, ranks});
    BOOST_TEST(kRaySteps[d ^ 1].file == -files);
    BOOST_TEST(kRaySteps[d ^ 1].rank == -ranks);
    BOOST_TEST((files != 0 && ranks != 0) == (d >= 4));
    BOOST_TEST((8 * ranks + files > 0) == (d % 2 == 0));
  }
  BOOST_TEST(seen.size() == kDirectionCount);
}

BOOST_AUTO_TEST_CASE(knights_jump_to_all_eight_squares) {
  std::set<std::pair<int, int>> seen;
  for (const auto [files, ranks] : kKnightSteps) {
    BOOST_TEST(std::abs(files * ranks) == 2);
    seen.insert({files, ranks});
  }
  BOOST_TEST(seen.size() == kDirectionCount);
}

BOOST_AUTO_TEST_CASE(rings_are_the_squares_next_to_one) {
  for (unsigned i = 0; i < 64; ++i) {
    for (unsigned j = 0; j < 64; ++j) {
      const int files = std::abs(file(square_at(i)) - file(square_at(j)));
      const int ranks = std::abs(rank(square_at(i)) - rank(square_at(j)));
      BOOST_TEST(ring_around(square_at(i)).contains(square_at(j)) == (i != j && files <= 1 && ranks <= 1));
    }
  }
}

BOOST_AUTO_TEST_CASE(steps_end_at_the_edge) {
  BOOST_TEST((step_from(Square::h1, {1, 0}) == Square::none));
  BOOST_TEST((step_from(Square::a1, {-1, 0}) == Square::none));
  BOOST_TEST((step_from(Square::a8, {0, 1}) == Square::none));
  BOOST_TEST((step_from(Square::e1, {1, -2}) == Square::none));
  BOOST_TEST((step_from(Square::e4, {-2, 1}) == Square::c5));
}
