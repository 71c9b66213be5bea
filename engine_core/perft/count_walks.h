#pragma once

#include "engine_core/chess/make.h"
#include "engine_core/chess/move_count.h"
#include "engine_core/chess/move_visits.h"
#include "engine_core/perft/kernel.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Whether a walk should end early.
THREATPERFT_INLINE bool stopped(const StopFlag& stop) { return stop.load(std::memory_order_relaxed); }

/// Keeps the compiler from leaving out the making of a position that nobody looks at.
THREATPERFT_INLINE void keep(const Position& position) { asm volatile("" : : "m"(position)); }

/// All squares, where it is not worth saying which ones a move has changed.
inline constexpr Bitboard kAnySquare = ~Bitboard{};

/// The last ply. Out of line: one copy serves all kinds of moves.
template <Color Us>
[[gnu::noinline]] std::uint64_t count_last_ply(const Boards& boards, const Outlook& before,
                                               Bitboard changed) {
  return MoveCount<Us>{boards}.total(before, changed);
}

template <Color Us>
std::uint64_t count_leaves(const Boards& boards, int depth, const StopFlag& stop);

/// Bulk counting: makes the moves of all plies but the last, and counts that one.
struct CountVisitor {
  const Boards& parent;
  const int depth;
  const StopFlag& stop;
  const Outlook outlook;  ///< of the other side, for the last ply
  std::uint64_t leaves = 0;

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void source(Square /*from*/) {}

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to) {
    Boards child;
    make_boards<Us, Kind, Moved, Placed>(parent, child, from, to);
    go_on<~Us>(child, Kind == MoveKind::en_passant ? kAnySquare : Bitboard{from} | Bitboard{to});
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    Boards child = parent;
    change_boards_by_castling<Us>(parent, child, king, rook);
    go_on<~Us>(child, kAnySquare);
  }

  template <Color Us>
  THREATPERFT_INLINE void go_on(const Boards& child, Bitboard changed) {
    leaves +=
        depth == 2 ? count_last_ply<Us>(child, outlook, changed) : count_leaves<Us>(child, depth - 1, stop);
  }
};

template <Color Us>
[[gnu::noinline]] std::uint64_t count_leaves(const Boards& boards, int depth, const StopFlag& stop) {
  if (depth == 1) return count_last_ply<Us>(boards, Outlook{}, kAnySquare);
  if (stopped(stop)) return 0;
  CountVisitor visitor{boards, depth, stop, depth == 2 ? MoveCount<~Us>::outlook(boards) : Outlook{}};
  visit_moves<Us>(boards, visitor);
  return visitor.leaves;
}

template <Color Us>
std::uint64_t make_leaves(const Position& position, int depth, const StopFlag& stop);

/// Makes every move, leaves included.
struct MakeVisitor {
  const Position& parent;
  const int depth;
  const StopFlag& stop;
  std::uint64_t leaves = 0;

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void source(Square /*from*/) {}

  template <Color Us>
  THREATPERFT_INLINE void go_on(const Position& child) {
    if (depth == 1) {
      keep(child);
      ++leaves;
    } else {
      leaves += make_leaves<~Us>(child, depth - 1, stop);
    }
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to) {
    Position child;
    make_move<Us, Kind, Moved, Placed>(parent, child, from, to);
    go_on<Us>(child);
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    Position child;
    make_castling<Us>(parent, child, king, rook);
    go_on<Us>(child);
  }
};

template <Color Us>
[[gnu::noinline]] std::uint64_t make_leaves(const Position& position, int depth, const StopFlag& stop) {
  if (stopped(stop)) return 0;
  MakeVisitor visitor{position, depth, stop};
  visit_moves<Us>(position, visitor);
  return visitor.leaves;
}

}  // namespace threatperft::inline THREATPERFT_BUILD
