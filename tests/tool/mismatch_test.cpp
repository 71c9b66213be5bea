#include "tool/mismatch.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

#include "engine_core/chess/moves.h"
#include "engine_core/perft/kernels.h"
#include "engine_core/threats/oracle.h"
#include "tool/mismatch_report.h"
#include "tool/threat_text.h"

using namespace threatperft;

namespace {

Position position_of(std::string_view fen) {
  const FenResult result = parse_fen(fen);
  BOOST_REQUIRE(result.position.has_value());
  return *result.position;
}

Move move_of(const Position& position, std::string_view uci) {
  const std::optional<Move> move = parse_uci(position, uci);
  BOOST_REQUIRE(move.has_value());
  return *move;
}

constexpr std::string_view kRoot = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";

/// After 1. e4 Kd7 2. O-O, with the delta as it is right.
Mismatch right_castling() {
  Mismatch mismatch;
  mismatch.root = position_of(kRoot);
  Position position = mismatch.root;
  for (const std::string_view uci : {"e2e4", "e8d7", "e1g1"}) {
    mismatch.path.push_back(move_of(position, uci));
    if (uci == "e1g1") {
      Delta delta;
      find_kernel(Updater::scalar)->delta(position, mismatch.path.back(), delta);
      copy_delta(delta, mismatch);
    }
    position = after(position, mismatch.path.back());
  }
  mismatch.walk_start = 1;
  return mismatch;
}

MismatchReport report_of(const Mismatch& mismatch) {
  return describe(mismatch, {"castling", "scalar", "x86-64", CastlingNotation::standard});
}

constexpr Threat kFirst{Piece::white_rook, Square::a1, Piece::black_rook, Square::a8};
constexpr Threat kSecond{Piece::white_rook, Square::a1, Piece::white_king, Square::e1};

}  // namespace

BOOST_TEST_DONT_PRINT_LOG_VALUE(Threat)

BOOST_AUTO_TEST_CASE(a_right_delta_leaves_no_difference) {
  BOOST_TEST(compare_lists({kFirst}, {kSecond}, {kFirst}, {kSecond}).empty());
  BOOST_TEST(compare_lists({kFirst}, {kSecond, kFirst}, {kFirst, kFirst}, {kSecond}).empty());
}

BOOST_AUTO_TEST_CASE(differences_are_told_apart) {
  const ListDifference missing = compare_lists({}, {}, {}, {kFirst});
  BOOST_TEST(missing.missing == std::vector{kFirst}, boost::test_tools::per_element());
  BOOST_TEST(missing.extra.empty());

  const ListDifference extra = compare_lists({kFirst}, {}, {}, {});
  BOOST_TEST(extra.extra == std::vector{kFirst}, boost::test_tools::per_element());

  const ListDifference doubled = compare_lists({kFirst}, {kFirst}, {}, {kFirst});
  BOOST_TEST(doubled.doubled == std::vector{kFirst}, boost::test_tools::per_element());
  BOOST_TEST(doubled.missing.empty());
  BOOST_TEST(doubled.extra.empty());

  const ListDifference absent = compare_lists({}, {}, {kSecond}, {});
  BOOST_TEST(absent.absent == std::vector{kSecond}, boost::test_tools::per_element());
  BOOST_TEST(!absent.empty());
}

BOOST_AUTO_TEST_CASE(wild_counts_are_not_followed) {
  Delta delta{};
  delta.added.count = 1000000;
  Mismatch mismatch;
  copy_delta(delta, mismatch);
  BOOST_TEST(mismatch.overlong);
  BOOST_TEST(mismatch.added.size() == DeltaList::capacity);
  BOOST_TEST(mismatch.removed.empty());
}

BOOST_AUTO_TEST_CASE(a_report_names_the_way_and_the_threats) {
  Mismatch mismatch = right_castling();
  BOOST_REQUIRE(!mismatch.added.empty());
  const Threat forgotten = mismatch.added.back();
  mismatch.added.pop_back();
  const MismatchReport report = report_of(mismatch);
  BOOST_TEST(report.root_fen == kRoot);
  BOOST_TEST(report.moves_uci == "e2e4 e8d7 e1g1");
  BOOST_TEST(report.moves_san == "1. e4 Kd7 2. O-O");
  BOOST_TEST(report.before_fen == "8/3k4/8/8/4P3/8/8/4K2R w K - 1 2");
  BOOST_TEST(report.reached_fen == "8/3k4/8/8/4P3/8/8/5RK1 b - - 2 2");
  BOOST_TEST(report.move_san == "O-O");
  BOOST_TEST(report.difference.missing == std::vector{forgotten}, boost::test_tools::per_element());
  BOOST_TEST(report.difference.extra.empty());
  BOOST_REQUIRE(report.repeat.size() == 2);
  BOOST_TEST(report.repeat[0] ==
             "threatperft threats '8/3k4/8/8/4P3/8/8/4K2R w K - 1 2' --move e1g1 --updater scalar");
  BOOST_TEST(report.repeat[1] ==
             "echo '8/3k4/8/8/4P3/8/8/4K2R w K - 1 2' | threatperft check - --depth 1 --updater scalar");

  const std::string text = to_text(report);
  for (const std::string& part :
       {std::string("castling"), report.root_fen, report.moves_uci, report.moves_san, report.reached_fen,
        "missing   " + threat_text(forgotten), std::string("scalar (x86-64)"), report.repeat[0]}) {
    BOOST_TEST_CONTEXT(part) { BOOST_TEST(text.find(part) != std::string::npos); }
  }
  BOOST_TEST(to_json(report)["missing"][0] == threat_text(forgotten));
}

BOOST_AUTO_TEST_CASE(a_right_delta_puts_the_blame_on_what_came_before) {
  const MismatchReport report = report_of(right_castling());
  BOOST_TEST(report.difference.empty());
  BOOST_TEST(to_text(report).find("the list was wrong before it") != std::string::npos);
  // The walk began behind the first move: it is repeated from there, two plies deep.
  BOOST_TEST(report.repeat[1] ==
             "echo '4k3/8/8/8/4P3/8/8/4K2R b K e3 0 1' | threatperft check - --depth 2 --updater scalar");
}

BOOST_AUTO_TEST_CASE(a_state_that_was_not_restored_is_told_as_such) {
  Mismatch mismatch = right_castling();
  mismatch.stage = CheckStage::unmade;
  const MismatchReport whole = report_of(mismatch);
  BOOST_TEST(whole.difference.empty());
  BOOST_TEST(to_text(whole).find("not what it was before the move") != std::string::npos);
  BOOST_TEST(to_json(whole)["stage"] == "unmade");

  const Threat lost = mismatch.removed.empty() ? mismatch.added.front() : mismatch.removed.front();
  const bool from_removed = !mismatch.removed.empty();
  (from_removed ? mismatch.removed : mismatch.added)
      .erase((from_removed ? mismatch.removed : mismatch.added).begin());
  const ListDifference difference = report_of(mismatch).difference;
  const std::vector<Threat>& side = from_removed ? difference.missing : difference.extra;
  BOOST_TEST(side == std::vector{lost}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(move_lines_begin_with_the_side_to_move) {
  const Position root = position_of("4k3/8/8/8/4P3/8/8/4K2R b K e3 0 7");
  const Move first = move_of(root, "e8d7");
  const Move second = move_of(after(root, first), "e1g1");
  BOOST_TEST(san_line(root, {first, second}) == "7... Kd7 8. O-O");
  BOOST_TEST(san_line(root, {}).empty());
}
