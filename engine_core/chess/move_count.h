#pragma once

#include "engine_core/chess/attacks.h"
#include "engine_core/chess/position.h"
#include "engine_core/chess/restrictions.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// What a side could do were it to move, with nothing pinned and not in check: the moves of its pieces but
/// the king, and of its pawns but en passant. The other side's moves leave much of that as it is.
struct Outlook {
  std::uint64_t piece_moves = 0;
  std::uint64_t pawn_moves = 0;
  Bitboard piece_squares = ~Bitboard{};  ///< as long as nothing changes there, the pieces' moves stay
  Bitboard pawn_squares = ~Bitboard{};   ///< the same of the pawns
};

/// Counts the legal moves of a position without writing one: pawns by sets, the others by the size of what
/// they reach.
template <Color Us>
class MoveCount {
 public:
  THREATPERFT_INLINE explicit MoveCount(const Boards& boards)
      : MoveCount(boards, find_restrictions<Us>(boards)) {}

  /// The outlook of the side that is not to move.
  THREATPERFT_INLINE static Outlook outlook(const Boards& boards) {
    const Restrictions none{Bitboard{}, ~boards.pieces(Us), Bitboard{}, Bitboard{}};
    return MoveCount{boards, none}.unrestricted();
  }

  /// Given the outlook before the last move, and the squares that the move has changed.
  THREATPERFT_INLINE std::uint64_t total(const Outlook& before, Bitboard changed) const {
    const std::uint64_t count = king();
    if (restrictions_.checkers.has_many()) return count;
    const Bitboard straight = restrictions_.pinned_straight;
    const Bitboard diagonal = restrictions_.pinned_diagonally;
    if (straight | diagonal | restrictions_.checkers) {
      return count + pieces(straight, diagonal) + pawns(straight, diagonal) + en_passant(straight);
    }
    // The usual case: a copy of it all in which the compiler leaves out whatever treats of pins.
    const bool same_pieces = (before.piece_squares & changed).empty();
    const bool same_pawns = (before.pawn_squares & changed).empty();
    return count + (same_pieces ? before.piece_moves : pieces(Bitboard{}, Bitboard{})) +
           (same_pawns ? before.pawn_moves : pawns(Bitboard{}, Bitboard{})) + en_passant(Bitboard{});
  }

 private:
  static constexpr Bitboard kThirdRank = rank_bb(Us == Color::white ? 2 : 5);
  static constexpr Bitboard kSeventhRank = rank_bb(Us == Color::white ? 6 : 1);
  static constexpr Bitboard kLastRank = rank_bb(Us == Color::white ? 7 : 0);

  THREATPERFT_INLINE static constexpr Bitboard forward(Bitboard squares) {
    return Us == Color::white ? squares << 8 : squares >> 8;
  }
  THREATPERFT_INLINE static std::uint64_t size(Bitboard squares) {
    return static_cast<std::uint64_t>(squares.count());
  }

  /// What the enemy attacks is asked for last: often the king could not move anyway, or to one square only.
  THREATPERFT_INLINE std::uint64_t king() const {
    const Bitboard targets = king_attacks(boards_.king(Us)) & ~boards_.pieces(Us);
    const Bitboard castling_rooks = boards_.castling_rooks & boards_.pieces(Us);
    Bitboard rooks;
    if (castling_rooks && restrictions_.checkers.empty()) {
      for (const Square rook : castling_rooks) {
        if (castling_is_free<Us>(boards_, rook)) rooks |= Bitboard{rook};
      }
    }
    if ((targets | rooks).empty()) return 0;
    if (rooks.empty() && !targets.has_many()) {
      return is_attacked_by_enemy<Us>(boards_, targets.first()) ? 0 : 1;
    }
    const Bitboard attacked = attacked_by_enemy<Us>(boards_);
    std::uint64_t count = size(targets & ~attacked);
    for (const Square rook : rooks) {
      count += castling_is_safe<Us>(boards_, rook, restrictions_, attacked) ? 1 : 0;
    }
    return count;
  }

  THREATPERFT_INLINE MoveCount(const Boards& boards, const Restrictions& restrictions)
      : boards_(boards), restrictions_(restrictions) {}

  THREATPERFT_INLINE Outlook unrestricted() const {
    const Bitboard own_pawns = boards_.pieces(Us, PieceType::pawn);
    const Bitboard before_pawns = forward(own_pawns);
    Bitboard seen;
    Outlook found;
    found.piece_moves = knights(Bitboard{}) + sliders(Bitboard{}, Bitboard{}, seen);
    found.piece_squares = boards_.pieces(Us) | seen;
    found.pawn_moves = pawns(Bitboard{}, Bitboard{});
    found.pawn_squares =
        own_pawns | before_pawns | forward(before_pawns & kThirdRank) | pawn_attacks_of<Us>(own_pawns);
    return found;
  }

  /// Given the lines of straight and of diagonal pins.
  THREATPERFT_INLINE std::uint64_t pieces(Bitboard straight, Bitboard diagonal) const {
    Bitboard seen;
    return knights(straight | diagonal) + sliders(straight, diagonal, seen);
  }

  THREATPERFT_INLINE std::uint64_t knights(Bitboard pinned) const {
    std::uint64_t count = 0;
    for (const Square from : boards_.pieces(Us, PieceType::knight) & ~pinned) {
      count += size(knight_attacks(from) & restrictions_.targets);
    }
    return count;
  }

  /// Queens stand in both halves. Adds what unpinned ones see to `seen`.
  THREATPERFT_INLINE std::uint64_t sliders(Bitboard straight, Bitboard diagonal, Bitboard& seen) const {
    const Bitboard own = boards_.pieces(Us);
    const Bitboard queens = boards_.pieces(PieceType::queen);
    const Bitboard bishops = (boards_.pieces(PieceType::bishop) | queens) & own & ~straight;
    const Bitboard rooks = (boards_.pieces(PieceType::rook) | queens) & own & ~diagonal;
    const Bitboard occupied = boards_.occupied();
    const Bitboard targets = restrictions_.targets;
    std::uint64_t count = 0;
    for (const Square from : bishops & ~diagonal) {
      const Bitboard reached = bishop_attacks(from, occupied);
      seen |= reached;
      count += size(reached & targets);
    }
    for (const Square from : rooks & ~straight) {
      const Bitboard reached = rook_attacks(from, occupied);
      seen |= reached;
      count += size(reached & targets);
    }
    for (const Square from : bishops& diagonal) {
      count += size(bishop_attacks(from, occupied) & targets & diagonal);
    }
    for (const Square from : rooks& straight) {
      count += size(rook_attacks(from, occupied) & targets & straight);
    }
    return count;
  }

  THREATPERFT_INLINE std::uint64_t pawns(Bitboard straight, Bitboard diagonal) const {
    constexpr int west_shift = Us == Color::white ? 7 : 9;
    constexpr int east_shift = Us == Color::white ? 9 : 7;
    const Bitboard own = boards_.pieces(Us, PieceType::pawn);
    const Bitboard empty = ~boards_.occupied();
    const Bitboard targets = restrictions_.targets;

    // A pawn pinned along a file may advance: both it and the square before it lie on the pin's line.
    const Bitboard pushers = own & ~diagonal;
    const Bitboard free_pushes = forward(pushers & ~straight) & empty;
    const Bitboard pinned_pushes = forward(pushers & straight) & straight & empty;
    const Bitboard single = free_pushes | pinned_pushes;
    const Bitboard twice = forward(single & kThirdRank) & empty;

    const Bitboard takers = own & ~straight;
    const Bitboard prey = boards_.pieces(~Us) & targets;
    const auto west = [](Bitboard pawns) {
      return Us == Color::white ? (pawns & ~file_bb(0)) << west_shift : (pawns & ~file_bb(0)) >> west_shift;
    };
    const auto east = [](Bitboard pawns) {
      return Us == Color::white ? (pawns & ~file_bb(7)) << east_shift : (pawns & ~file_bb(7)) >> east_shift;
    };
    const Bitboard west_targets = west(takers & ~diagonal) | (west(takers & diagonal) & diagonal);
    const Bitboard east_targets = east(takers & ~diagonal) | (east(takers & diagonal) & diagonal);

    // Where one may go by a push and by a capture differs: two kinds of moves can be counted in one set.
    const Bitboard single_or_west = (single & targets) | (west_targets & prey);
    const Bitboard twice_or_east = (twice & targets) | (east_targets & prey);
    std::uint64_t count = size(single_or_west) + size(twice_or_east);
    // A promotion counts four times.
    if (own & kSeventhRank) count += 3 * (size(single_or_west & kLastRank) + size(twice_or_east & kLastRank));
    return count;
  }

  THREATPERFT_INLINE std::uint64_t en_passant(Bitboard straight) const {
    if (boards_.en_passant.empty()) return 0;
    const Bitboard takers = boards_.pieces(Us, PieceType::pawn) & ~straight;
    std::uint64_t count = 0;
    for (const Square from : pawn_attacks(~Us, boards_.en_passant.first()) & takers) {
      count += en_passant_is_legal<Us>(boards_, from, restrictions_.checkers) ? 1 : 0;
    }
    return count;
  }

  const Boards& boards_;
  const Restrictions restrictions_;
};

}  // namespace threatperft::inline THREATPERFT_BUILD
