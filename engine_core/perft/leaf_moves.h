#pragma once

#include <bit>
#include <cstdint>

#include "engine_core/chess/move_visits.h"
#include "engine_core/perft/shared_parts.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// A piece whose moves are gathered from. The first of a list is none: castling has no source square's part.
struct LeafPiece {
  Square square;
  PieceType type;
};

/// Numbers below 64, to go through in ascending order.
struct NumberSet {
  std::uint64_t bits;

  class Iterator {
   public:
    THREATPERFT_INLINE explicit Iterator(std::uint64_t bits) : bits_(bits) {}
    THREATPERFT_INLINE unsigned operator*() const { return static_cast<unsigned>(__builtin_ctzll(bits_)); }
    THREATPERFT_INLINE Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    THREATPERFT_INLINE bool operator!=(const Iterator& other) const { return bits_ != other.bits_; }

   private:
    std::uint64_t bits_;
  };
  [[nodiscard]] THREATPERFT_INLINE Iterator begin() const { return Iterator{bits}; }
  [[nodiscard]] THREATPERFT_INLINE Iterator end() const { return Iterator{0}; }
};

/// A move to a leaf. Without initial values, for a list has room for more than any position needs.
struct LeafMove {
  std::uint16_t squares;  ///< 64 * from + to
  MoveKind kind;
  PieceType placed;
  std::uint8_t move_class;
  std::uint8_t piece;  ///< its number in the list
  std::uint8_t unused;
  /// The slot; + 4 if its own part is shared, see SharedParts; + 8 if the source square's is.
  std::uint8_t slot_and_shared;

  [[nodiscard]] THREATPERFT_INLINE Square from() const { return square_at(squares / 64u); }
  [[nodiscard]] THREATPERFT_INLINE Square to() const { return square_at(squares % 64u); }
  [[nodiscard]] THREATPERFT_INLINE Move move() const { return {from(), to(), kind, placed}; }
};
static_assert(sizeof(LeafMove) == 8);

/// Lists a node's moves: what is done with them comes later, in loops that a processor foresees better than
/// the order of moves.
class LeafMoves {
 public:
  /// A target square is reached from at most eight rays and eight jumps, three of which may be four
  /// promotions each; and there are two castlings.
  static constexpr std::uint32_t kMost = 64 * 16 + 8 * 3 * 3 + 2;
  static constexpr std::uint32_t kMostPieces = 64;  ///< the first is none, and one is the other king

  /// `shared` is ready for the node, or null.
  THREATPERFT_INLINE LeafMoves(const Position& position, const SharedParts* shared) : shared_(shared) {
    if (position.side_to_move == Color::white) {
      list<Color::white>(position);
    } else {
      list<Color::black>(position);
    }
  }

  [[nodiscard]] THREATPERFT_INLINE std::uint32_t count() const { return count_; }
  [[nodiscard]] THREATPERFT_INLINE LeafMove move(std::uint32_t number) const {
    return std::bit_cast<LeafMove>(words_[number]);
  }
  [[nodiscard]] THREATPERFT_INLINE const LeafPiece& piece(std::uint32_t number) const {
    return pieces_[number];
  }

  /// A bit for each piece whose source square's part is shared, see SharedParts; and for none.
  [[nodiscard]] THREATPERFT_INLINE std::uint64_t shared_pieces() const { return shared_pieces_; }

  // As a visitor of moves.

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void source(Square from) {
    begin_piece(from, Moved);
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to) {
    constexpr bool may_share = !is_promotion(Kind) && Kind != MoveKind::en_passant;
    constexpr unsigned captures = is_capture(Kind) ? 1 : 0;
    // Put together as one word: a generator that writes field by field outgrows the instruction cache.
    std::uint64_t word =
        piece_word_ | index(to) |
        std::bit_cast<std::uint64_t>(LeafMove{0, Kind, Placed, move_class(Kind, Moved, Us), 0, 0, captures});
    if constexpr (Moved == PieceType::king) {
      word |= std::uint64_t{king_half(from) != king_half(to)} << 57;
    }
    if constexpr (may_share) word |= (shared_targets_.bits >> index(to) & 1) << 58;
    words_[count_++] = word;
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    const CastlingTargets targets = castling_targets(king, rook);
    const unsigned crosses = king_half(king) != king_half(targets.king) ? 1 : 0;
    const unsigned is_shared = shared_ != nullptr && shared_->unchanged().castling(king, rook) ? 1 : 0;
    words_[count_++] = std::bit_cast<std::uint64_t>(
        LeafMove{static_cast<std::uint16_t>(index(king) * 64 + index(rook)), MoveKind::castling,
                 PieceType::king, move_class(MoveKind::castling, PieceType::king, Us), 0, 0,
                 static_cast<std::uint8_t>(2 * crosses + 4 * is_shared + 8)});
  }

 private:
  // Not inlined, nor are the generators: all of a node's work together has to fit an instruction cache.
  [[gnu::noinline]] void begin_piece(Square from, PieceType type) {
    ++piece_;
    pieces_[piece_] = {from, type};
    piece_word_ = index(from) << 6 | std::uint64_t{piece_} << 40;
    if (shared_ == nullptr) return;
    const UnchangedMoves same = shared_->unchanged().moves(from, type);
    shared_targets_ = same.targets;
    shared_pieces_ |= std::uint64_t{same.source} << piece_;
    piece_word_ |= std::uint64_t{same.source} << 59;
  }

  template <Color Us>
  [[gnu::noinline]] void list(const Position& position) {
    visit_moves<Us>(position, *this);
  }

  const SharedParts* const shared_;
  Bitboard shared_targets_;
  std::uint32_t count_ = 0;
  unsigned piece_ = 0;
  std::uint64_t piece_word_ = 0;  ///< what all moves of the present piece have in common
  std::uint64_t shared_pieces_ = 1;
  LeafPiece pieces_[kMostPieces];
  std::uint64_t words_[kMost];  ///< each a LeafMove, little-endian
};

}  // namespace threatperft::inline THREATPERFT_BUILD
