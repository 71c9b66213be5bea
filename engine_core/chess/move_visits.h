#pragma once

#include "engine_core/chess/attacks.h"
#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"
#include "engine_core/chess/restrictions.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Visits every legal move of a position; what is known of a move when compiling is in the template
/// arguments, so that make and the updaters specialise on it. The moves of one piece come together. A visitor
/// has
///
///   template <Color Us, PieceType Moved> void source(Square from);   // the moves of this piece follow, at
///   least one template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed> void move(Square from,
///   Square to); template <Color Us> void castle(Square king, Square rook);
template <Color Us, class Visitor>
class MoveVisits {
 public:
  THREATPERFT_INLINE MoveVisits(const Boards& boards, Visitor& visitor)
      : boards_(boards), visitor_(visitor), restrictions_(find_restrictions<Us>(boards)) {}

  THREATPERFT_INLINE void run() {
    king();
    if (restrictions_.checkers.has_many()) return;
    pawns();
    knights();
    sliders<PieceType::bishop>();
    sliders<PieceType::rook>();
    sliders<PieceType::queen>();
  }

 private:
  static constexpr Bitboard kPromotionRank = rank_bb(Us == Color::white ? 7 : 0);
  static constexpr Bitboard kDoublePushRank = rank_bb(Us == Color::white ? 3 : 4);

  THREATPERFT_INLINE static constexpr Bitboard forward(Bitboard squares) {
    return Us == Color::white ? squares << 8 : squares >> 8;
  }

  template <PieceType Type>
  THREATPERFT_INLINE void piece_moves(Square from, Bitboard targets) {
    if (targets.empty()) return;
    visitor_.template source<Us, Type>(from);
    const Bitboard them = boards_.pieces(~Us);
    for (const Square to : targets& them) visitor_.template move<Us, MoveKind::capture, Type, Type>(from, to);
    for (const Square to : targets & ~them) visitor_.template move<Us, MoveKind::quiet, Type, Type>(from, to);
  }

  THREATPERFT_INLINE void king() {
    const Square from = boards_.king(Us);
    const Bitboard attacked = attacked_by_enemy<Us>(boards_);
    piece_moves<PieceType::king>(from, king_attacks(from) & ~boards_.pieces(Us) & ~attacked);
    const Bitboard rooks = boards_.castling_rooks & boards_.pieces(Us);
    if (rooks.empty() || restrictions_.checkers) return;
    for (const Square rook : rooks) {
      if (castling_is_free<Us>(boards_, rook) &&
          castling_is_safe<Us>(boards_, rook, restrictions_, attacked)) {
        visitor_.template castle<Us>(from, rook);
      }
    }
  }

  THREATPERFT_INLINE void knights() {
    const Bitboard pinned = restrictions_.pinned_straight | restrictions_.pinned_diagonally;
    for (const Square from : boards_.pieces(Us, PieceType::knight) & ~pinned) {
      piece_moves<PieceType::knight>(from, knight_attacks(from) & restrictions_.targets);
    }
  }

  template <PieceType Type>
  THREATPERFT_INLINE void sliders() {
    const Bitboard occupied = boards_.occupied();
    for (const Square from : boards_.pieces(Us, Type)) {
      const Bitboard at{from};
      Bitboard reached;
      if constexpr (Type != PieceType::rook) {
        if ((restrictions_.pinned_straight & at).empty()) reached = bishop_attacks(from, occupied);
      }
      if constexpr (Type != PieceType::bishop) {
        if ((restrictions_.pinned_diagonally & at).empty()) reached |= rook_attacks(from, occupied);
      }
      reached &= restrictions_.targets;
      // From a pinned square the only own-line squares a slider reaches are those of its own pin.
      if (restrictions_.pinned_straight & at) reached &= restrictions_.pinned_straight;
      if (restrictions_.pinned_diagonally & at) reached &= restrictions_.pinned_diagonally;
      piece_moves<Type>(from, reached);
    }
  }

  THREATPERFT_INLINE void pawns() {
    for (const Square from : boards_.pieces(Us, PieceType::pawn)) pawn(from);
  }

  THREATPERFT_INLINE void pawn(Square from) {
    const Bitboard at{from};
    const Bitboard empty = ~boards_.occupied();
    Bitboard single;
    if ((restrictions_.pinned_diagonally & at).empty()) single = forward(at) & empty;
    Bitboard twice = forward(single) & empty & kDoublePushRank;
    Bitboard captures;
    if ((restrictions_.pinned_straight & at).empty()) captures = pawn_attacks(Us, from);
    const Bitboard en_passant = captures & boards_.en_passant;
    captures &= boards_.pieces(~Us);
    if (restrictions_.pinned_straight & at) {
      single &= restrictions_.pinned_straight;
      twice &= restrictions_.pinned_straight;
    }
    if (restrictions_.pinned_diagonally & at) captures &= restrictions_.pinned_diagonally;
    single &= restrictions_.targets;
    twice &= restrictions_.targets;
    captures &= restrictions_.targets;
    const bool en_passant_legal =
        en_passant && en_passant_is_legal<Us>(boards_, from, restrictions_.checkers);
    if ((single | twice | captures).empty() && !en_passant_legal) return;
    visitor_.template source<Us, PieceType::pawn>(from);
    if ((single | captures) & kPromotionRank) {
      for (const Square to : captures) promotions<MoveKind::promotion_capture>(from, to);
      for (const Square to : single) promotions<MoveKind::promotion>(from, to);
      return;
    }
    for (const Square to : captures) plain_pawn_move<MoveKind::capture>(from, to);
    if (single) plain_pawn_move<MoveKind::quiet>(from, single.first());
    if (twice) plain_pawn_move<MoveKind::double_push>(from, twice.first());
    if (en_passant_legal) plain_pawn_move<MoveKind::en_passant>(from, en_passant.first());
  }

  template <MoveKind Kind>
  THREATPERFT_INLINE void plain_pawn_move(Square from, Square to) {
    visitor_.template move<Us, Kind, PieceType::pawn, PieceType::pawn>(from, to);
  }

  template <MoveKind Kind>
  THREATPERFT_INLINE void promotions(Square from, Square to) {
    visitor_.template move<Us, Kind, PieceType::pawn, PieceType::queen>(from, to);
    visitor_.template move<Us, Kind, PieceType::pawn, PieceType::rook>(from, to);
    visitor_.template move<Us, Kind, PieceType::pawn, PieceType::bishop>(from, to);
    visitor_.template move<Us, Kind, PieceType::pawn, PieceType::knight>(from, to);
  }

  const Boards& boards_;
  Visitor& visitor_;
  const Restrictions restrictions_;
};

template <Color Us, class Visitor>
THREATPERFT_INLINE void visit_moves(const Boards& boards, Visitor& visitor) {
  MoveVisits<Us, Visitor>{boards, visitor}.run();
}

}  // namespace threatperft::inline THREATPERFT_BUILD
