#include "engine_core/perft/leaf_extremes.h"

#include <boost/test/unit_test.hpp>
#include <memory>
#include <vector>

#include "engine_core/chess/fen.h"

namespace threatperft {
namespace {

struct Fixture {
  const Position position = *parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").position;
  const LeafMoves moves{position, nullptr};
  const std::unique_ptr<Statistics> statistics = std::make_unique<Statistics>(LaneWeights{});
  LeafExtremes extremes;

  [[nodiscard]] Move move_of(Extreme which) const { return *statistics->extreme(which)->move; }
};

BOOST_FIXTURE_TEST_CASE(of_equal_maxima_the_first_move_counts, Fixture) {
  // Counted in another order than that of the moves.
  for (const std::uint32_t move : {7u, 3u, 5u, 12u}) extremes.add(move, 40, {6, 2, 0, 0}, 1);
  extremes.add(9, 39, {2, 5, 0, 0}, 0);
  extremes.add_position(2, 40);
  extremes.note(position, moves, *statistics);
  for (const Extreme which : {Extreme::added, Extreme::changed, Extreme::gained, Extreme::redundant}) {
    BOOST_TEST((move_of(which) == moves.move(3).move()));
  }
  for (const Extreme which : {Extreme::removed, Extreme::lost}) {
    BOOST_TEST((move_of(which) == moves.move(9).move()));
  }
  const auto active = statistics->extreme(Extreme::active);
  BOOST_TEST(active->value == 40);
  const Move second = moves.move(2).move();
  BOOST_TEST((active->position.at(second.from) == Piece::none));
  BOOST_TEST((active->position.at(second.to) == position.at(second.from)));
}

BOOST_FIXTURE_TEST_CASE(what_is_smaller_than_an_earlier_maximum_does_not_count, Fixture) {
  extremes.add(4, 40, {6, 6, 0, 0}, 2);
  extremes.note(position, moves, *statistics);
  LeafExtremes later;
  later.add(0, 40, {6, 6, 0, 0}, 2);
  later.add(1, 41, {7, 6, 0, 0}, 0);
  later.note(position, moves, *statistics);
  BOOST_TEST((move_of(Extreme::removed) == moves.move(4).move()));
  BOOST_TEST((move_of(Extreme::redundant) == moves.move(4).move()));
  BOOST_TEST((move_of(Extreme::added) == moves.move(1).move()));
  BOOST_TEST(statistics->extreme(Extreme::active)->value == 41);
}

BOOST_FIXTURE_TEST_CASE(moves_alone_have_no_position, Fixture) {
  extremes.add(1, 0, {1, 1, 0, 0}, 0);
  extremes.note(position, moves, *statistics);
  BOOST_TEST(!statistics->extreme(Extreme::active).has_value());
  BOOST_TEST(!statistics->extreme(Extreme::redundant).has_value());
  BOOST_TEST(statistics->extreme(Extreme::added)->value == 1);
}

}  // namespace
}  // namespace threatperft
