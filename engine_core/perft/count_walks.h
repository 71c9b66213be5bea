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

template <Color Us>
std::uint64_t count_leaves(const Position& position, int depth, const StopFlag& stop);

/// Bulk counting: makes the moves of all plies but the last, and counts that one.
struct CountVisitor {
  const Position& parent;
  const int depth;
  const StopFlag& stop;
  std::uint64_t leaves = 0;

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void source(Square /*from*/) {}

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to) {
    Position child;
    make_move<Us, Kind, Moved, Placed>(parent, child, from, to);
    leaves += count_leaves<~Us>(child, depth - 1, stop);
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    Position child;
    make_castling<Us>(parent, child, king, rook);
    leaves += count_leaves<~Us>(child, depth - 1, stop);
  }
};

template <Color Us>
[[gnu::noinline]] std::uint64_t count_leaves(const Position& position, int depth, const StopFlag& stop) {
  if (depth == 1) return count_moves<Us>(position);
  if (stopped(stop)) return 0;
  CountVisitor visitor{position, depth, stop};
  visit_moves<Us>(position, visitor);
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
