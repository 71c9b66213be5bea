#pragma once

#include "engine_core/chess/make.h"
#include "engine_core/chess/move_visits.h"
#include "engine_core/perft/count_walks.h"
#include "engine_core/perft/kernel.h"
#include "engine_core/threats/updater.h"

namespace threatperft::inline THREATPERFT_BUILD {

// Functions of their own, so that all walks share one copy for each piece and kind: were they inlined at
// every place that visits a move, compiling a kernel would take minutes.

template <class UpdaterType, Color Us, PieceType Moved>
[[gnu::noinline]] DeltaMark write_source(const UpdaterType& updater, Square from, Delta& delta) {
  return updater.template source<Us, Moved>(from, delta);
}

/// Writes the part of a delta that a move has for itself.
template <class UpdaterType, Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
[[gnu::noinline]] void write_target(const UpdaterType& updater, Square from, Square to, Delta& delta,
                                    DeltaMark mark) {
  updater.template write<Us, Kind, Moved, Placed>(from, to, delta, mark);
}

/// The same, and makes the move.
template <class UpdaterType, Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
[[gnu::noinline]] void write_and_make(const UpdaterType& updater, const Position& parent, Position& child,
                                      Square from, Square to, Delta& delta, DeltaMark mark) {
  updater.template write<Us, Kind, Moved, Placed>(from, to, delta, mark);
  make_move<Us, Kind, Moved, Placed>(parent, child, from, to);
}

template <class UpdaterType, Color Us>
[[gnu::noinline]] void write_castling(const UpdaterType& updater, Square king, Square rook, Delta& delta) {
  updater.template castle<Us>(king, rook, delta);
}

template <class UpdaterType, Color Us>
[[gnu::noinline]] void write_and_castle(const UpdaterType& updater, const Position& parent, Position& child,
                                        Square king, Square rook, Delta& delta) {
  updater.template castle<Us>(king, rook, delta);
  make_castling<Us>(parent, child, king, rook);
}

/// The part of a visitor that every walk with deltas shares: it has the updater write each move's delta,
/// makes the move and hands both to `derived.visit<Us>(child, move, delta)`.
template <class UpdaterType, class Derived>
class DeltaVisitor {
 public:
  THREATPERFT_INLINE explicit DeltaVisitor(const Position& parent) : parent_(parent), updater_(parent) {}

  template <Color Us, PieceType Moved>
  THREATPERFT_INLINE void source(Square from) {
    mark_ = write_source<UpdaterType, Us, Moved>(updater_, from, delta_);
    derived().after_source(delta_);
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  THREATPERFT_INLINE void move(Square from, Square to) {
    write_and_make<UpdaterType, Us, Kind, Moved, Placed>(updater_, parent_, child_, from, to, delta_, mark_);
    derived().template visit<Us>(child_, Move{from, to, Kind, Placed}, delta_, mark_);
  }

  template <Color Us>
  THREATPERFT_INLINE void castle(Square king, Square rook) {
    write_and_castle<UpdaterType, Us>(updater_, parent_, child_, king, rook, delta_);
    derived().no_source();
    derived().template visit<Us>(child_, Move{king, rook, MoveKind::castling, PieceType::king}, delta_,
                                 DeltaMark{});
  }

 protected:
  const Position& parent_;

 private:
  THREATPERFT_INLINE Derived& derived() { return static_cast<Derived&>(*this); }

  const UpdaterType updater_;
  DeltaMark mark_;
  Delta delta_;
  Position child_;
};

template <class UpdaterType, Color Us>
std::uint64_t write_deltas(const Position& position, int depth, const StopFlag& stop);

/// Writes the delta of every move and adds up the lists' lengths.
template <class UpdaterType>
class DeltaCountVisitor : public DeltaVisitor<UpdaterType, DeltaCountVisitor<UpdaterType>> {
 public:
  THREATPERFT_INLINE DeltaCountVisitor(const Position& parent, int depth, const StopFlag& stop)
      : DeltaVisitor<UpdaterType, DeltaCountVisitor>(parent), depth_(depth), stop_(stop) {}

  THREATPERFT_INLINE void after_source(const Delta& /*delta*/) {}
  THREATPERFT_INLINE void no_source() {}

  template <Color Us>
  THREATPERFT_INLINE void visit(const Position& child, Move /*move*/, const Delta& delta,
                                DeltaMark /*mark*/) {
    length_ += delta.added.count + delta.removed.count;
    if (depth_ == 1) {
      keep(child);
    } else {
      length_ += write_deltas<UpdaterType, ~Us>(child, depth_ - 1, stop_);
    }
  }

  THREATPERFT_INLINE std::uint64_t length() const { return length_; }

 private:
  const int depth_;
  const StopFlag& stop_;
  std::uint64_t length_ = 0;
};

template <class UpdaterType, Color Us>
[[gnu::noinline]] std::uint64_t write_deltas(const Position& position, int depth, const StopFlag& stop) {
  if (stopped(stop)) return 0;
  DeltaCountVisitor<UpdaterType> visitor{position, depth, stop};
  visit_moves<Us>(position, visitor);
  return visitor.length();
}

}  // namespace threatperft::inline THREATPERFT_BUILD
