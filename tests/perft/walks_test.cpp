// The walks of every kernel that this machine can run: reference values, golden numbers of an independent
// program, and agreement with sums taken from scratch.

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "engine_core/chess/moves.h"
#include "engine_core/perft/kernels.h"
#include "engine_core/threats/oracle.h"
#include "tests/support/positions.h"

#ifdef GOLDEN_EPD
#include "epd/suite.h"
#endif

using namespace threatperft;
using support::position_of;

namespace {

const StopFlag kNoStop{false};

/// The walks of right updaters have nothing to tell.
class NoMismatch final : public CheckListener {
 public:
  bool on_mismatch(const Move* path, std::size_t length, CheckStage stage, const Delta& /*delta*/) override {
    BOOST_ERROR("a mismatch (stage " << static_cast<int>(stage) << ") behind "
                                     << to_uci(path[length - 1], CastlingNotation::chess960));
    return false;
  }
};

WalkTotals sum(const Kernel& kernel, const Position& root, int depth) {
  WalkTotals totals;
  kernel.sum(root, depth, totals, kNoStop);
  return totals;
}

WalkTotals check(const Kernel& kernel, const Position& root, int depth) {
  WalkTotals totals;
  NoMismatch listener;
  kernel.check(root, depth, totals, listener, kNoStop);
  return totals;
}

void check_same_numbers(const WalkTotals& a, const WalkTotals& b) {
  for (std::size_t depth = 0; depth < a.depths.size(); ++depth) {
    BOOST_TEST(a.depths[depth].nodes == b.depths[depth].nodes);
    BOOST_TEST(a.depths[depth].threats == b.depths[depth].threats);
    BOOST_TEST(a.depths[depth].signature == b.depths[depth].signature);
  }
  BOOST_TEST(a.largest_list == b.largest_list);
  BOOST_TEST(a.largest_added == b.largest_added);
  BOOST_TEST(a.largest_removed == b.largest_removed);
}

/// All that a walk finds, with lists from scratch and the kernel's deltas of single moves.
class NaiveWalk {
 public:
  explicit NaiveWalk(const Kernel& kernel) : kernel_(kernel) {}

  void run(const Position& position, int depth, int remaining) {
    const std::vector<Threat> threats = threats_of(position);
    DepthTotals& at = totals.depths[static_cast<std::size_t>(depth)];
    ++at.nodes;
    at.threats += threats.size();
    for (const Threat threat : threats) at.signature += mix(pack(threat));
    totals.largest_list = std::max(totals.largest_list, static_cast<std::uint32_t>(threats.size()));
    if (depth > 0) ++at.checked;
    if (remaining == 0) return;
    for (const Move move : legal_moves(position)) {
      take_delta(position, move);
      run(after(position, move), depth + 1, remaining - 1);
    }
  }

  WalkTotals totals;
  std::uint64_t delta_lengths = 0;

 private:
  void take_delta(const Position& position, Move move) {
    Delta delta;
    kernel_.delta(position, move, delta);
    delta_lengths += delta.added.count + delta.removed.count;
    totals.largest_added = std::max(totals.largest_added, delta.added.count);
    totals.largest_removed = std::max(totals.largest_removed, delta.removed.count);
    std::map<std::uint32_t, int> added;
    for (const Threat& threat : delta.added) ++added[pack(threat)];
    for (const Threat& threat : delta.removed) {
      if (added[pack(threat)] <= 0) continue;
      --added[pack(threat)];
      ++totals.redundant;
    }
  }

  const Kernel& kernel_;
};

struct Reference {
  std::string_view fen;
  int depth;
  std::uint64_t nodes;
  std::uint64_t threats;
  std::uint64_t signature;
};

constexpr std::array kReferences{
    Reference{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8902, 364218,
              0x61e96230a05264e5},
    Reference{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862, 5810169,
              0x045724015d16a5aa},
    Reference{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238, 324762, 0x653b043a4babb419},
    Reference{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467, 486709,
              0x5d281fe0755fb9ba},
    Reference{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3, 12189, 582205,
              0xb0e74c02e3006089},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(walks)

BOOST_AUTO_TEST_CASE(every_machine_runs_the_scalar_updater) {
  BOOST_TEST(!runnable_kernels().empty());
  BOOST_REQUIRE(find_kernel(Updater::scalar) != nullptr);
}

BOOST_AUTO_TEST_CASE(reference_values) {
  for (const Kernel* kernel : runnable_kernels()) {
    for (const Reference& reference : kReferences) {
      BOOST_TEST_CONTEXT(to_string(kernel->updater) << " " << kernel->build << " " << reference.fen) {
        const Position root = position_of(reference.fen);
        BOOST_TEST(kernel->count(root, reference.depth, kNoStop) == reference.nodes);
        BOOST_TEST(kernel->count_made(root, reference.depth, kNoStop) == reference.nodes);
        const WalkTotals summed = sum(*kernel, root, reference.depth);
        const DepthTotals& leaves = summed.depths[static_cast<std::size_t>(reference.depth)];
        BOOST_TEST(leaves.nodes == reference.nodes);
        BOOST_TEST(leaves.threats == reference.threats);
        BOOST_TEST(leaves.signature == reference.signature);
        const WalkTotals checked = check(*kernel, root, reference.depth);
        check_same_numbers(checked, summed);
        BOOST_TEST(checked.depths[static_cast<std::size_t>(reference.depth)].checked == reference.nodes);
      }
    }
  }
}

#ifdef GOLDEN_EPD
BOOST_AUTO_TEST_CASE(golden_numbers_of_an_independent_program) {
  const Suite suite = read_suite(GOLDEN_EPD);
  BOOST_REQUIRE(suite.errors.empty());
  BOOST_TEST(suite.positions.size() == 50u);
  for (const Kernel* kernel : runnable_kernels()) {
    for (const SuitePosition& position : suite.positions) {
      BOOST_TEST_CONTEXT(to_string(kernel->updater) << " " << kernel->build << " " << position.fen) {
        BOOST_REQUIRE(!position.depths.empty());
        const int deepest = position.depths.back().depth;
        const WalkTotals checked = check(*kernel, position.position, deepest);
        check_same_numbers(checked, sum(*kernel, position.position, deepest));
        for (const DepthExpectation& expected : position.depths) {
          const DepthTotals& found = checked.depths[static_cast<std::size_t>(expected.depth)];
          BOOST_TEST(found.nodes == expected.nodes.value());
          BOOST_TEST(found.threats == expected.threats.value());
          BOOST_TEST(found.signature == expected.signature.value());
          BOOST_TEST(kernel->count(position.position, expected.depth, kNoStop) == expected.nodes.value());
        }
      }
    }
  }
}

#endif

/// Sums by deltas are those from scratch at every node, and so are all the other figures of a check; for all
/// kernels alike.
BOOST_AUTO_TEST_CASE(figures_are_those_of_a_naive_walk) {
  support::Random random{3};
  std::vector<Position> positions = support::game_positions(8, 90, random);
  std::ranges::shuffle(positions, random);
  positions.resize(30);
  // One position with an overlap of castling squares, and one with a very long list.
  positions.push_back(position_of("1k2r3/8/8/8/8/8/8/R1KR4 w DA - 0 1"));
  positions.push_back(position_of("3K4/2B1Q3/kr1RNRn1/2QnQnq1/1QNQnr1B/2QNqNq1/1b1qNqn1/2b1r3 w - - 0 1"));
  for (const Position& root : positions) {
    for (const Kernel* kernel : runnable_kernels()) {
      BOOST_TEST_CONTEXT(to_string(kernel->updater)
                         << " " << kernel->build << " " << to_fen(root, CastlingNotation::chess960)) {
        NaiveWalk naive{*kernel};
        naive.run(root, 0, 2);
        const WalkTotals checked = check(*kernel, root, 2);
        check_same_numbers(sum(*kernel, root, 2), naive.totals);
        check_same_numbers(checked, naive.totals);
        BOOST_TEST(checked.redundant == naive.totals.redundant);
        for (std::size_t depth = 0; depth <= 2; ++depth) {
          BOOST_TEST(checked.depths[depth].checked == naive.totals.depths[depth].checked);
          BOOST_TEST(checked.depths[depth].mismatches == 0u);
        }
        BOOST_TEST(kernel->count_deltas(root, 2, kNoStop) == naive.delta_lengths);
      }
    }
  }
}

/// Redundant threats and the largest lists do not depend on the kernel.
BOOST_AUTO_TEST_CASE(all_kernels_find_the_same) {
  const Kernel* scalar = find_kernel(Updater::scalar);
  for (const Reference& reference : kReferences) {
    const Position root = position_of(reference.fen);
    const WalkTotals expected = check(*scalar, root, reference.depth);
    BOOST_TEST(expected.largest_added > 0u);
    BOOST_TEST(expected.largest_removed > 0u);
    for (const Kernel* kernel : runnable_kernels()) {
      BOOST_TEST_CONTEXT(to_string(kernel->updater) << " " << kernel->build << " " << reference.fen) {
        const WalkTotals found = check(*kernel, root, reference.depth);
        check_same_numbers(found, expected);
        BOOST_TEST(found.redundant == expected.redundant);
        BOOST_TEST(kernel->count_deltas(root, reference.depth, kNoStop) ==
                   scalar->count_deltas(root, reference.depth, kNoStop));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(depth_zero_is_the_root) {
  for (const Reference& reference : kReferences) {
    const Position root = position_of(reference.fen);
    const std::vector<Threat> threats = threats_of(root);
    for (const Kernel* kernel : runnable_kernels()) {
      BOOST_TEST(kernel->count(root, 0, kNoStop) == 1u);
      BOOST_TEST(kernel->count_made(root, 0, kNoStop) == 1u);
      for (const WalkTotals& totals : {sum(*kernel, root, 0), check(*kernel, root, 0)}) {
        BOOST_TEST(totals.depths[0].nodes == 1u);
        BOOST_TEST(totals.depths[0].threats == threats.size());
        BOOST_TEST(totals.depths[1].nodes == 0u);
        BOOST_TEST(totals.largest_list == threats.size());
      }
    }
  }
}

/// A tree walked in parts, as the scheduler does: the first plies by hand, subtrees below them.
BOOST_AUTO_TEST_CASE(merged_subtrees_are_the_whole) {
  for (const Reference& reference : kReferences) {
    const Position root = position_of(reference.fen);
    for (const Kernel* kernel : runnable_kernels()) {
      BOOST_TEST_CONTEXT(to_string(kernel->updater) << " " << kernel->build << " " << reference.fen) {
        const WalkTotals whole = check(*kernel, root, 3);
        for (const int top : {0, 1, 2}) {
          WalkTotals merged = check(*kernel, root, top);
          std::vector<Position> nodes{root};
          for (int ply = 0; ply < top; ++ply) {
            std::vector<Position> next;
            for (const Position& node : nodes) {
              for (const Move move : legal_moves(node)) next.push_back(after(node, move));
            }
            nodes = std::move(next);
          }
          for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
            merge_subtree(merged, check(*kernel, *node, 3 - top), top);
          }
          check_same_numbers(merged, whole);
          BOOST_TEST(merged.redundant == whole.redundant);
          for (std::size_t depth = 0; depth <= 3; ++depth) {
            BOOST_TEST(merged.depths[depth].checked == whole.depths[depth].checked);
          }
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_raised_flag_ends_walks) {
  const Position root = support::start_position();
  for (const Kernel* kernel : runnable_kernels()) {
    const StopFlag raised{true};
    BOOST_TEST(kernel->count(root, 12, raised) == 0u);
    BOOST_TEST(kernel->count_made(root, 12, raised) == 0u);
    BOOST_TEST(kernel->count_deltas(root, 12, raised) == 0u);
    WalkTotals totals;
    kernel->sum(root, 12, totals, raised);
    NoMismatch listener;
    kernel->check(root, 12, totals, listener, raised);
    BOOST_TEST(totals.depths[1].nodes == 0u);
  }
}

/// Raised while a walk runs that alone would take days.
BOOST_AUTO_TEST_CASE(a_running_walk_ends_soon) {
  const Position root = support::start_position();
  const Kernel& kernel = best_kernel();
  WalkTotals totals;
  NoMismatch listener;
  StopFlag stop{false};
  const std::array<std::function<void()>, 4> running{
      [&] { kernel.count(root, 12, stop); }, [&] { kernel.count_made(root, 12, stop); },
      [&] { kernel.sum(root, 12, totals, stop); }, [&] { kernel.check(root, 12, totals, listener, stop); }};
  for (const std::function<void()>& walk : running) {
    stop = false;
    std::atomic<bool> ended{false};
    std::thread walker([&] {
      walk();
      ended = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    BOOST_TEST(!ended);
    const auto raised = std::chrono::steady_clock::now();
    stop = true;
    walker.join();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - raised;
    BOOST_TEST(took.count() < 5.0);
  }
}

BOOST_AUTO_TEST_SUITE_END()
