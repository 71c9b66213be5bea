#pragma once

#include <vector>

#include "engine_core/chess/move_visits.h"
#include "tests/emulated/guarded_delta.h"

namespace threatperft::inline THREATPERFT_BUILD {

struct CollectedDelta {
  Move move;
  GuardedDelta guarded;
};

/// What an updater writes for every legal move of a position, each from the same source part, as the walks
/// call it.
template <class Updater>
class DeltaCollector {
 public:
  explicit DeltaCollector(const Position& position) : updater_(position) {}

  template <Color Us, PieceType Moved>
  void source(Square from) {
    source_ = GuardedDelta{};
    mark_ = updater_.template source<Us, Moved>(from, source_.delta);
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  void move(Square from, Square to) {
    CollectedDelta& collected = deltas.emplace_back(CollectedDelta{{from, to, Kind, Placed}, source_});
    updater_.template write<Us, Kind, Moved, Placed>(from, to, collected.guarded.delta, mark_);
    if constexpr (requires { updater_.template move<Us, Moved, Placed>(from, to, source_.delta); } &&
                  !is_capture(Kind)) {
      CollectedDelta& whole = in_one.emplace_back(CollectedDelta{{from, to, Kind, Placed}, {}});
      updater_.template move<Us, Moved, Placed>(from, to, whole.guarded.delta);
    }
    if constexpr (WritesAnyPiece<Updater> && Kind != MoveKind::en_passant) {
      Delta& delta = again.emplace_back(CollectedDelta{{from, to, Kind, Placed}, {}}).guarded.delta;
      constexpr Piece moved = make_piece(Us, Moved);
      constexpr Piece placed = make_piece(Us, Placed);
      const DeltaMark mark = updater_.write_source(moved, from, delta);
      if constexpr (is_capture(Kind)) {
        updater_.write_capture(moved, placed, from, to, delta, mark);
      } else {
        updater_.write_quiet(moved, placed, from, to, delta, mark);
      }
    }
  }

  template <Color Us>
  void castle(Square king, Square rook) {
    CollectedDelta& collected =
        deltas.emplace_back(CollectedDelta{{king, rook, MoveKind::castling, PieceType::king}, {}});
    updater_.template castle<Us>(king, rook, collected.guarded.delta);
  }

  std::vector<CollectedDelta> deltas;
  std::vector<CollectedDelta> in_one;  ///< moves to empty squares once more, written by `move`
  std::vector<CollectedDelta> again;   ///< all but en passant and castling, by the functions for any piece

 private:
  const Updater updater_;
  GuardedDelta source_;
  DeltaMark mark_;
};

template <class Updater>
DeltaCollector<Updater> collect_deltas(const Position& position) {
  DeltaCollector<Updater> collector{position};
  if (position.side_to_move == Color::white) {
    visit_moves<Color::white>(position, collector);
  } else {
    visit_moves<Color::black>(position, collector);
  }
  return collector;
}

}  // namespace threatperft::inline THREATPERFT_BUILD
