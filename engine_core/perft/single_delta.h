#pragma once

#include "engine_core/perft/delta_walk.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// Keeps the delta of one of the moves that it visits.
template <class UpdaterType>
class SingleDeltaVisitor : public DeltaVisitor<UpdaterType, SingleDeltaVisitor<UpdaterType>> {
 public:
  SingleDeltaVisitor(const Position& parent, Move wanted, Delta& result)
      : DeltaVisitor<UpdaterType, SingleDeltaVisitor>(parent), wanted_(wanted), result_(result) {}

  THREATPERFT_INLINE void after_source(const Delta& /*delta*/) {}
  THREATPERFT_INLINE void no_source() {}

  template <Color Us>
  THREATPERFT_INLINE void visit(const Position& /*child*/, Move move, const Delta& delta,
                                DeltaMark /*mark*/) {
    if (move == wanted_) result_ = delta;
  }

 private:
  const Move wanted_;
  Delta& result_;
};

/// The delta of one legal move, found among all: written by the same code as in the walks, not fast.
template <class UpdaterType>
void single_delta(const Position& position, Move move, Delta& delta) {
  delta.clear();
  SingleDeltaVisitor<UpdaterType> visitor{position, move, delta};
  if (position.side_to_move == Color::white) {
    visit_moves<Color::white>(position, visitor);
  } else {
    visit_moves<Color::black>(position, visitor);
  }
}

}  // namespace threatperft::inline THREATPERFT_BUILD
