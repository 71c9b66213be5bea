#pragma once

#include "engine_core/perft/delta_walk.h"
#include "engine_core/perft/statistics.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// The functions that write the parts of one colour's deltas, for walks that list moves before they look at
/// them.
template <class UpdaterType>
struct DeltaWriters {
  using Source = DeltaMark (*)(const UpdaterType&, Square, Delta&);
  using Target = void (*)(const UpdaterType&, Square, Square, Delta&, DeltaMark);
  using Castling = void (*)(const UpdaterType&, Square, Square, Delta&);

  // Null where there are none, and all but en passant and castling if the updater writes any piece.
  Source source[kPieceTypeCount];  ///< by the type that moves
  /// By kind and by the placed type.
  Target target[kMoveKinds][kPieceTypeCount];
  Castling castling;

  template <Color Us>
  static constexpr DeltaWriters of();

 private:
  template <Color Us, PieceType Type>
  constexpr void add() {
    constexpr unsigned type = index(Type);
    if constexpr (!WritesAnyPiece<UpdaterType>) source[type] = write_source<UpdaterType, Us, Type>;
    set<Us, MoveKind::quiet, Type, Type>();
    set<Us, MoveKind::capture, Type, Type>();
    if constexpr (Type == PieceType::pawn) {
      set<Us, MoveKind::double_push, Type, Type>();
      set<Us, MoveKind::en_passant, Type, Type>();
    } else if constexpr (Type != PieceType::king) {
      set<Us, MoveKind::promotion, PieceType::pawn, Type>();
      set<Us, MoveKind::promotion_capture, PieceType::pawn, Type>();
    }
  }
  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  constexpr void set() {
    if constexpr (!WritesAnyPiece<UpdaterType> || Kind == MoveKind::en_passant) {
      target[static_cast<unsigned>(Kind)][index(Placed)] = write_target<UpdaterType, Us, Kind, Moved, Placed>;
    }
  }
};

template <class UpdaterType>
template <Color Us>
constexpr DeltaWriters<UpdaterType> DeltaWriters<UpdaterType>::of() {
  DeltaWriters writers{};
  writers.template add<Us, PieceType::pawn>();
  writers.template add<Us, PieceType::knight>();
  writers.template add<Us, PieceType::bishop>();
  writers.template add<Us, PieceType::rook>();
  writers.template add<Us, PieceType::queen>();
  writers.template add<Us, PieceType::king>();
  writers.castling = write_castling<UpdaterType, Us>;
  return writers;
}

/// By the colour that moves.
template <class UpdaterType>
inline constexpr DeltaWriters<UpdaterType> kDeltaWriters[2] = {
    DeltaWriters<UpdaterType>::template of<Color::white>(),
    DeltaWriters<UpdaterType>::template of<Color::black>()};

}  // namespace threatperft::inline THREATPERFT_BUILD
