// For every fault the smallest position that shows it, with the report worked out by hand.

#include <array>
#include <boost/test/unit_test.hpp>
#include <string_view>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"
#include "tests/faults/listening.h"
#include "tool/mismatch_report.h"
#include "tool/threat_text.h"

using namespace threatperft;

namespace {

struct Example {
  Fault fault;
  std::string_view fen;
  std::string_view move;
  std::string_view reached;
  std::string_view missing = "none";
  std::string_view extra = "none";
  std::string_view doubled = "none";
  std::string_view absent = "none";
};

constexpr std::string_view kKingTakesRook = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
constexpr std::string_view kRookTaken = "4k3/8/8/8/8/8/4K3/8 b - - 0 1";
constexpr std::string_view kFileOpens = "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1";
constexpr std::string_view kFileOpen = "4k3/8/8/8/8/2N5/8/4R1K1 b - - 1 1";
constexpr std::string_view kPawnSteps = "4k3/8/8/3p1p2/8/3NP3/8/4K3 w - - 0 1";
constexpr std::string_view kPawnStepped = "4k3/8/8/3p1p2/4P3/3N4/8/4K3 b - - 0 1";

const std::array kExamples{
    Example{Fault::discovered_forgotten, kFileOpens, "e4c3", kFileOpen, "Re1>ke8"},
    Example{Fault::discovered_color_wrong, kFileOpens, "e4c3", kFileOpen, "Re1>ke8", "Re1>Ke8"},
    Example{Fault::wrong_pawn_direction, kPawnSteps, "e3e4", kPawnStepped, "Pe4>pd5 Pe4>pf5", "Pe4>Nd3"},
    Example{Fault::victims_swapped, kPawnSteps, "e3e4", kPawnStepped, "pf5>Pe4 Pe4>pd5", "Pe4>Pe4 pf5>pd5"},
    Example{Fault::en_passant_victim_missed, "3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6",
            "3rk3/8/3P4/8/8/8/8/3RK3 b - - 0 1", "Rd1>Pd6", "Rd1>pd5"},
    Example{Fault::en_passant_rank_discovery_missed, "8/8/8/r2pP2R/8/8/8/k6K w - d6 0 1", "e5d6",
            "8/8/3P4/r6R/8/8/8/k6K b - - 0 1", "Rh5>ra5 ra5>Rh5"},
    Example{Fault::discovered_behind_capture, "4k3/8/8/4n3/8/5N2/8/4R1K1 w - - 0 1", "f3e5",
            "4k3/8/8/4N3/8/8/8/4R1K1 b - - 0 1", "none", "Re1>ke8"},
    Example{Fault::castling_rook_square_missed, "4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1",
            "4k2r/8/8/8/8/8/8/5RK1 b - - 1 1", "none", "Rh1>Ke1 rh8>Rh1 Rh1>rh8"},
    Example{Fault::castling_as_two_moves, "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1", "Kg1>Rf1 Rf1>Kg1"},
    Example{Fault::promotion_as_pawn, "4k3/P7/8/8/8/8/8/4K2b w - - 0 1", "a7a8q",
            "Q3k3/8/8/8/8/8/8/4K2b b - - 0 1", "Qa8>bh1 bh1>Qa8 Qa8>ke8", "bh1>Pa8"},
    Example{Fault::captured_threats_left_on_promotion, "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n",
            "1N2k3/8/8/8/8/8/8/4K3 b - - 0 1", "none", "rb8>ke8"},
    Example{Fault::king_incoming_missed, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1e2",
            "4k3/8/8/8/8/8/4K3/R7 b - - 1 1", "none", "Ra1>Ke1"},
    Example{Fault::edge_victims_missed, "7k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8",
            "R6k/8/8/8/8/8/8/4K3 b - - 1 1", "Ra8>kh8"},
    Example{Fault::removed_twice, kKingTakesRook, "e1e2", kRookTaken, "none", "none", "none", "re2>ke8"},
    Example{Fault::added_twice, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "R3k3/8/8/8/8/8/8/4K3 b - - 1 1",
            "none", "none", "Ra8>ke8"},
    Example{Fault::removed_another, kKingTakesRook, "e1e2", kRookTaken, "none", "re2>ke8", "none", "Re2>ke8"},
    Example{Fault::attacker_square_wraps, "4k3/8/8/5p2/8/8/4P3/4K3 w - - 0 1", "e2e4",
            "4k3/8/8/5p2/4P3/8/8/4K3 b - e3 0 1", "pf5>Pe4", "p[square 101]>Pe4"},
    Example{Fault::victim_square_wraps, kKingTakesRook, "e1e2", kRookTaken, "none", "re2>ke8", "none",
            "re2>k[square 124]"},
    Example{Fault::attacker_is_no_piece, kKingTakesRook, "e1e2", kRookTaken, "none", "?e1>Ke2"},
};

void check_report(const Example& example, const MismatchReport& report) {
  BOOST_TEST(report.root_fen == example.fen);
  BOOST_TEST(report.before_fen == example.fen);
  BOOST_TEST(report.reached_fen == example.reached);
  BOOST_TEST(report.moves_uci == example.move);
  BOOST_TEST((report.stage == CheckStage::made));
  BOOST_TEST(threats_text(report.difference.missing) == example.missing);
  BOOST_TEST(threats_text(report.difference.extra) == example.extra);
  BOOST_TEST(threats_text(report.difference.doubled) == example.doubled);
  BOOST_TEST(threats_text(report.difference.absent) == example.absent);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fault_examples)

BOOST_AUTO_TEST_CASE(the_report_names_position_and_threats) {
  for (const Example& example : kExamples) {
    BOOST_TEST_CONTEXT(name_of(example.fault) << ": " << example.fen) {
      const FenResult fen = parse_fen(example.fen);
      BOOST_REQUIRE(fen.position.has_value());
      const CastlingNotation notation =
          fen.chess960 ? CastlingNotation::chess960 : CastlingNotation::standard;
      std::size_t reports = 0;
      for (const Mismatch& mismatch : check_with(example.fault, *fen.position, 1, 1000).mismatches) {
        const MismatchReport report = describe(mismatch, {"example", "faulty", "test", notation});
        if (report.move_uci != example.move) continue;
        ++reports;
        check_report(example, report);
      }
      BOOST_TEST(reports == 1u);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_same_positions_are_clean_without_a_fault) {
  for (const Example& example : kExamples) {
    BOOST_TEST_CONTEXT(example.fen) {
      const FaultyCheck check = check_with(Fault::none, *parse_fen(example.fen).position, 2, 1000);
      BOOST_TEST(check.mismatches.empty());
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
