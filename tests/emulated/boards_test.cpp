// Moves on boards that no game reaches: any pieces anywhere, every piece from a random square to all that it
// reaches, of every kind.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>

#include "engine_core/threats/avx512_updater.h"
#include "engine_core/threats/scalar_updater.h"
#include "tests/emulated/guarded_delta.h"
#include "tests/emulated/reference.h"

namespace threatperft::inline THREATPERFT_BUILD {
namespace {

using reference::Random;

std::uint64_t checked = 0;

void check_deltas(const Position& before, const Position& after, const GuardedDelta& vector,
                  const GuardedDelta& scalar, const char* what) {
  ++checked;
  const bool right = vector.is_intact() &&
                     reference::sorted(vector.delta.added) == reference::sorted(scalar.delta.added) &&
                     reference::sorted(vector.delta.removed) == reference::sorted(scalar.delta.removed) &&
                     reference::balances(before, after, vector.delta);
  if (!right) BOOST_FAIL("a wrong delta: " << what << (vector.is_intact() ? "" : ", written out of bounds"));
}

template <class Updater, Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
GuardedDelta delta_of(const Position& board, Square from, Square to) {
  GuardedDelta guarded;
  const Updater updater{board};
  const DeltaMark mark = updater.template source<Us, Moved>(from, guarded.delta);
  updater.template write<Us, Kind, Moved, Placed>(from, to, guarded.delta, mark);
  return guarded;
}

/// The same by the function for pieces that are known only at run time.
template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
GuardedDelta delta_at_run_time(const Position& board, Square from, Square to) {
  GuardedDelta guarded;
  const Avx512Updater updater{board};
  constexpr Piece moved = make_piece(Us, Moved);
  const DeltaMark mark = updater.write_source(moved, from, guarded.delta);
  constexpr Piece placed = make_piece(Us, Placed);
  const DeltaMark end = is_capture(Kind) ? updater.write_capture(moved, placed, from, to, guarded.delta, mark)
                                         : updater.write_quiet(moved, placed, from, to, guarded.delta, mark);
  if (end.added != guarded.delta.added.count || end.removed != guarded.delta.removed.count) {
    BOOST_FAIL("the end that is returned is not the delta's");
  }
  return guarded;
}

template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
void check_move(const Position& board, Square from, Square to) {
  Position after = board;
  after.take(from);
  if (Kind == MoveKind::en_passant) after.take(square_at(index(to) ^ 8));
  if (is_piece(after.at(to))) after.take(to);
  after.put(make_piece(Us, Placed), to);
  const GuardedDelta expected = delta_of<ScalarUpdater, Us, Kind, Moved, Placed>(board, from, to);
  check_deltas(board, after, delta_of<Avx512Updater, Us, Kind, Moved, Placed>(board, from, to), expected,
               "a move");
  if constexpr (Kind != MoveKind::en_passant) {
    check_deltas(board, after, delta_at_run_time<Us, Kind, Moved, Placed>(board, from, to), expected,
                 "a move at run time");
  }
}

template <Color Us, PieceType Type>
void check_piece(Position board, Square from) {
  if (is_piece(board.at(from))) board.take(from);
  board.put(make_piece(Us, Type), from);
  for (unsigned i = 0; i < 64; ++i) {
    const Square to = square_at(i);
    const bool occupied = is_piece(board.at(to));
    if (!reference::attacks(board, make_piece(Us, Type), from, to)) continue;
    if (!occupied) {
      check_move<Us, MoveKind::quiet, Type, Type>(board, from, to);
      continue;
    }
    check_move<Us, MoveKind::capture, Type, Type>(board, from, to);
    if constexpr (Type == PieceType::pawn) {
      check_move<Us, MoveKind::promotion_capture, Type, PieceType::knight>(board, from, to);
      check_move<Us, MoveKind::promotion_capture, Type, PieceType::bishop>(board, from, to);
      check_move<Us, MoveKind::promotion_capture, Type, PieceType::rook>(board, from, to);
      check_move<Us, MoveKind::promotion_capture, Type, PieceType::queen>(board, from, to);
    }
  }
}

template <Color Us>
void check_pawn_moves(Position board, Square from) {
  constexpr int forward = Us == Color::white ? 1 : -1;
  if (is_piece(board.at(from))) board.take(from);
  board.put(make_piece(Us, PieceType::pawn), from);
  const auto ahead = reference::at_distance(from, 0, forward);
  if (ahead && !is_piece(board.at(*ahead))) {
    check_move<Us, MoveKind::quiet, PieceType::pawn, PieceType::pawn>(board, from, *ahead);
    check_move<Us, MoveKind::promotion, PieceType::pawn, PieceType::knight>(board, from, *ahead);
    check_move<Us, MoveKind::promotion, PieceType::pawn, PieceType::queen>(board, from, *ahead);
    const auto twice = reference::at_distance(from, 0, forward, 2);
    if (twice && !is_piece(board.at(*twice))) {
      check_move<Us, MoveKind::double_push, PieceType::pawn, PieceType::pawn>(board, from, *twice);
    }
  }
  for (const int side : {-1, 1}) {
    if (rank_of(from) != (Us == Color::white ? 4 : 3)) continue;
    const auto to = reference::at_distance(from, side, forward);
    const auto beside = reference::at_distance(from, side, 0);
    if (!to || is_piece(board.at(*to))) continue;
    Position with_pawn = board;
    if (is_piece(with_pawn.at(*beside))) with_pawn.take(*beside);
    with_pawn.put(make_piece(~Us, PieceType::pawn), *beside);
    check_move<Us, MoveKind::en_passant, PieceType::pawn, PieceType::pawn>(with_pawn, from, *to);
  }
}

template <Color Us>
void check_all_pieces(const Position& board, Square from) {
  check_pawn_moves<Us>(board, from);
  check_piece<Us, PieceType::pawn>(board, from);
  check_piece<Us, PieceType::knight>(board, from);
  check_piece<Us, PieceType::bishop>(board, from);
  check_piece<Us, PieceType::rook>(board, from);
  check_piece<Us, PieceType::queen>(board, from);
  check_piece<Us, PieceType::king>(board, from);
}

template <class Updater, Color Us>
GuardedDelta castling_delta(const Position& board, Square king, Square rook) {
  GuardedDelta guarded;
  Updater{board}.template castle<Us>(king, rook, guarded.delta);
  return guarded;
}

/// Clears the first rank of a board, so that only king and rook stand there and perhaps pieces that are not
/// in the way.
template <Color Us>
void check_castling(Position board, unsigned king_file, unsigned rook_file, Random& random) {
  const unsigned rank = Us == Color::white ? 0 : 7;
  const Square king = square_at(king_file, rank);
  const Square rook = square_at(rook_file, rank);
  const Square king_to = square_at(rook_file > king_file ? 6 : 2, rank);
  const Square rook_to = square_at(rook_file > king_file ? 5 : 3, rank);
  const auto [low, high] = std::minmax({king_file, rook_file, file_of(king_to), file_of(rook_to)});
  for (unsigned file = 0; file < 8; ++file) {
    const Square square = square_at(file, rank);
    const bool in_the_way = file >= low && file <= high;
    if (is_piece(board.at(square)) && (in_the_way || random() % 2 == 0)) board.take(square);
  }
  board.put(make_piece(Us, PieceType::king), king);
  board.put(make_piece(Us, PieceType::rook), rook);
  Position after = board;
  after.take(king);
  after.take(rook);
  after.put(make_piece(Us, PieceType::king), king_to);
  after.put(make_piece(Us, PieceType::rook), rook_to);
  check_deltas(board, after, castling_delta<Avx512Updater, Us>(board, king, rook),
               castling_delta<ScalarUpdater, Us>(board, king, rook), "castling");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(avx512_boards)

BOOST_AUTO_TEST_CASE(every_piece_from_every_square) {
  Random random{4};
  for (unsigned i = 0; i < 192; ++i) {
    const Position board = reference::random_board(random);
    check_all_pieces<Color::white>(board, square_at(i % 64));
    check_all_pieces<Color::black>(board, square_at(i % 64));
  }
  BOOST_TEST(checked > 10000u);
}

BOOST_AUTO_TEST_CASE(every_castling) {
  Random random{5};
  checked = 0;
  for (unsigned i = 0; i < 15; ++i) {
    for (unsigned king = 0; king < 8; ++king) {
      for (unsigned rook = 0; rook < 8; ++rook) {
        if (king == rook) continue;
        check_castling<Color::white>(reference::random_board(random), king, rook, random);
        check_castling<Color::black>(reference::random_board(random), king, rook, random);
      }
    }
  }
  BOOST_TEST(checked == 15u * 56u * 2u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace threatperft::inline THREATPERFT_BUILD
