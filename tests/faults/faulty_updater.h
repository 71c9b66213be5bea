#pragma once

#include "engine_core/threats/scalar_updater.h"
#include "tests/faults/fault.h"
#include "tests/faults/spoil.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// The scalar updater with one fault (`fault_state`). Beside the faulty delta it keeps the right one, so that
/// it knows which of its deltas are wrong.
class FaultyUpdater {
 public:
  explicit FaultyUpdater(const Position& before) : position_(before), base_(before) {
    if (fault_state.fault != Fault::redundant_pair_not_unmade || fault_state.last_delta == nullptr) return;
    if (forget_redundant_pair(*fault_state.last_delta)) ++fault_state.parents_changed;
    fault_state.last_delta = nullptr;
  }

  template <Color Us, PieceType Moved>
  DeltaMark source(Square from, Delta& delta) const {
    right_mark_ = base_.template source<Us, Moved>(from, right_);
    base_.template source<Us, Moved>(from, delta);
    spoil_source(position_, from, delta);
    return {delta.added.count, delta.removed.count};
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  void write(Square from, Square to, Delta& delta, DeltaMark mark) const {
    base_.template write<Us, Kind, Moved, Placed>(from, to, right_, right_mark_);
    write_own_part<Us, Kind, Moved, Placed>(from, to, delta, mark);
    finish({from, to, Kind, Placed}, delta, mark);
  }

  template <Color Us>
  void castle(Square king, Square rook, Delta& delta) const {
    base_.template castle<Us>(king, rook, right_);
    if (fault_state.fault == Fault::castling_as_two_moves) {
      castle_as_two_moves<Us>(king, rook, delta);
    } else {
      base_.template castle<Us>(king, rook, delta);
    }
    finish({king, rook, MoveKind::castling, PieceType::king}, delta, {});
  }

 private:
  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  void write_own_part(Square from, Square to, Delta& delta, DeltaMark mark) const {
    constexpr PieceType pawn = PieceType::pawn;
    if constexpr (Kind == MoveKind::en_passant) {
      if (fault_state.fault == Fault::en_passant_victim_missed) {
        return base_.template write<Us, MoveKind::quiet, pawn, pawn>(from, to, delta, mark);
      }
    }
    if constexpr (is_promotion(Kind)) {
      if (fault_state.fault == Fault::promotion_as_pawn) {
        return base_.template write<Us, Kind, pawn, pawn>(from, to, delta, mark);
      }
    }
    base_.template write<Us, Kind, Moved, Placed>(from, to, delta, mark);
  }

  /// The king goes to its square, then the rook to its own, each as if the other stayed where it is. Right
  /// unless their squares overlap (Chess960).
  template <Color Us>
  void castle_as_two_moves(Square king, Square rook, Delta& delta) const {
    const CastlingTargets targets = castling_targets(king, rook);
    write_quiet<Us, PieceType::king>(position_, king, targets.king, delta);
    Position between = position_;
    between.take(king);
    if (targets.king == rook) between.take(rook);
    between.put(make_piece(Us, PieceType::king), targets.king);
    Delta second;
    write_quiet<Us, PieceType::rook>(between, rook, targets.rook, second);
    for (const Threat& threat : second.added) delta.added.push(threat);
    for (const Threat& threat : second.removed) delta.removed.push(threat);
  }

  template <Color Us, PieceType Type>
  static void write_quiet(const Position& board, Square from, Square to, Delta& delta) {
    const ScalarUpdater updater{board};
    const DeltaMark mark = updater.template source<Us, Type>(from, delta);
    updater.template write<Us, MoveKind::quiet, Type, Type>(from, to, delta, mark);
  }

  void finish(Move move, Delta& delta, DeltaMark mark) const {
    spoil_move(position_, move, delta, mark);
    if (!same_effect(right_, delta)) ++fault_state.wrong_deltas;
    fault_state.redundant += redundant_pairs_in(delta);
    fault_state.last_delta = &delta;
    const bool changes_parent =
        fault_state.fault == Fault::parent_changed ||
        (fault_state.fault == Fault::parent_changed_once && fault_state.parents_changed == 0);
    if (!changes_parent || move.placed != PieceType::knight) return;
    // The walks' positions are variables: writing to one is a fault, yet defined.
    ++const_cast<Position&>(position_).halfmove_clock;
    ++fault_state.parents_changed;
  }

  const Position& position_;
  const ScalarUpdater base_;
  mutable Delta right_{};
  mutable DeltaMark right_mark_{};
};

static_assert(UpdaterClass<FaultyUpdater>);

}  // namespace threatperft::inline THREATPERFT_BUILD
