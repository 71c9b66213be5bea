#include "tool/unit_source.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"

using namespace threatperft;

namespace {

constexpr std::string_view kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr std::string_view kMated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";

Position position_of(std::string_view fen) {
  const FenResult result = parse_fen(fen);
  BOOST_REQUIRE(result.position.has_value());
  return *result.position;
}

/// Plain recursion: nodes at every depth from 1 on are added up.
std::uint64_t nodes_below(const Position& position, int depth) {
  if (depth == 0) return 0;
  std::uint64_t nodes = 0;
  for (const Move move : legal_moves(position)) nodes += 1 + nodes_below(after(position, move), depth - 1);
  return nodes;
}

std::uint64_t leaves(const Position& position, int depth) {
  if (depth == 0) return 1;
  std::uint64_t count = 0;
  for (const Move move : legal_moves(position)) count += leaves(after(position, move), depth - 1);
  return count;
}

std::vector<Unit> units_of(const Position& root, int depth, Coverage coverage, double unit_leaves) {
  std::vector<Unit> units;
  UnitSource source(root, depth, coverage, unit_leaves);
  while (source.has_more()) units.push_back(source.next());
  return units;
}

}  // namespace

BOOST_AUTO_TEST_CASE(units_cover_every_node_once) {
  for (const std::string_view fen :
       {kKiwipete, std::string_view("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")}) {
    const Position root = position_of(fen);
    for (const double size : {1.0, 30.0, 500.0, 1e9}) {
      std::uint64_t nodes = 0;
      for (const Unit& unit : units_of(root, 3, Coverage::all_nodes, size))
        nodes += nodes_below(unit.root, unit.depth);
      BOOST_TEST(nodes == nodes_below(root, 3));

      std::uint64_t count = 0;
      for (const Unit& unit : units_of(root, 3, Coverage::leaves, size))
        count += leaves(unit.root, unit.depth);
      BOOST_TEST(count == leaves(root, 3));
    }
  }
}

BOOST_AUTO_TEST_CASE(paths_lead_from_the_root_to_the_units) {
  const Position root = position_of(kKiwipete);
  for (const Unit& unit : units_of(root, 3, Coverage::all_nodes, 100)) {
    Position position = root;
    for (const Move move : unit.path) position = after(position, move);
    BOOST_TEST(same_position(position, unit.root));
    BOOST_TEST(static_cast<int>(unit.path.size()) + unit.depth <= 3);
  }
}

BOOST_AUTO_TEST_CASE(only_the_last_unit_is_marked) {
  for (const Coverage coverage : {Coverage::leaves, Coverage::all_nodes}) {
    const std::vector<Unit> units = units_of(position_of(kKiwipete), 3, coverage, 100);
    BOOST_TEST(units.size() > 40U);
    for (std::size_t i = 0; i < units.size(); ++i) BOOST_TEST(units[i].last == (i + 1 == units.size()));
  }
}

BOOST_AUTO_TEST_CASE(small_trees_are_one_unit) {
  BOOST_TEST(units_of(position_of(kKiwipete), 3, Coverage::all_nodes, 1e6).size() == 1U);
  BOOST_TEST(units_of(position_of(kKiwipete), 0, Coverage::all_nodes, 1).size() == 1U);
  BOOST_TEST(units_of(position_of(kKiwipete), 1, Coverage::leaves, 1).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_position_without_moves_is_one_unit) {
  for (const int depth : {0, 1, 5}) {
    const std::vector<Unit> units = units_of(position_of(kMated), depth, Coverage::all_nodes, 1);
    BOOST_REQUIRE(units.size() == 1U);
    BOOST_TEST(units[0].last);
    BOOST_TEST(units[0].depth == depth);
  }
}

BOOST_AUTO_TEST_CASE(units_are_about_as_large_as_wanted) {
  for (const Unit& unit : units_of(position_of(kKiwipete), 4, Coverage::leaves, 20000)) {
    BOOST_TEST(leaves(unit.root, unit.depth) < 100000U);
  }
}

BOOST_AUTO_TEST_CASE(estimates_are_exact_for_two_plies) {
  const Position root = position_of(kKiwipete);
  BOOST_TEST(estimate_leaves(root, 0) == 1.0);
  BOOST_TEST(estimate_leaves(root, 1) == 48.0);
  BOOST_TEST(estimate_leaves(root, 2) == 2039.0, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(estimate_leaves(position_of(kMated), 7) == 0.0);
}
