#pragma once

#include "engine_core/chess/attacks.h"
#include "engine_core/chess/position.h"
#include "engine_core/chess/restrictions.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Counts the legal moves of a position without writing one: pawns by sets, the others by the size of what
/// they reach.
template <Color Us>
class MoveCount {
 public:
  THREATPERFT_INLINE explicit MoveCount(const Position& position)
      : position_(position), restrictions_(find_restrictions<Us>(position)) {}

  THREATPERFT_INLINE std::uint64_t total() const {
    std::uint64_t count = king();
    if (restrictions_.checkers.has_many()) return count;
    return count + knights() + sliders() + pawns();
  }

 private:
  THREATPERFT_INLINE static constexpr Bitboard forward(Bitboard squares) {
    return Us == Color::white ? squares << 8 : squares >> 8;
  }
  THREATPERFT_INLINE static std::uint64_t size(Bitboard squares) {
    return static_cast<std::uint64_t>(squares.count());
  }

  THREATPERFT_INLINE std::uint64_t king() const {
    const Square king = position_.king(Us);
    std::uint64_t count = size(king_attacks(king) & ~position_.pieces(Us) & ~restrictions_.attacked);
    const Bitboard rooks = position_.castling_rooks & position_.pieces(Us);
    if (rooks && restrictions_.checkers.empty()) {
      for (const Square rook : rooks) count += castling_is_legal<Us>(position_, rook, restrictions_) ? 1 : 0;
    }
    return count;
  }

  THREATPERFT_INLINE std::uint64_t knights() const {
    const Bitboard pinned = restrictions_.pinned_straight | restrictions_.pinned_diagonally;
    std::uint64_t count = 0;
    for (const Square from : position_.pieces(Us, PieceType::knight) & ~pinned) {
      count += size(knight_attacks(from) & restrictions_.targets);
    }
    return count;
  }

  /// Queens stand in both halves.
  THREATPERFT_INLINE std::uint64_t sliders() const {
    const Bitboard own = position_.pieces(Us);
    const Bitboard queens = position_.pieces(PieceType::queen);
    const Bitboard occupied = position_.occupied();
    const Bitboard diagonal =
        (position_.pieces(PieceType::bishop) | queens) & own & ~restrictions_.pinned_straight;
    const Bitboard straight =
        (position_.pieces(PieceType::rook) | queens) & own & ~restrictions_.pinned_diagonally;
    std::uint64_t count = 0;
    for (const Square from : diagonal & ~restrictions_.pinned_diagonally) {
      count += size(bishop_attacks(from, occupied) & restrictions_.targets);
    }
    for (const Square from : diagonal& restrictions_.pinned_diagonally) {
      count += size(bishop_attacks(from, occupied) & restrictions_.targets & restrictions_.pinned_diagonally);
    }
    for (const Square from : straight & ~restrictions_.pinned_straight) {
      count += size(rook_attacks(from, occupied) & restrictions_.targets);
    }
    for (const Square from : straight& restrictions_.pinned_straight) {
      count += size(rook_attacks(from, occupied) & restrictions_.targets & restrictions_.pinned_straight);
    }
    return count;
  }

  /// A pawn move counts four times on the last rank.
  THREATPERFT_INLINE static std::uint64_t pawn_targets(Bitboard targets) {
    return size(targets) + 3 * size(targets & rank_bb(Us == Color::white ? 7 : 0));
  }

  THREATPERFT_INLINE std::uint64_t pawns() const {
    constexpr int west_shift = Us == Color::white ? 7 : 9;
    constexpr int east_shift = Us == Color::white ? 9 : 7;
    const Bitboard own = position_.pieces(Us, PieceType::pawn);
    const Bitboard straight = restrictions_.pinned_straight;
    const Bitboard diagonal = restrictions_.pinned_diagonally;
    const Bitboard empty = ~position_.occupied();
    const Bitboard targets = restrictions_.targets;

    // A pawn pinned along a file may advance: both it and the square before it lie on the pin's line.
    const Bitboard pushers = own & ~diagonal;
    const Bitboard free_pushes = forward(pushers & ~straight) & empty;
    const Bitboard pinned_pushes = forward(pushers & straight) & straight & empty;
    const Bitboard single = free_pushes | pinned_pushes;
    const Bitboard twice = forward(single & rank_bb(Us == Color::white ? 2 : 5)) & empty;

    const Bitboard takers = own & ~straight;
    const Bitboard prey = position_.pieces(~Us) & targets;
    const auto west = [](Bitboard pawns) {
      return Us == Color::white ? (pawns & ~file_bb(0)) << west_shift : (pawns & ~file_bb(0)) >> west_shift;
    };
    const auto east = [](Bitboard pawns) {
      return Us == Color::white ? (pawns & ~file_bb(7)) << east_shift : (pawns & ~file_bb(7)) >> east_shift;
    };
    const Bitboard west_targets = west(takers & ~diagonal) | (west(takers & diagonal) & diagonal);
    const Bitboard east_targets = east(takers & ~diagonal) | (east(takers & diagonal) & diagonal);

    return pawn_targets(single & targets) + size(twice & targets) + pawn_targets(west_targets & prey) +
           pawn_targets(east_targets & prey) + en_passant(takers);
  }

  THREATPERFT_INLINE std::uint64_t en_passant(Bitboard takers) const {
    if (position_.en_passant.empty()) return 0;
    std::uint64_t count = 0;
    for (const Square from : pawn_attacks(~Us, position_.en_passant.first()) & takers) {
      count += en_passant_is_legal<Us>(position_, from, restrictions_.checkers) ? 1 : 0;
    }
    return count;
  }

  const Position& position_;
  const Restrictions restrictions_;
};

template <Color Us>
THREATPERFT_INLINE std::uint64_t count_moves(const Position& position) {
  return MoveCount<Us>{position}.total();
}

}  // namespace threatperft::inline THREATPERFT_BUILD
