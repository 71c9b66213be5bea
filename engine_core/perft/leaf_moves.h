#pragma once

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

/// A move to a leaf, in one word: a generator that writes field by field outgrows the instruction cache.
struct LeafMove {
  static constexpr unsigned kKindShift = 16, kPlacedShift = 24, kClassShift = 32, kPieceShift = 40;
  static constexpr unsigned kSlotShift = 56, kTargetShift = 58, kSourceShift = 59;

  std::uint64_t word;  // without an initial value, for a list has room for more than any position needs

  /// All that is known when compiling.
  THREATPERFT_INLINE static constexpr std::uint64_t kind_word(MoveKind kind, PieceType moved,
                                                              PieceType placed, Color us) {
    return std::uint64_t{static_cast<unsigned>(kind)} << kKindShift |
           std::uint64_t{index(placed)} << kPlacedShift |
           std::uint64_t{threatperft::move_class(kind, moved, us)} << kClassShift |
           std::uint64_t{is_capture(kind) ? 1u : 0u} << kSlotShift;
  }

  [[nodiscard]] THREATPERFT_INLINE std::uint32_t squares() const {  ///< 64 * from + to
    return static_cast<std::uint32_t>(word & 0xFFF);
  }
  [[nodiscard]] THREATPERFT_INLINE Square from() const { return square_at(squares() / 64); }
  [[nodiscard]] THREATPERFT_INLINE Square to() const { return square_at(squares() % 64); }
  [[nodiscard]] THREATPERFT_INLINE MoveKind kind() const { return static_cast<MoveKind>(byte(kKindShift)); }
  [[nodiscard]] THREATPERFT_INLINE PieceType placed() const {
    return static_cast<PieceType>(byte(kPlacedShift));
  }
  [[nodiscard]] THREATPERFT_INLINE Move move() const { return {from(), to(), kind(), placed()}; }
  [[nodiscard]] THREATPERFT_INLINE unsigned move_class() const { return byte(kClassShift); }
  /// Its number in the list.
  [[nodiscard]] THREATPERFT_INLINE unsigned piece() const { return byte(kPieceShift); }
  /// The slot; + 4 if its own part is shared, see SharedParts; + 8 if the source square's is.
  [[nodiscard]] THREATPERFT_INLINE unsigned slot_and_shared() const {
    return static_cast<unsigned>(word >> kSlotShift);
  }

 private:
  [[nodiscard]] THREATPERFT_INLINE unsigned byte(unsigned shift) const {
    return static_cast<unsigned>(word >> shift & 0xFF);
  }
};

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
  [[nodiscard]] THREATPERFT_INLINE LeafMove move(std::uint32_t number) const { return moves_[number]; }
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
    constexpr std::uint64_t kind = LeafMove::kind_word(Kind, Moved, Placed, Us);
    std::uint64_t word = piece_word_ | index(to) | kind;
    if constexpr (Moved == PieceType::king) word |= crossing_word(from, to);
    if constexpr (may_share) word |= (shared_targets_.bits >> index(to) & 1) << LeafMove::kTargetShift;
    moves_[count_++].word = word;
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    const bool is_shared = shared_ != nullptr && shared_->unchanged().castling(king, rook);
    moves_[count_++].word = index(king) * 64 | index(rook) |
                            LeafMove::kind_word(MoveKind::castling, PieceType::king, PieceType::king, Us) |
                            crossing_word(king, castling_targets(king, rook).king) |
                            std::uint64_t{is_shared} << LeafMove::kTargetShift |
                            std::uint64_t{1} << LeafMove::kSourceShift;
  }

 private:
  // Not inlined, nor are the generators: all of a node's work together has to fit an instruction cache.
  [[gnu::noinline]] void begin_piece(Square from, PieceType type) {
    ++piece_;
    pieces_[piece_] = {from, type};
    piece_word_ = index(from) << 6 | std::uint64_t{piece_} << LeafMove::kPieceShift;
    if (shared_ == nullptr) return;
    const UnchangedMoves same = shared_->unchanged().moves(from, type);
    shared_targets_ = same.targets;
    shared_pieces_ |= std::uint64_t{same.source} << piece_;
    piece_word_ |= std::uint64_t{same.source} << LeafMove::kSourceShift;
  }

  THREATPERFT_INLINE static std::uint64_t crossing_word(Square from, Square to) {
    return std::uint64_t{king_half(from) != king_half(to)} << (LeafMove::kSlotShift + 1);
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
  LeafMove moves_[kMost];
};

}  // namespace threatperft::inline THREATPERFT_BUILD
