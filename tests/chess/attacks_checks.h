#pragma once

#include "engine_core/chess/attacks.h"

// The attack tables against steps from square to square. The functions are compiled once for each way in
// which sliders' attacks are looked up; they use no library, whose code the linker would share between the
// two.
namespace threatperft {

/// A square whose attacks are wrong, and under which occupancy.
struct WrongAttacks {
  bool found = false;
  char piece = ' ';
  unsigned square = 0;
  unsigned long long occupied = 0;
  unsigned long long expected = 0;
  unsigned long long actual = 0;
};

/// Every square under random occupancies of every density, and under every blocker alone.
WrongAttacks check_attacks_by_lines(int rounds);
WrongAttacks check_attacks_by_pext(int rounds);

}  // namespace threatperft

namespace threatperft::inline THREATPERFT_BUILD {

struct AttackWalk {
  static Bitboard along(Square from, int files, int ranks, int limit, Bitboard occupied) {
    Bitboard reached;
    int file = static_cast<int>(file_of(from));
    int rank = static_cast<int>(rank_of(from));
    for (int steps = 0; steps < limit; ++steps) {
      file += files;
      rank += ranks;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
      const Square square = square_at(static_cast<unsigned>(file), static_cast<unsigned>(rank));
      reached |= Bitboard{square};
      if (occupied.contains(square)) break;
    }
    return reached;
  }
  static Bitboard bishop(Square from, Bitboard occupied, int limit = 7) {
    return along(from, 1, 1, limit, occupied) | along(from, 1, -1, limit, occupied) |
           along(from, -1, 1, limit, occupied) | along(from, -1, -1, limit, occupied);
  }
  static Bitboard rook(Square from, Bitboard occupied, int limit = 7) {
    return along(from, 1, 0, limit, occupied) | along(from, -1, 0, limit, occupied) |
           along(from, 0, 1, limit, occupied) | along(from, 0, -1, limit, occupied);
  }
  static Bitboard knight(Square from) {
    Bitboard reached;
    for (const int a : {-1, 1}) {
      for (const int b : {-2, 2}) reached |= along(from, a, b, 1, {}) | along(from, b, a, 1, {});
    }
    return reached;
  }
  static Bitboard pawn(Color color, Square from) {
    const int forward = color == Color::white ? 1 : -1;
    return along(from, -1, forward, 1, {}) | along(from, 1, forward, 1, {});
  }
  static Bitboard king(Square from) { return bishop(from, {}, 1) | rook(from, {}, 1); }
};

class AttackCheck {
 public:
  void check(char piece, Square square, Bitboard occupied, Bitboard expected, Bitboard actual) {
    if (wrong_.found || expected == actual) return;
    wrong_ = {true, piece, index(square), occupied.bits, expected.bits, actual.bits};
  }

  void check_sliders(Square square, Bitboard occupied) {
    const Bitboard bishop = AttackWalk::bishop(square, occupied);
    const Bitboard rook = AttackWalk::rook(square, occupied);
    check('B', square, occupied, bishop, bishop_attacks(square, occupied));
    check('R', square, occupied, rook, rook_attacks(square, occupied));
    check('Q', square, occupied, bishop | rook, queen_attacks(square, occupied));
    check('B', square, occupied, bishop, attacks(Piece::white_bishop, square, occupied));
    check('r', square, occupied, rook, attacks(Piece::black_rook, square, occupied));
    check('q', square, occupied, bishop | rook, attacks(Piece::black_queen, square, occupied));
  }

  void check_leapers(Square square) {
    check('P', square, {}, AttackWalk::pawn(Color::white, square), pawn_attacks(Color::white, square));
    check('p', square, {}, AttackWalk::pawn(Color::black, square), pawn_attacks(Color::black, square));
    check('N', square, {}, AttackWalk::knight(square), knight_attacks(square));
    check('K', square, {}, AttackWalk::king(square), king_attacks(square));
    check('p', square, {}, AttackWalk::pawn(Color::black, square), attacks(Piece::black_pawn, square, {}));
    check('n', square, {}, AttackWalk::knight(square), attacks(Piece::black_knight, square, {}));
    check('K', square, {}, AttackWalk::king(square), attacks(Piece::white_king, square, {}));
  }

  const WrongAttacks& wrong() const { return wrong_; }

 private:
  WrongAttacks wrong_;
};

inline WrongAttacks check_attacks(int rounds) {
  AttackCheck check;
  unsigned long long state = 20240229;
  const auto random = [&state] {  // xorshift64
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  };
  for (unsigned i = 0; i < 64; ++i) {
    const Square square = square_at(i);
    check.check_leapers(square);
    check.check_sliders(square, Bitboard{});
    check.check_sliders(square, ~Bitboard{});
    for (unsigned j = 0; j < 64; ++j) {
      check.check_sliders(square, Bitboard{square_at(j)});
      check.check_sliders(square, ~Bitboard{square_at(j)});
    }
    for (int round = 0; round < rounds; ++round) {
      unsigned long long occupied = random();
      if (round % 4 == 1) occupied &= random();
      if (round % 4 == 2) occupied &= random() & random();
      if (round % 4 == 3) occupied |= random();
      check.check_sliders(square, Bitboard{occupied});
    }
  }
  return check.wrong();
}

}  // namespace threatperft::inline THREATPERFT_BUILD
