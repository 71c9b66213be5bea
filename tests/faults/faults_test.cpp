// `check` on the embedded suites with every known fault, and without any.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "engine_core/chess/moves.h"
#include "engine_core/perft/kernels.h"
#include "engine_core/threats/oracle.h"
#include "tests/faults/listening.h"
#include "tool/mismatch_report.h"

using namespace threatperft;

namespace {

constexpr std::uint64_t kLeaves = 4000;         // a position, at most
constexpr std::uint64_t kLeavesOfDeep = 10000;  // for the fault that only shows at depth 5

const std::vector<SuitePosition>& positions() {
  static const std::vector<SuitePosition> all = embedded_positions();
  return all;
}

std::uint64_t checked(const WalkTotals& totals) {
  std::uint64_t sum = 0;
  for (const DepthTotals& depth : totals.depths) sum += depth.checked;
  return sum;
}

std::uint64_t mismatches(const WalkTotals& totals) {
  std::uint64_t sum = 0;
  for (const DepthTotals& depth : totals.depths) sum += depth.mismatches;
  return sum;
}

/// The numbers that the suite gives, up to a depth.
void check_numbers(const SuitePosition& position, const WalkTotals& totals, int depth) {
  for (const DepthExpectation& expected : position.depths) {
    if (expected.depth > depth) continue;
    const DepthTotals& found = totals.depths[static_cast<std::size_t>(expected.depth)];
    if (expected.nodes) BOOST_TEST(found.nodes == *expected.nodes);
    if (expected.threats) BOOST_TEST(found.threats == *expected.threats);
    if (expected.signature) BOOST_TEST(found.signature == *expected.signature);
  }
}

bool is_unmade_fault(Fault fault) {
  return fault == Fault::parent_changed || fault == Fault::parent_changed_once ||
         fault == Fault::redundant_pair_not_unmade;
}

/// Whether a move can bring the fault to light.
bool concerns(Fault fault, const Mismatch& mismatch) {
  const Move move = mismatch.path.back();
  switch (fault) {
    case Fault::wrong_pawn_direction:
      return move.placed == PieceType::pawn;
    case Fault::en_passant_victim_missed:
    case Fault::en_passant_rank_discovery_missed:
      return move.kind == MoveKind::en_passant;
    case Fault::castling_rook_square_missed:
    case Fault::castling_as_two_moves:
      return move.kind == MoveKind::castling;
    case Fault::promotion_as_pawn:
      return is_promotion(move.kind);
    case Fault::captured_threats_left_on_promotion:
      return move.kind == MoveKind::promotion_capture;
    case Fault::king_incoming_missed:
    case Fault::king_discovery_missed:
    case Fault::removed_another:
      return move.placed == PieceType::king;
    case Fault::removed_twice:
    case Fault::victim_square_wraps:
    case Fault::attacker_is_no_piece:
    case Fault::discovered_behind_capture:
      return is_capture(move.kind);
    case Fault::added_twice:
    case Fault::attack_from_nowhere:
      return move.kind == MoveKind::quiet;
    case Fault::attacker_square_wraps:
      return move.kind == MoveKind::double_push;
    case Fault::beyond_ply_2:
      return mismatch.path.size() > 2;
    case Fault::beyond_ply_4:
      return mismatch.path.size() > 4;
    case Fault::parent_changed:
    case Fault::parent_changed_once:
      return move.placed == PieceType::knight;
    default:
      return true;
  }
}

std::vector<std::uint32_t> packed(const std::vector<Threat>& threats) {
  std::vector<std::uint32_t> words;
  words.reserve(threats.size());
  for (const Threat& threat : threats) words.push_back(pack(threat));
  return words;
}

/// The report against the same worked out once more: the way from the root is legal and leads to the position
/// named, and the differences are those between the delta's outcome and the fresh list.
void check_report(const SuitePosition& position, const Mismatch& mismatch) {
  BOOST_REQUIRE(!mismatch.path.empty());
  Position before = position.position;
  Position reached = before;
  for (const Move move : mismatch.path) {
    before = reached;
    const std::vector<Move> moves = legal_moves(before);
    BOOST_REQUIRE(std::ranges::find(moves, move) != moves.end());
    reached = after(before, move);
  }
  const CastlingNotation notation =
      position.chess960 ? CastlingNotation::chess960 : CastlingNotation::standard;
  const MismatchReport report = describe(mismatch, {position.id, "faulty", "test", notation});
  BOOST_TEST(report.root_fen == position.fen);
  BOOST_TEST(report.before_fen == to_fen(before, notation));
  BOOST_TEST(report.reached_fen == to_fen(reached, notation));
  if (mismatch.stage == CheckStage::unmade) return;

  std::multiset<std::uint32_t> list;
  for (const Threat& threat : threats_of(before)) list.insert(pack(threat));
  for (const Threat& threat : mismatch.added) list.insert(pack(threat));
  std::set<std::uint32_t> absent;
  for (const Threat& threat : mismatch.removed) {
    const auto found = list.find(pack(threat));
    if (found == list.end()) {
      absent.insert(pack(threat));
    } else {
      list.erase(found);
    }
  }
  const std::vector<std::uint32_t> fresh_words = packed(threats_of(reached));
  const std::set<std::uint32_t> fresh(fresh_words.begin(), fresh_words.end());
  const std::vector<std::uint32_t> missing = packed(report.difference.missing);
  const std::vector<std::uint32_t> extra = packed(report.difference.extra);
  BOOST_TEST(
      std::ranges::all_of(missing, [&](auto word) { return fresh.contains(word) && !list.contains(word); }));
  BOOST_TEST(
      std::ranges::all_of(extra, [&](auto word) { return !fresh.contains(word) && list.contains(word); }));
  BOOST_TEST(std::ranges::equal(packed(report.difference.absent), absent));
  std::set<std::uint32_t> named(missing.begin(), missing.end());
  named.insert(extra.begin(), extra.end());
  for (const std::uint32_t word : fresh) BOOST_TEST((list.contains(word) || named.contains(word)));
  for (const std::uint32_t word : list) BOOST_TEST((fresh.contains(word) || named.contains(word)));
  BOOST_TEST(!report.difference.empty());
}

/// Checks the suites until the fault is caught, and returns a row that tells how long it took.
std::string catch_fault(Fault fault) {
  const std::uint64_t leaves = fault == Fault::beyond_ply_4 ? kLeavesOfDeep : kLeaves;
  std::uint64_t nodes = 0;
  for (const SuitePosition& position : positions()) {
    const FaultyCheck check = check_with(fault, position.position, deepest_within(position, leaves), 1);
    nodes += checked(check.totals);
    if (check.mismatches.empty()) {
      BOOST_TEST(check.wrong_deltas == 0u);
      BOOST_TEST(check.parents_changed == 0u);
      continue;
    }
    const Mismatch& mismatch = check.mismatches.front();
    BOOST_TEST(check.mismatches.size() == 1u);
    BOOST_TEST((mismatch.stage == CheckStage::unmade) == is_unmade_fault(fault));
    BOOST_TEST(concerns(fault, mismatch));
    check_report(position, mismatch);
    std::ostringstream row;
    row << "| " << name_of(fault) << " | " << nodes << " | " << position.id << " | " << mismatch.path.size()
        << " |\n";
    return row.str();
  }
  BOOST_ERROR("not caught: " << name_of(fault));
  return "";
}

bool is_right(Fault fault) {
  return fault == Fault::none || fault == Fault::redundant_pairs || fault == Fault::untouched_pairs;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(faults)

BOOST_AUTO_TEST_CASE(a_right_updater_passes) {
  std::uint64_t nodes = 0;
  for (const SuitePosition& position : positions()) {
    BOOST_TEST_CONTEXT(position.fen) {
      const int depth = deepest_within(position, kLeaves);
      const FaultyCheck check = check_with(Fault::none, position.position, depth, 1);
      BOOST_TEST(check.mismatches.empty());
      BOOST_TEST(check.wrong_deltas == 0u);
      check_numbers(position, check.totals, depth);
      nodes += checked(check.totals);
    }
  }
  std::cout << "no fault: " << nodes << " nodes\n";
}

BOOST_AUTO_TEST_CASE(redundant_threats_are_counted_and_pass) {
  for (const Fault fault : {Fault::none, Fault::redundant_pairs, Fault::untouched_pairs}) {
    for (const SuitePosition& position : positions()) {
      BOOST_TEST_CONTEXT(name_of(fault) << ": " << position.fen) {
        const int depth = deepest_within(position, 500);
        const FaultyCheck check = check_with(fault, position.position, depth, 1);
        BOOST_TEST(check.mismatches.empty());
        check_numbers(position, check.totals, depth);
        BOOST_TEST(check.totals.redundant == check.redundant);
      }
    }
  }
}

/// The same list changes, composed differently: nothing to complain of as long as no squares overlap.
BOOST_AUTO_TEST_CASE(standard_castling_may_be_two_moves) {
  for (const SuitePosition& position : positions()) {
    if (position.chess960) continue;
    const FaultyCheck check =
        check_with(Fault::castling_as_two_moves, position.position, deepest_within(position, 1000), 1);
    BOOST_TEST(check.mismatches.empty());
  }
}

BOOST_AUTO_TEST_CASE(every_fault_is_caught_on_the_embedded_suites) {
  std::string table = "| fault | nodes checked | caught in | ply |\n| --- | ---: | --- | ---: |\n";
  for (std::size_t i = 0; i < kFaultNames.size(); ++i) {
    const Fault fault = static_cast<Fault>(i);
    if (is_right(fault)) continue;
    BOOST_TEST_CONTEXT(name_of(fault)) table += catch_fault(fault);
  }
  std::ifstream file(FAULT_TABLE);
  const std::string kept{std::istreambuf_iterator<char>(file), {}};
  const std::size_t start = kept.find("| fault |");
  BOOST_TEST_CONTEXT("results/faults.md should end with\n" << table) {
    BOOST_TEST((start != std::string::npos && kept.substr(start) == table));
  }
}

/// Not a node too few and not one too many; and the numbers stay right, as the walk goes on with the fresh
/// list.
BOOST_AUTO_TEST_CASE(exactly_the_wrong_nodes_are_reported) {
  for (std::size_t i = 0; i < positions().size(); i += 3) {
    const SuitePosition& position = positions()[i];
    const int depth = deepest_within(position, 1000);
    for (std::size_t code = 0; code < kFaultNames.size(); ++code) {
      const Fault fault = static_cast<Fault>(code);
      if (is_unmade_fault(fault)) continue;
      BOOST_TEST_CONTEXT(name_of(fault) << ": " << position.fen) {
        const FaultyCheck check = check_with(fault, position.position, depth, ~std::size_t{0});
        BOOST_TEST(check.mismatches.size() == check.wrong_deltas);
        BOOST_TEST(mismatches(check.totals) == check.wrong_deltas);
        check_numbers(position, check.totals, depth);
      }
    }
  }
}

/// Wrong in one updater only: that one is caught, and the others pass on the same positions.
BOOST_AUTO_TEST_CASE(a_fault_of_one_updater_is_none_of_the_others) {
  const SuitePosition& position = positions()[1];
  const int depth = deepest_within(position, kLeaves);
  const FaultyCheck faulty = check_with(Fault::discovered_forgotten, position.position, depth, 1);
  BOOST_TEST(faulty.mismatches.size() == 1u);
  for (const Kernel* kernel : runnable_kernels()) {
    BOOST_TEST_CONTEXT(to_string(kernel->updater)) {
      const FaultyCheck right = check_with(*kernel, position.position, depth);
      BOOST_TEST(right.mismatches.empty());
      check_numbers(position, right.totals, depth);
    }
  }
}

/// A listener with enough ends the walk at once.
BOOST_AUTO_TEST_CASE(the_listener_ends_the_walk) {
  const Position root =
      *parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").position;
  for (const std::size_t limit : {1u, 2u, 7u}) {
    const FaultyCheck check = check_with(Fault::beyond_ply_2, root, 3, limit);
    BOOST_TEST(check.mismatches.size() == limit);
    BOOST_TEST(mismatches(check.totals) == limit);
    BOOST_TEST(checked(check.totals) < 200u);
  }
}

BOOST_AUTO_TEST_SUITE_END()
