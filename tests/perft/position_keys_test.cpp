#include "engine_core/perft/position_keys.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <string>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"

namespace threatperft {
namespace {

PositionKey key(const std::string& fen) { return key_of(*parse_fen(fen).position); }

// All that tells positions apart, in text: the FEN without clocks, the en-passant square only if there is a
// capture.
std::string identity(Position position) {
  bool captures = false;
  for (const Move move : legal_moves(position)) captures |= move.kind == MoveKind::en_passant;
  if (!captures) position.en_passant = Bitboard{};
  position.halfmove_clock = 0;
  position.fullmove_number = 1;
  return to_fen(position, CastlingNotation::chess960);
}

BOOST_AUTO_TEST_CASE(keys_are_equal_exactly_if_positions_are) {
  std::mt19937 random(5);
  PositionKeys keys;
  std::map<std::string, std::size_t> identities;
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                          "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                          "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"}) {
    for (int game = 0; game < 200; ++game) {
      Position position = *parse_fen(fen).position;
      for (int ply = 0; ply < 12; ++ply) {
        const auto [known, is_new] = identities.emplace(identity(position), identities.size());
        const PositionKeys::Place place = keys.insert(key_of(position));
        BOOST_REQUIRE_EQUAL(place.is_new, is_new);
        BOOST_REQUIRE_EQUAL(place.number, known->second);
        BOOST_REQUIRE_EQUAL(identity(position_of(key_of(position))), known->first);
        const auto moves = legal_moves(position);
        if (moves.empty()) break;
        position = after(position, moves[random() % moves.size()]);
      }
    }
  }
  BOOST_TEST(keys.size() == identities.size());
  BOOST_TEST(keys.size() > 5000u);
}

BOOST_AUTO_TEST_CASE(what_counts_and_what_does_not) {
  const std::string board = "r3k2r/8/8/8/4Pp2/8/8/R3K2R ";
  BOOST_TEST((key(board + "b KQkq - 0 1") == key(board + "b KQkq - 7 33")));
  BOOST_TEST((key(board + "b KQkq - 0 1") != key(board + "b KQk - 0 1")));
  BOOST_TEST((key(board + "b KQkq - 0 1") != key(board + "w KQkq - 0 1")));
  BOOST_TEST((key(board + "b KQkq e3 0 1") != key(board + "b KQkq - 0 1")));
  // The capture would uncover a check on the fourth rank: it is not legal, so the square does not matter.
  BOOST_TEST((key("8/8/8/8/R3Pp1k/8/8/K7 b - e3 0 1") == key("8/8/8/8/R3Pp1k/8/8/K7 b - - 0 1")));
}

BOOST_AUTO_TEST_CASE(memory_is_told_before_it_is_used) {
  PositionKeys keys;
  std::size_t told = keys.memory_to_insert();
  BOOST_TEST(told > 0u);
  for (unsigned i = 0; i < 60000; ++i) {
    PositionKey key;
    key.words[0] = i + 1;
    const std::size_t needed = keys.memory_to_insert();
    BOOST_REQUIRE(needed >= (keys.size() + 1) * 40);
    keys.insert(key);
    told = needed;
  }
  BOOST_TEST(keys.size() == 60000u);
  BOOST_TEST(told < 60000u * 80u);
}

}  // namespace
}  // namespace threatperft
