#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine_core/chess/attacks.h"
#include "engine_core/chess/restrictions.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// The updater on bitboards, for every processor: the reference of the vector updaters. See updater.h for
/// what it writes. Sets of squares come from the attack tables, tuples are written one by one.
class ScalarUpdater {
 public:
  THREATPERFT_INLINE explicit ScalarUpdater(const Position& before)
      : position_(before), occupied_(before.occupied()) {
    for (unsigned square = 0; square < 64; ++square) {
      halves_[square] = static_cast<std::uint32_t>(index(before.mailbox[square]) | square << 8);
    }
  }

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE DeltaMark source(Square from, Delta& delta) const {
    delta.clear();
    leave<make_piece(Us, Moved)>(position_, from, occupied_, delta);
    return {delta.added.count, delta.removed.count};
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void write(Square from, Square to, Delta& delta, DeltaMark mark) const {
    delta.added.count = mark.added;
    delta.removed.count = mark.removed;
    Bitboard occupied = occupied_ ^ Bitboard { from };
    if constexpr (Kind == MoveKind::en_passant) {
      const Bitboard captured = Us == Color::white ? Bitboard{to} >> 8 : Bitboard{to} << 8;
      leave<make_piece(~Us, PieceType::pawn)>(position_, captured.first(), occupied, delta);
      occupied ^= captured;
    }
    if constexpr (Kind == MoveKind::capture || Kind == MoveKind::promotion_capture) {
      replace<make_piece(Us, Placed)>(position_, to, occupied, delta);
    } else {
      appear<make_piece(Us, Placed)>(position_, to, occupied, delta);
    }
  }

  /// Rare enough to be done on boards in memory, one after the other.
  template <Color Us>
  [[gnu::noinline]] void castle(Square king, Square rook, Delta& delta) const {
    delta.clear();
    const CastlingTargets targets = castling_targets(king, rook);
    Position board = position_;
    leave_board<make_piece(Us, PieceType::king)>(board, king, delta);
    leave_board<make_piece(Us, PieceType::rook)>(board, rook, delta);
    appear_board<make_piece(Us, PieceType::king)>(board, targets.king, delta);
    appear_board<make_piece(Us, PieceType::rook)>(board, targets.rook, delta);
  }

 private:
  /// What a square is connected with under an occupancy; the square itself does not matter.
  struct Focus {
    Square square;
    Bitboard straight;  ///< the closest pieces along ranks and files
    Bitboard diagonal;  ///< along diagonals
    Bitboard sliders;   ///< those of the closest pieces that attack the square from afar
    Bitboard incoming;  ///< all pieces that attack the square
    Bitboard occupied;

    THREATPERFT_INLINE Focus(const Position& position, Square at, Bitboard occupancy)
        : square(at),
          straight(rook_attacks(at, occupancy) & occupancy),
          diagonal(bishop_attacks(at, occupancy) & occupancy),
          occupied(occupancy) {
      const Bitboard queens = position.pieces(PieceType::queen);
      sliders = (straight & (position.pieces(PieceType::rook) | queens)) |
                (diagonal & (position.pieces(PieceType::bishop) | queens));
      const Bitboard pawns = position.pieces(PieceType::pawn);
      const Bitboard leapers = (knight_attacks(at) & position.pieces(PieceType::knight)) |
                               (king_attacks(at) & position.pieces(PieceType::king)) |
                               (pawn_attacks(Color::black, at) & pawns & position.pieces(Color::white)) |
                               (pawn_attacks(Color::white, at) & pawns & position.pieces(Color::black));
      incoming = sliders | (leapers & occupied);
    }

    /// The pieces that `piece` on the square attacks.
    THREATPERFT_INLINE Bitboard outgoing(Piece piece) const {
      switch (type_of(piece)) {
        case PieceType::pawn:
          return pawn_attacks(color_of(piece), square) & occupied;
        case PieceType::knight:
          return knight_attacks(square) & occupied;
        case PieceType::bishop:
          return diagonal;
        case PieceType::rook:
          return straight;
        case PieceType::queen:
          return straight | diagonal;
        case PieceType::king:
          return king_attacks(square) & occupied;
      }
      return Bitboard{};
    }
  };

  THREATPERFT_INLINE static Threat as_threat(std::uint32_t attacker, std::uint32_t victim) {
    if constexpr (std::endian::native == std::endian::little)
      return std::bit_cast<Threat>(attacker | victim << 16);
    return unpack(attacker | victim << 16);
  }

  /// A piece and its square as they lie in either half of a packed threat.
  THREATPERFT_INLINE std::uint32_t half(Square square) const { return halves_[index(square)]; }
  THREATPERFT_INLINE static std::uint32_t half(Piece piece, Square square) {
    return index(piece) | index(square) << 8;
  }

  THREATPERFT_INLINE void push_outgoing(const Focus& focus, Piece piece, DeltaList& list) const {
    const std::uint32_t attacker = half(piece, focus.square);
    for (const Square victim : focus.outgoing(piece)) list.push(as_threat(attacker, half(victim)));
  }

  THREATPERFT_INLINE void push_incoming(const Focus& focus, Piece piece, DeltaList& list) const {
    const std::uint32_t victim = half(piece, focus.square);
    for (const Square attacker : focus.incoming) list.push(as_threat(half(attacker), victim));
  }

  /// The sliders that see through the square, with what they see behind it.
  THREATPERFT_INLINE void push_discovered(const Focus& focus, DeltaList& list) const {
    const Bitboard closest = focus.straight | focus.diagonal;
    for (const Square slider : focus.sliders) {
      const Bitboard victim = closest & beyond(slider, focus.square);
      if (victim) list.push(as_threat(half(slider), half(victim.first())));
    }
  }

  // The three changes are functions of their own, one for each piece: every walk and every kind of move
  // shares them.

  template <Piece Leaver>
  [[gnu::noinline]] void leave(const Position& position, Square square, Bitboard occupied,
                               Delta& delta) const {
    const Focus focus{position, square, occupied};
    push_outgoing(focus, Leaver, delta.removed);
    push_incoming(focus, Leaver, delta.removed);
    push_discovered(focus, delta.added);
  }

  template <Piece Comer>
  [[gnu::noinline]] void appear(const Position& position, Square square, Bitboard occupied,
                                Delta& delta) const {
    const Focus focus{position, square, occupied};
    push_outgoing(focus, Comer, delta.added);
    push_incoming(focus, Comer, delta.added);
    push_discovered(focus, delta.removed);
  }

  template <Piece Comer>
  [[gnu::noinline]] void replace(const Position& position, Square square, Bitboard occupied,
                                 Delta& delta) const {
    const Focus focus{position, square, occupied};
    const Piece leaver = position.at(square);
    push_outgoing(focus, leaver, delta.removed);
    push_outgoing(focus, Comer, delta.added);
    const std::uint32_t old_victim = half(leaver, square);
    const std::uint32_t new_victim = half(Comer, square);
    for (const Square from : focus.incoming) {
      const std::uint32_t attacker = half(from);
      delta.removed.push(as_threat(attacker, old_victim));
      delta.added.push(as_threat(attacker, new_victim));
    }
  }

  template <Piece Leaver>
  THREATPERFT_INLINE static void leave_board(Position& board, Square square, Delta& delta) {
    ScalarUpdater{board}.template leave<Leaver>(board, square, board.occupied(), delta);
    board.take(square);
  }

  template <Piece Comer>
  THREATPERFT_INLINE static void appear_board(Position& board, Square square, Delta& delta) {
    ScalarUpdater{board}.template appear<Comer>(board, square, board.occupied(), delta);
    board.put(Comer, square);
  }

  const Position& position_;
  const Bitboard occupied_;
  std::array<std::uint32_t, 64> halves_;
};

static_assert(UpdaterClass<ScalarUpdater>);

}  // namespace threatperft::inline THREATPERFT_BUILD
