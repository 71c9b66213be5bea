#include "engine_core/threats/feature_space.h"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <random>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"
#include "engine_core/threats/oracle.h"

namespace threatperft {
namespace {

// Worked out from coordinates alone, without the step tables of the code under test.
bool connects(Piece piece, Square from, Square to) {
  const int file = static_cast<int>(file_of(to)) - static_cast<int>(file_of(from));
  const int rank = static_cast<int>(rank_of(to)) - static_cast<int>(rank_of(from));
  if (file == 0 && rank == 0) return false;
  const bool straight = file == 0 || rank == 0;
  const bool diagonal = std::abs(file) == std::abs(rank);
  switch (type_of(piece)) {
    case PieceType::pawn: {
      const bool can_stand = rank_of(from) != 0 && rank_of(from) != 7;
      return can_stand && std::abs(file) == 1 && rank == (color_of(piece) == Color::white ? 1 : -1);
    }
    case PieceType::knight:
      return std::abs(file * rank) == 2;
    case PieceType::bishop:
      return diagonal;
    case PieceType::rook:
      return straight;
    case PieceType::queen:
      return straight || diagonal;
    case PieceType::king:
      return std::abs(file) <= 1 && std::abs(rank) <= 1;
  }
  return false;
}

BOOST_AUTO_TEST_CASE(indices_are_a_bijection_in_the_documented_order) {
  std::uint32_t next = 0;
  for (unsigned attacker = 0; attacker < 12; ++attacker) {
    const Piece piece = make_piece(static_cast<Color>(attacker / 6), static_cast<PieceType>(attacker % 6));
    for (unsigned from = 0; from < 64; ++from) {
      for (unsigned to = 0; to < 64; ++to) {
        const bool connected = connects(piece, square_at(from), square_at(to));
        BOOST_TEST(reach(piece, square_at(from)).contains(square_at(to)) == connected);
        for (unsigned victim = 0; victim < 12; ++victim) {
          const Threat threat{piece, square_at(from), piece_at(victim), square_at(to)};
          BOOST_REQUIRE_EQUAL(has_index(threat), connected);
          if (!connected) continue;
          BOOST_REQUIRE_EQUAL(index_of(threat), next);
          BOOST_REQUIRE(threat_of(next) == threat);
          ++next;
        }
      }
    }
  }
  BOOST_TEST(next == kRawThreats);
}

BOOST_AUTO_TEST_CASE(pairs_by_attacker_and_square_give_the_same_index) {
  for (std::uint32_t i = 0; i < kRawThreats; ++i) {
    const Threat threat = threat_of(i);
    const feature_tables::PairsFrom& pairs =
        feature_tables::kPairsFrom[index(threat.attacker) + 16 * index(threat.attacker_square)];
    const std::uint64_t before = (std::uint64_t{1} << index(threat.victim_square)) - 1;
    const int rank = (pairs.reach & Bitboard{before}).count();
    BOOST_REQUIRE_EQUAL(pairs.first + static_cast<std::uint64_t>(rank) * kPieceCount + index(threat.victim),
                        i);
  }
}

BOOST_AUTO_TEST_CASE(each_type_has_its_number_of_pairs) {
  const std::array<unsigned, 6> expected = {84, 336, 560, 896, 1456, 420};
  for (unsigned code = 0; code < 12; ++code) {
    int pairs = 0;
    for (unsigned from = 0; from < 64; ++from) pairs += reach(piece_at(code), square_at(from)).count();
    BOOST_TEST(static_cast<unsigned>(pairs) == expected[code / 2]);
  }
}

BOOST_AUTO_TEST_CASE(nonsense_has_no_index) {
  BOOST_TEST(!has_index({Piece::none, Square::a1, Piece::white_pawn, Square::a2}));
  BOOST_TEST(!has_index({Piece::white_rook, Square::a1, Piece::none, Square::a2}));
  BOOST_TEST(!has_index({Piece::white_rook, Square::none, Piece::white_pawn, Square::a2}));
  BOOST_TEST(!has_index({Piece::white_rook, Square::a1, Piece::white_pawn, Square::none}));
  BOOST_TEST(!has_index({Piece::white_pawn, Square::e8, Piece::white_pawn, Square::d7}));
}

BOOST_AUTO_TEST_CASE(every_threat_of_played_positions_has_an_index_of_its_own) {
  std::mt19937 random(20240607);
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"}) {
    for (int game = 0; game < 40; ++game) {
      Position position = *parse_fen(fen).position;
      for (int ply = 0; ply < 120; ++ply) {
        std::vector<bool> seen(kRawThreats);
        for (const Threat threat : threats_of(position)) {
          BOOST_REQUIRE(has_index(threat));
          BOOST_REQUIRE(threat_of(index_of(threat)) == threat);
          BOOST_REQUIRE(!seen[index_of(threat)]);
          seen[index_of(threat)] = true;
        }
        const std::vector<Move> moves = legal_moves(position);
        if (moves.empty()) break;
        position = after(position, moves[random() % moves.size()]);
      }
    }
  }
}

}  // namespace
}  // namespace threatperft
