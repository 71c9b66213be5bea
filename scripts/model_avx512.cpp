// The AVX-512 update functions as functions of their own, for scripts/model_avx512. A queen's where the piece
// does not matter; the walks inline the same code, with what is shared by the moves of a piece hoisted out of
// their loops.

#include "engine_core/threats/avx512_updater.h"

using namespace threatperft;
using enum PieceType;

namespace {
constexpr Color kUs = Color::white;

template <MoveKind Kind, PieceType Moved, PieceType Placed>
void write(const Position& position, Delta& delta, Square from, Square to, const DeltaMark& mark) {
  Avx512Updater{position}.write<kUs, Kind, Moved, Placed>(from, to, delta, mark);
}
}  // namespace

#define MODELLED extern "C" void

// Both focuses of a move to an empty square in one call.
MODELLED move_pawn(const Position& p, Delta& d, Square from, Square to) {
  Avx512Updater{p}.move<kUs, pawn, pawn>(from, to, d);
}
MODELLED move_knight(const Position& p, Delta& d, Square from, Square to) {
  Avx512Updater{p}.move<kUs, knight, knight>(from, to, d);
}
MODELLED move_queen(const Position& p, Delta& d, Square from, Square to) {
  Avx512Updater{p}.move<kUs, queen, queen>(from, to, d);
}
MODELLED move_king(const Position& p, Delta& d, Square from, Square to) {
  Avx512Updater{p}.move<kUs, king, king>(from, to, d);
}
MODELLED move_promotion(const Position& p, Delta& d, Square from, Square to) {
  Avx512Updater{p}.move<kUs, pawn, queen>(from, to, d);
}

// What the walks call: the source once for a piece, the rest once for a move.
MODELLED source(const Position& p, Delta& d, Square from, DeltaMark& mark) {
  mark = Avx512Updater{p}.source<kUs, queen>(from, d);
}
MODELLED write_quiet(const Position& p, Delta& d, Square from, Square to, const DeltaMark& mark) {
  write<MoveKind::quiet, queen, queen>(p, d, from, to, mark);
}
MODELLED write_capture(const Position& p, Delta& d, Square from, Square to, const DeltaMark& mark) {
  write<MoveKind::capture, queen, queen>(p, d, from, to, mark);
}
MODELLED write_en_passant(const Position& p, Delta& d, Square from, Square to, const DeltaMark& mark) {
  write<MoveKind::en_passant, pawn, pawn>(p, d, from, to, mark);
}
