#pragma once

#include <array>
#include <string_view>

#include "engine_core/chess/position.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Positions of both variants where games start: quiet, tactical, endgames, promotions.
inline constexpr std::array<std::string_view, 10> kGameFens{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "rk1bb1rq/pppppppp/8/2n2n2/2N2N2/8/PPPPPPPP/RK1BB1RQ w GAga - 0 1",
    "1rkr4/1ppp4/8/8/8/8/4PPP1/4RKR1 w GEdb - 0 1"};

/// The positions with the most threats and the largest deltas that are known. Not all can arise in a game, or
/// be read: the side that has moved may be in check. The deltas must be right, and in bounds, all the same.
inline constexpr std::array<std::string_view, 8> kCrowdedBoards{
    "K7/8/8/BNQNQNB1/N5N1/R1Q1q2r/n5n1/bnqnqnbk",
    "qqqqqqqq/qqqqqqqq/qqqqqqqk/8/8/KQQQQQQQ/QQQQQQQQ/QQQQQQQQ",
    "QQQQQQQQ/QqqqqqqQ/QqQQQQqQ/QqQqqQqQ/QqQqqQqQ/QqQQQQqQ/KqqqqqqQ/QQQQQQQk",
    "4k3/8/2NQNQN1/3NQQ2/2QQPQQ1/2NQQQN1/3N1N2/4K3",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1",
    "8/8/NQN3k1/QrQ5/QPQ5/NQN5/8/K7",
    "2n1N1n1/1N1Q1Q1n/2QqBqQ1/nRqQqRqN/1QBqQBQ1/N1qQrQq1/1n1R1q1N/K1N1n2k",
    "nqnqnqnk/QNQNQNQN/nqnqnqnq/QNQNQNQN/nqnqnqnq/QNQNQNQN/nqnqnqnq/QNQNQNQK"};

inline Position place_pieces(std::string_view board) {
  Position position = empty_position();
  constexpr std::string_view kLetters = "PpNnBbRrQqKk";
  unsigned file = 0;
  unsigned rank = 7;
  for (const char letter : board) {
    if (letter == '/') {
      --rank;
      file = 0;
    } else if (const auto piece = kLetters.find(letter); piece != std::string_view::npos) {
      position.put(piece_at(static_cast<unsigned>(piece)), square_at(file++, rank));
    } else {
      file += static_cast<unsigned>(letter - '0');
    }
  }
  return position;
}

}  // namespace threatperft::inline THREATPERFT_BUILD
