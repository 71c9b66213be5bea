#include "engine_core/perft/merged_positions.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"

namespace threatperft {
namespace {

const char* const kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

Position position(const std::string& fen) { return *parse_fen(fen).position; }

PackedPosition packed(const Position& position) {
  PackedPosition packed;
  pack(position, packed);
  return packed;
}

void add(MergedPositions& merged, const Position& at, const Position* parent, Move move, std::uint64_t unit) {
  MergedPositions::Arrival arrival;
  merged.arrive(at, move, arrival);
  merged.look_up(arrival);
  const PackedPosition packed_parent = parent == nullptr ? PackedPosition{} : packed(*parent);
  merged.add(arrival, parent == nullptr ? nullptr : &packed_parent, unit);
}

template <class Visit>
void walk(const Position& at, int depth, const Visit& visit) {
  visit(at);
  if (depth == 0) return;
  for (const Move move : legal_moves(at)) walk(after(at, move), depth - 1, visit);
}

BOOST_AUTO_TEST_CASE(a_packed_position_comes_out_as_it_was) {
  for (const char* fen : {
           kKiwipete,
           "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
           "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 7 31",
           "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
           "1r2k2r/8/8/8/8/8/8/R2K2R1 b GAhb - 99 200",
       }) {
    walk(position(fen), 2, [](const Position& at) {
      BOOST_REQUIRE(same_position(unpack(packed(at)), at));
      BOOST_REQUIRE(packed(at).same_moves(packed(at)));
    });
  }
}

bool same_moves(const std::string& a, const std::string& b) {
  return packed(position(a)).same_moves(packed(position(b)));
}

BOOST_AUTO_TEST_CASE(clocks_do_not_count_all_else_does) {
  const std::string fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  BOOST_TEST(same_moves(fen, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 31 77"));
  BOOST_TEST(!same_moves(fen, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"));
  BOOST_TEST(!same_moves(fen, "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"));
  BOOST_TEST(!same_moves(fen, "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"));
  BOOST_TEST(!same_moves(fen, "r3k2r/8/8/8/8/8/8/R3K1R1 w Qq - 0 1"));
  BOOST_TEST(!same_moves("4k3/8/8/8/8/8/8/4K2N w - - 0 1", "4k3/8/8/8/8/8/8/4K2B w - - 0 1"));
  BOOST_TEST(!same_moves("4k3/8/8/8/8/8/8/4K2N w - - 0 1", "4k3/8/8/8/8/8/8/4K2n w - - 0 1"));
  BOOST_TEST(!same_moves("4k3/8/8/8/8/8/8/4K2N w - - 0 1", "4k3/8/8/8/8/8/7N/4K3 w - - 0 1"));
}

BOOST_AUTO_TEST_CASE(an_en_passant_square_counts_if_a_pawn_looks_at_it) {
  BOOST_TEST(same_moves("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
  BOOST_TEST(!same_moves("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
  BOOST_TEST(!same_moves("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1"));
  // The square is kept, looked at or not.
  const Position passed = position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
  BOOST_TEST(unpack(packed(passed)).en_passant.bits == Bitboard{Square::e3}.bits);
}

// The number of positions after so many plies, https://oeis.org/A083276, and of the ways to them, A048987.
BOOST_AUTO_TEST_CASE(as_many_positions_as_are_known_after_so_many_plies) {
  const Position start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  const std::vector<std::uint64_t> positions = {1, 20, 400, 5362, 72078};
  const std::vector<std::uint64_t> ways = {1, 20, 400, 8902, 197281};
  for (int plies = 0; plies <= 4; ++plies) {
    MergedPositions merged(17);
    walk(start, plies, [&](const Position& at) {
      const int made =
          2 * (static_cast<int>(at.fullmove_number) - 1) + (at.side_to_move == Color::black ? 1 : 0);
      if (made == plies) add(merged, at, nullptr, Move{}, 0);
    });
    std::uint64_t times = 0;
    for (const auto& entry : merged) times += entry.times;
    BOOST_TEST(merged.size() == positions[static_cast<std::size_t>(plies)]);
    BOOST_TEST(times == ways[static_cast<std::size_t>(plies)]);
  }
}

BOOST_AUTO_TEST_CASE(entries_stand_in_the_order_of_the_first_time) {
  const Position root = position(kKiwipete);
  const std::vector<Move> moves = legal_moves(root);
  MergedPositions merged(6);
  for (const Move move : moves) add(merged, after(root, move), &root, move, 3);
  for (std::size_t i = moves.size(); i > 0; --i) {
    add(merged, after(root, moves[i - 1]), nullptr, Move{}, 4);
  }
  BOOST_REQUIRE(merged.size() == moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const MergedPositions::Entry& entry = merged.begin()[i];
    BOOST_TEST(entry.position.same_moves(packed(after(root, moves[i]))));
    BOOST_TEST(entry.times == 2u);
    BOOST_TEST(entry.unit == 3u);
    BOOST_TEST((entry.move == moves[i]));
  }
}

BOOST_AUTO_TEST_CASE(siblings_stand_together) {
  const Position root = position(kKiwipete);
  const std::vector<Move> moves = legal_moves(root);
  const Position first = after(root, moves[0]);
  const Position second = after(root, moves[1]);
  MergedPositions merged(8);
  add(merged, root, nullptr, Move{}, 0);
  add(merged, first, nullptr, Move{}, 0);
  add(merged, second, &root, moves[1], 0);
  for (const Position* parent : {&first, &second}) {
    for (const Move move : legal_moves(*parent)) add(merged, after(*parent, move), parent, move, 0);
  }
  const auto of_first = static_cast<std::uint32_t>(legal_moves(first).size());
  BOOST_REQUIRE(merged.siblings_count() == 5u);
  const std::uint32_t begins[] = {0, 1, 2, 3, 3 + of_first};
  for (std::uint32_t i = 0; i < 5; ++i) {
    BOOST_TEST(merged.siblings(i).begin == begins[i]);
    BOOST_TEST(merged.siblings(i).has_parent == (i >= 2));
    const std::uint32_t end = i == 4 ? merged.size() : begins[i + 1];
    BOOST_TEST((merged.end_of(i) == merged.begin() + end));
  }
  BOOST_TEST((merged.siblings(2).parent == packed(root)));
  BOOST_TEST((merged.siblings(3).parent == packed(first)));
  BOOST_TEST((merged.siblings(4).parent == packed(second)));
  merged.clear();
  BOOST_TEST(merged.siblings_count() == 0u);
}

BOOST_AUTO_TEST_CASE(it_is_full_when_it_says_so_and_empty_after_clear) {
  const Position root = position(kKiwipete);
  std::vector<Position> children;
  for (const Move move : legal_moves(root)) children.push_back(after(root, move));
  MergedPositions merged(5);
  for (const std::size_t used : {std::size_t{32}, std::size_t{1}, std::size_t{2}, std::size_t{32}}) {
    for (std::size_t i = 0; i < used; ++i) {
      BOOST_TEST(!merged.is_full());
      add(merged, children[i], nullptr, Move{}, 0);
    }
    BOOST_TEST(merged.size() == used);
    BOOST_TEST(merged.is_full() == (used == 32));
    merged.clear();
    BOOST_TEST(merged.size() == 0u);
  }
}

}  // namespace
}  // namespace threatperft
