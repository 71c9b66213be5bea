#include "engine_core/perft/statistics.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"
#include "engine_core/perft/kernels.h"
#include "engine_core/perft/statistics_summary.h"
#include "engine_core/threats/oracle.h"

namespace threatperft {
namespace {

const StopFlag kGoOn{false};

const char* const kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const char* const kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const std::vector<std::string> kPositions = {
    kStart,
    kKiwipete,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1r2k2r/8/8/8/8/8/8/R2K2R1 b GAhb - 0 1",  // kings that castle across the middle, rooks in their way
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "3q1k2/2q1q3/q3q3/1q1q4/8/4Q2Q/1Q1Q2Q1/K2Q4 w - - 0 1",
    "k7/1qnqnq2/1n3n2/1q1q1q2/1n3n2/1qnqnq2/6PP/6RK w - - 0 1",  // shared parts of 24 threats
    "3qk3/8/8/b7/8/1q6/8/5KR1 w G - 0 1",                        // king and rook change places
};

const std::vector<Layout>& layouts() {
  static const std::vector<Layout> all = [] {
    std::vector<Layout> made;
    for (const auto& definition : known_layouts()) made.push_back(std::get<Layout>(Layout::make(definition)));
    LayoutDefinition other = known_layouts()[1];
    other.once = 1;
    other.mirroring = Mirroring::never;
    made.push_back(std::get<Layout>(Layout::make(other)));
    return made;
  }();
  return all;
}

std::unique_ptr<Statistics> empty() { return std::make_unique<Statistics>(lane_weights(layouts())); }

Position position(const std::string& fen) { return *parse_fen(fen).position; }

// Equal but for the examples of maxima: of equal ones, a walk in another order names another.
bool same_but_examples(Statistics& one, const Statistics& other) {
  for (unsigned i = 0; i < kExtremes; ++i) {
    const auto which = static_cast<Extreme>(i);
    if (one.extreme(which).has_value() != other.extreme(which).has_value()) return false;
    if (!one.extreme(which)) continue;
    if (one.extreme(which)->value != other.extreme(which)->value) return false;
    one.set_extreme(which, *other.extreme(which));
  }
  return one == other;
}

BOOST_AUTO_TEST_CASE(the_table_yields_the_threat_perft_numbers) {
  struct Reference {
    std::string fen;
    int depth;
    std::uint64_t nodes, threats, signature;
  };
  const std::vector<Reference> references = {
      {kPositions[0], 3, 8902, 364218, 0x61e96230a05264e5},
      {kPositions[1], 3, 97862, 5810169, 0x045724015d16a5aa},
      {kPositions[2], 4, 43238, 324762, 0x653b043a4babb419},
      {kPositions[3], 3, 9467, 486709, 0x5d281fe0755fb9ba},
      {kPositions[4], 3, 12189, 582205, 0xb0e74c02e3006089},
  };
  for (const Kernel* kernel : runnable_kernels()) {
    for (const Reference& reference : references) {
      const auto statistics = empty();
      kernel->gather(position(reference.fen), reference.depth, StatisticsAt::leaves, *statistics, kGoOn);
      const StatisticsTotals totals = totals_of(*statistics);
      BOOST_TEST(totals.positions == reference.nodes);
      BOOST_TEST(totals.threats == reference.threats);
      BOOST_TEST(totals.signature == reference.signature);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_delta_method_equals_the_naive_one_counter_by_counter) {
  for (const Kernel* kernel : runnable_kernels()) {
    BOOST_TEST_CONTEXT(to_string(kernel->updater) << " " << kernel->build) {
      for (const std::string& fen : kPositions) {
        for (const StatisticsAt at : {StatisticsAt::leaves, StatisticsAt::all_nodes}) {
          for (int depth = 1; depth <= 3; ++depth) {
            const auto fast = empty();
            const auto naive = empty();
            kernel->gather(position(fen), depth, at, *fast, kGoOn);
            kernel->gather_naively(position(fen), depth, at, *naive, kGoOn);
            // At leaves the order is the same.
            const bool same = at == StatisticsAt::leaves ? *fast == *naive : same_but_examples(*fast, *naive);
            BOOST_TEST(same, fen << " at depth " << depth);
          }
        }
      }
    }
  }
}

// Nothing of the walks is used here but the delta of one move.
struct Plain {
  std::vector<std::uint64_t> counts = std::vector<std::uint64_t>(kRawThreats);
  std::uint64_t positions = 0;
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t redundant = 0;
  std::size_t most_active = 0;

  void walk(const Kernel& kernel, const Position& at, int depth) {
    for (const Move move : legal_moves(at)) {
      const Position child = after(at, move);
      if (depth > 1) {
        walk(kernel, child, depth - 1);
        continue;
      }
      const auto threats = threats_of(child);
      for (const Threat threat : threats) ++counts[index_of(threat)];
      most_active = std::max(most_active, threats.size());
      ++positions;
      Delta delta;
      kernel.delta(at, move, delta);
      std::map<std::uint32_t, std::uint64_t> in_added;
      for (const Threat threat : delta.added) ++in_added[pack(threat)];
      for (const Threat threat : delta.removed) {
        if (in_added[pack(threat)] == 0) continue;
        --in_added[pack(threat)];
        ++redundant;
      }
      added += delta.added.count;
      removed += delta.removed.count;
    }
  }
};

BOOST_AUTO_TEST_CASE(a_plain_count_by_oracle_and_move_list_agrees) {
  const Kernel& kernel = best_kernel();
  for (const std::string& fen : kPositions) {
    Plain plain;
    plain.walk(kernel, position(fen), 2);
    const auto statistics = empty();
    kernel.gather(position(fen), 2, StatisticsAt::leaves, *statistics, kGoOn);
    MoveHistograms moves;
    for (unsigned i = 0; i < kMoveClasses; ++i) moves.add(*statistics, i);
    const auto sum = [](const std::vector<std::uint64_t>& histogram) {
      std::uint64_t total = 0;
      for (std::size_t i = 0; i < histogram.size(); ++i) total += i * histogram[i];
      return total;
    };
    BOOST_TEST((raw_counts(*statistics) == plain.counts));
    BOOST_TEST(totals_of(*statistics).positions == plain.positions);
    BOOST_TEST(moves.moves == plain.positions);
    BOOST_TEST(sum(moves.added) == plain.added);
    BOOST_TEST(sum(moves.removed) == plain.removed);
    BOOST_TEST(sum(moves.redundant) == plain.redundant);
    BOOST_TEST(statistics->extreme(Extreme::active)->value == static_cast<int>(plain.most_active));
  }
}

BOOST_AUTO_TEST_CASE(parts_merge_to_the_whole_in_any_order) {
  const Kernel& kernel = best_kernel();
  for (const StatisticsAt at : {StatisticsAt::leaves, StatisticsAt::all_nodes}) {
    const Position root = position(kKiwipete);
    const auto whole = empty();
    kernel.gather(root, 3, at, *whole, kGoOn);
    const auto forwards = empty();
    const auto backwards = empty();
    std::vector<std::unique_ptr<Statistics>> parts;
    std::uint64_t unit = 0;
    if (at == StatisticsAt::all_nodes) {
      parts.push_back(empty());
      parts.back()->begin_unit(unit);
      kernel.gather(root, 1, at, *parts.back(), kGoOn);
    }
    for (const Move move : legal_moves(root)) {
      parts.push_back(empty());
      parts.back()->begin_unit(++unit);
      kernel.gather(after(root, move), 2, at, *parts.back(), kGoOn);
    }
    for (auto part = parts.begin(); part != parts.end(); ++part) forwards->merge(**part);
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) backwards->merge(**part);
    BOOST_TEST((*forwards == *backwards));
    BOOST_TEST(same_but_examples(*whole, *forwards));
  }
}

BOOST_AUTO_TEST_CASE(units_done_by_one_object_in_any_order_give_the_same) {
  const Kernel& kernel = best_kernel();
  const Position root = position(kKiwipete);
  const std::vector<Move> moves = legal_moves(root);
  const auto forwards = empty();
  const auto backwards = empty();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    forwards->begin_unit(i);
    kernel.gather(after(root, moves[i]), 2, StatisticsAt::leaves, *forwards, kGoOn);
    const std::size_t last = moves.size() - 1 - i;
    backwards->begin_unit(last);
    kernel.gather(after(root, moves[last]), 2, StatisticsAt::leaves, *backwards, kGoOn);
  }
  BOOST_TEST((*forwards == *backwards));
}

// Positions are collected, and gathered from when there is no room for more.
BOOST_AUTO_TEST_CASE(how_many_are_collected_makes_no_difference) {
  for (const Kernel* kernel : runnable_kernels()) {
    for (const std::string& fen : kPositions) {
      for (const StatisticsAt at : {StatisticsAt::leaves, StatisticsAt::all_nodes}) {
        const auto usual = empty();
        kernel->gather(position(fen), 3, at, *usual, kGoOn);
        for (const unsigned collected_log2 : {0u, 1u, 4u, 8u}) {
          const auto narrow = std::make_unique<Statistics>(lane_weights(layouts()), collected_log2);
          kernel->gather(position(fen), 3, at, *narrow, kGoOn);
          const bool same =
              at == StatisticsAt::leaves ? *narrow == *usual : same_but_examples(*narrow, *usual);
          BOOST_TEST(same, fen << " 2^" << collected_log2);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(trees_that_are_settled_together_give_the_same) {
  const Kernel& kernel = best_kernel();
  const Position root = position(kKiwipete);
  const std::vector<Move> moves = legal_moves(root);
  for (const StatisticsAt at : {StatisticsAt::leaves, StatisticsAt::all_nodes}) {
    const auto one_by_one = empty();
    const auto together = empty();
    const auto backwards = empty();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      one_by_one->begin_unit(i);
      kernel.gather(after(root, moves[i]), 2, at, *one_by_one, kGoOn);
      together->begin_unit(i);
      kernel.collect(after(root, moves[i]), 2, at, *together, kGoOn);
      const std::size_t last = moves.size() - 1 - i;
      backwards->begin_unit(last);
      kernel.collect(after(root, moves[last]), 2, at, *backwards, kGoOn);
    }
    BOOST_CHECK_THROW(empty()->merge(*together), std::logic_error);
    kernel.settle(*together, kGoOn);
    kernel.settle(*backwards, kGoOn);
    BOOST_TEST((*together == *one_by_one));
    BOOST_TEST((*backwards == *one_by_one));
    kernel.settle(*together, kGoOn);  // nothing is left
    BOOST_TEST((*together == *one_by_one));
  }
}

// The same tree twice counts twice, and is gathered from once.
BOOST_AUTO_TEST_CASE(the_same_tree_twice_counts_twice) {
  const Kernel& kernel = best_kernel();
  const auto twice = empty();
  const auto sum = empty();
  for (int i = 0; i < 2; ++i) {
    kernel.collect(position(kKiwipete), 2, StatisticsAt::leaves, *twice, kGoOn);
    const auto once = empty();
    kernel.gather(position(kKiwipete), 2, StatisticsAt::leaves, *once, kGoOn);
    sum->merge(*once);
  }
  BOOST_TEST(twice->collected().size() == 48u);
  kernel.settle(*twice, kGoOn);
  BOOST_TEST((*twice == *sum));
}

// When there is no room for all children of a position, it can come to stand beside itself: with its last
// children, and with its first ones once more.
BOOST_AUTO_TEST_CASE(children_may_come_in_two_goes) {
  for (const Kernel* kernel : runnable_kernels()) {
    const auto narrow = std::make_unique<Statistics>(lane_weights(layouts()), 5u);
    const auto wide = empty();
    for (int i = 0; i < 3; ++i) {
      kernel->collect(position(kKiwipete), 2, StatisticsAt::leaves, *narrow, kGoOn);
      kernel->collect(position(kKiwipete), 2, StatisticsAt::leaves, *wide, kGoOn);
    }
    BOOST_TEST(narrow->collected().siblings_count() == 1u);
    kernel->settle(*narrow, kGoOn);
    kernel->settle(*wide, kGoOn);
    BOOST_TEST(same_but_examples(*narrow, *wide));
  }
}

BOOST_AUTO_TEST_CASE(maxima_are_what_their_examples_show) {
  const Kernel& kernel = best_kernel();
  const auto statistics = empty();
  kernel.gather(position(kKiwipete), 3, StatisticsAt::leaves, *statistics, kGoOn);
  BOOST_TEST(threats_of(statistics->extreme(Extreme::active)->position).size() ==
             static_cast<std::size_t>(statistics->extreme(Extreme::active)->value));
  const auto delta_of = [&](Extreme which) {
    Delta delta;
    kernel.delta(statistics->extreme(which)->position, *statistics->extreme(which)->move, delta);
    return std::pair{static_cast<int>(delta.added.count), static_cast<int>(delta.removed.count)};
  };
  const auto value = [&](Extreme which) { return statistics->extreme(which)->value; };
  BOOST_TEST(delta_of(Extreme::added).first == value(Extreme::added));
  BOOST_TEST(delta_of(Extreme::removed).second == value(Extreme::removed));
  const auto [gained, ungained] = delta_of(Extreme::gained);
  BOOST_TEST(gained - ungained == value(Extreme::gained));
  const auto [unlost, lost] = delta_of(Extreme::lost);
  BOOST_TEST(lost - unlost == value(Extreme::lost));
  MoveHistograms moves;
  for (unsigned i = 0; i < kMoveClasses; ++i) moves.add(*statistics, i);
  BOOST_TEST(distribution_of(moves.added).maximum == value(Extreme::added));
  BOOST_TEST(distribution_of(moves.removed).maximum == value(Extreme::removed));
  BOOST_TEST(distribution_of(moves.changed).maximum == value(Extreme::changed));
  BOOST_TEST(distribution_of(moves.redundant).maximum == value(Extreme::redundant));
  BOOST_TEST(distribution_of(moves.net, -64).maximum == value(Extreme::gained));
  BOOST_TEST(-distribution_of(moves.net, -64).minimum == value(Extreme::lost));
}

// A position set is gathered position by position; its moves are those of a tree of depth 1.
BOOST_AUTO_TEST_CASE(positions_and_their_moves_alone) {
  for (const Kernel* kernel : runnable_kernels()) {
    for (const std::string& fen : kPositions) {
      const auto whole = empty();
      const auto parts = empty();
      kernel->gather(position(fen), 1, StatisticsAt::leaves, *whole, kGoOn);
      kernel->gather_moves(position(fen), *parts);
      BOOST_TEST(totals_of(*parts).positions == 0u);
      for (const Move move : legal_moves(position(fen))) {
        kernel->gather_position(after(position(fen), move), *parts);
      }
      BOOST_TEST((*whole == *parts), fen);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_king_that_crosses_the_middle_is_counted) {
  const auto statistics = empty();
  best_kernel().gather(position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), 1, StatisticsAt::leaves, *statistics,
                       kGoOn);
  std::map<MoveKind, std::uint64_t> crossings;
  for (unsigned i = 0; i < kMoveClasses; ++i) crossings[class_at(i).kind] += statistics->crossings[i];
  BOOST_TEST(crossings[MoveKind::quiet] == 2u);  // Kd1, Kd2
  BOOST_TEST(crossings[MoveKind::castling] == 1u);
}

BOOST_AUTO_TEST_CASE(a_stopped_walk_ends) {
  const StopFlag stop{true};
  const auto statistics = empty();
  best_kernel().gather(position(kKiwipete), 30, StatisticsAt::leaves, *statistics, stop);
  best_kernel().gather_naively(position(kKiwipete), 30, StatisticsAt::leaves, *statistics, stop);
  BOOST_TEST(totals_of(*statistics).positions == 0u);
}

}  // namespace
}  // namespace threatperft
