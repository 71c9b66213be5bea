#pragma once

#include "engine_core/chess/make.h"
#include "engine_core/chess/move_visits.h"
#include "engine_core/perft/count_walks.h"
#include "engine_core/perft/statistics_walk.h"

namespace threatperft::inline THREATPERFT_BUILD {

// Statistics the slow way, for comparison: every counted position is made and its threats are found from
// scratch.

/// What moves do is the updater's to say, and gathered as in the fast walk.
using GatherMoves = void (*)(const Position& position, Statistics& statistics);

template <Color Us>
void gather_naively_below(const Position& position, int depth, const StatisticsWalk& walk,
                          GatherMoves gather_moves);

/// Makes the moves of a node.
struct NaiveVisitor {
  const Position& parent;
  const int depth;
  const StatisticsWalk& walk;
  const GatherMoves gather_moves;

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void source(Square /*from*/) {}

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to) {
    Position child;
    make_move<Us, Kind, Moved, Placed>(parent, child, from, to);
    visit<Us>(child);
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    Position child;
    make_castling<Us>(parent, child, king, rook);
    visit<Us>(child);
  }

  template <Color Us>
  [[gnu::noinline]] void visit(const Position& child) {
    if (depth == 1 || walk.at == StatisticsAt::all_nodes) gather_position(child, walk.statistics);
    if (depth > 1) gather_naively_below<~Us>(child, depth - 1, walk, gather_moves);
  }
};

template <Color Us>
[[gnu::noinline]] void gather_naively_below(const Position& position, int depth, const StatisticsWalk& walk,
                                            GatherMoves gather_moves) {
  if (stopped(walk.stop)) return;
  if (depth == 1 || walk.at == StatisticsAt::all_nodes) gather_moves(position, walk.statistics);
  NaiveVisitor visitor{position, depth, walk, gather_moves};
  visit_moves<Us>(position, visitor);
}

/// See Kernel::gather_naively.
template <class UpdaterType>
void gather_naively(const Position& root, int depth, StatisticsAt at, Statistics& statistics,
                    const StopFlag& stop) {
  const StatisticsWalk walk{at, statistics, stop, nullptr};
  if (root.side_to_move == Color::white) {
    gather_naively_below<Color::white>(root, depth, walk, gather_moves<UpdaterType>);
  } else {
    gather_naively_below<Color::black>(root, depth, walk, gather_moves<UpdaterType>);
  }
}

}  // namespace threatperft::inline THREATPERFT_BUILD
