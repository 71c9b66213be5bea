#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/move_visits.h"
#include "engine_core/chess/moves.h"
#include "engine_core/threats/oracle.h"
#include "engine_core/threats/updater.h"
#include "tests/threats/canary_delta.h"
#include "tests/threats/slow_delta.h"
#include "tests/threats/updater_boards.h"

// What must hold for every updater class. The functions are instantiated in sources compiled for the
// updater's instruction set, and return what is wrong, or an empty string.
namespace threatperft::inline THREATPERFT_BUILD {

inline std::string describe(const Position& board, Move move) {
  return to_fen(board, CastlingNotation::chess960) + " " + to_uci(move, CastlingNotation::chess960) + ": ";
}

/// Completes a delta by the functions for pieces that are only known at run time, and returns its end as they
/// say. Nothing, and nothing done, if the updater has none or none for such a move.
template <class Updater>
std::optional<DeltaMark> write_at_run_time(const Updater& updater, Piece moved, Move move, Delta& delta,
                                           DeltaMark mark) {
  if constexpr (WritesAnyPiece<Updater>) {
    if (move.kind == MoveKind::en_passant || move.kind == MoveKind::castling) return std::nullopt;
    const Piece placed = make_piece(color_of(moved), move.placed);
    return is_capture(move.kind) ? updater.write_capture(moved, placed, move.from, move.to, delta, mark)
                                 : updater.write_quiet(moved, placed, move.from, move.to, delta, mark);
  }
  return std::nullopt;
}

/// Writes the delta of a move that is only known at run time.
template <class Updater, Color Us>
class DeltaWriter {
 public:
  /// `at_run_time`: by the functions for pieces that are known only then, if the updater has them.
  DeltaWriter(const Position& board, CanaryDelta& delta, bool at_run_time)
      : updater_(board), delta_(delta), at_run_time_(at_run_time) {}

  /// False if a wrong end is returned.
  bool write(Move move) {
    write_kind(move);
    return is_end_right_;
  }

 private:
  void write_kind(Move move) {
    switch (move.kind) {
      case MoveKind::quiet:
        return write_piece<MoveKind::quiet>(move);
      case MoveKind::capture:
        return write_piece<MoveKind::capture>(move);
      case MoveKind::double_push:
        return write<MoveKind::double_push, PieceType::pawn, PieceType::pawn>(move);
      case MoveKind::en_passant:
        return write<MoveKind::en_passant, PieceType::pawn, PieceType::pawn>(move);
      case MoveKind::promotion:
        return write_promotion<MoveKind::promotion>(move);
      case MoveKind::promotion_capture:
        return write_promotion<MoveKind::promotion_capture>(move);
      case MoveKind::castling:
        return updater_.template castle<Us>(move.from, move.to, delta_.delta);
    }
  }

  template <MoveKind Kind, PieceType Moved, PieceType Placed>
  void write(Move move) {
    const DeltaMark mark = write_source<Moved>(move.from);
    if (at_run_time_) {
      const auto end = write_at_run_time(updater_, make_piece(Us, Moved), move, delta_.delta, mark);
      if (end) {
        is_end_right_ = end->added == delta_.delta.added.count && end->removed == delta_.delta.removed.count;
        return;
      }
    }
    updater_.template write<Us, Kind, Moved, Placed>(move.from, move.to, delta_.delta, mark);
  }

  template <PieceType Moved>
  DeltaMark write_source(Square from) {
    if constexpr (WritesAnyPiece<Updater>) {
      if (at_run_time_) return updater_.write_source(make_piece(Us, Moved), from, delta_.delta);
    }
    return updater_.template source<Us, Moved>(from, delta_.delta);
  }

  template <MoveKind Kind>
  void write_piece(Move move) {
    switch (move.placed) {
      case PieceType::pawn:
        return write<Kind, PieceType::pawn, PieceType::pawn>(move);
      case PieceType::knight:
        return write<Kind, PieceType::knight, PieceType::knight>(move);
      case PieceType::bishop:
        return write<Kind, PieceType::bishop, PieceType::bishop>(move);
      case PieceType::rook:
        return write<Kind, PieceType::rook, PieceType::rook>(move);
      case PieceType::queen:
        return write<Kind, PieceType::queen, PieceType::queen>(move);
      case PieceType::king:
        return write<Kind, PieceType::king, PieceType::king>(move);
    }
  }

  template <MoveKind Kind>
  void write_promotion(Move move) {
    switch (move.placed) {
      case PieceType::knight:
        return write<Kind, PieceType::pawn, PieceType::knight>(move);
      case PieceType::bishop:
        return write<Kind, PieceType::pawn, PieceType::bishop>(move);
      case PieceType::rook:
        return write<Kind, PieceType::pawn, PieceType::rook>(move);
      default:
        return write<Kind, PieceType::pawn, PieceType::queen>(move);
    }
  }

  const Updater updater_;
  CanaryDelta& delta_;
  const bool at_run_time_;
  bool is_end_right_ = true;
};

/// The updater's delta of one move is the slow one, list by list.
template <class Updater>
std::string check_move(const Position& board, Move move) {
  for (const bool at_run_time : {false, true}) {
    CanaryDelta delta;
    const bool is_end_right = color_of(board.at(move.from)) == Color::white
                                  ? DeltaWriter<Updater, Color::white>(board, delta, at_run_time).write(move)
                                  : DeltaWriter<Updater, Color::black>(board, delta, at_run_time).write(move);
    std::string wrong = compare(delta, slow::delta_of(board, move));
    if (wrong.empty() && !is_end_right) wrong = "the end that is returned is not the delta's";
    if (!wrong.empty()) return describe(board, move) + (at_run_time ? "at run time: " : "") + wrong;
  }
  return {};
}

/// The same of every move that pieces of either colour can make on a board, legal or not.
template <class Updater>
std::string check_reachable_moves(const Position& board) {
  for (const Color us : {Color::white, Color::black}) {
    for (const Move move : slow::reachable_moves(board, us)) {
      const std::string wrong = check_move<Updater>(board, move);
      if (!wrong.empty()) return wrong;
    }
  }
  return {};
}

/// Boards that no game reaches, with moves of every kind.
template <class Updater>
std::string check_random_boards(std::uint64_t seed, int boards) {
  slow::Random random{seed};
  std::string wrong;
  for (int i = 0; i < boards && wrong.empty(); ++i) {
    wrong = check_reachable_moves<Updater>(slow::random_board(random));
    for (const Color us : {Color::white, Color::black}) {
      const slow::BoardAndMove en_passant = slow::random_en_passant(random, us);
      if (wrong.empty()) wrong = check_move<Updater>(en_passant.board, en_passant.move);
    }
  }
  return wrong;
}

/// King and rook on any two files, whatever stands around them.
template <class Updater>
std::string check_castling(std::uint64_t seed, int boards) {
  slow::Random random{seed};
  for (int i = 0; i < boards; ++i) {
    for (unsigned king = 0; king < 8; ++king) {
      for (unsigned rook = 0; rook < 8; ++rook) {
        if (king == rook) continue;
        const Color us = i % 2 == 0 ? Color::white : Color::black;
        const slow::BoardAndMove castling = slow::random_castling(random, us, king, rook);
        const std::string wrong = check_move<Updater>(castling.board, castling.move);
        if (!wrong.empty()) return wrong;
      }
    }
  }
  return {};
}

/// Visits the moves of a position as a walk does: one updater, and one delta whose source part serves all
/// moves of a piece. Compares every delta with the one of another updater, and the oracle's lists on both
/// sides of the move.
template <class Updater, class Reference>
class MoveChecker {
 public:
  explicit MoveChecker(const Position& position)
      : position_(position), updater_(position), reference_(position), before_(threats_of(position)) {}

  template <Color Us, PieceType Moved>
  void source(Square from) {
    delta_.renew(DeltaMark{});
    mark_ = updater_.template source<Us, Moved>(from, delta_.delta);
    reference_mark_ = reference_.template source<Us, Moved>(from, expected_);
    if (wrong.empty() && !delta_.is_intact()) wrong = "a source part is written out of bounds";
  }

  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  void move(Square from, Square to) {
    delta_.renew(mark_);
    updater_.template write<Us, Kind, Moved, Placed>(from, to, delta_.delta, mark_);
    reference_.template write<Us, Kind, Moved, Placed>(from, to, expected_, reference_mark_);
    const Move move{from, to, Kind, Placed};
    ++moves;
    check(move);
    delta_.renew(mark_);
    if (write_at_run_time(updater_, make_piece(Us, Moved), move, delta_.delta, mark_)) check(move);
  }

  template <Color Us>
  void castle(Square king, Square rook) {
    delta_.renew(DeltaMark{});
    updater_.template castle<Us>(king, rook, delta_.delta);
    reference_.template castle<Us>(king, rook, expected_);
    ++moves;
    check({king, rook, MoveKind::castling, PieceType::king});
  }

  std::string wrong;
  std::size_t moves = 0;

 private:
  void check(Move move) {
    if (!wrong.empty()) return;
    wrong = compare(delta_, {sorted(expected_.added), sorted(expected_.removed)});
    const std::vector<Threat> now = threats_of(after(position_, move));
    const slow::PackedThreats left = sum(before_, delta_.delta.added);
    const slow::PackedThreats right = sum(now, delta_.delta.removed);
    if (left != right) wrong += difference("old + added = new + removed", right, left);
    if (!wrong.empty()) wrong.insert(0, describe(position_, move));
  }

  static slow::PackedThreats sum(const std::vector<Threat>& threats, const DeltaList& list) {
    slow::PackedThreats packed = sorted(list);
    for (const Threat threat : threats) packed.push_back(pack(threat));
    std::ranges::sort(packed);
    return packed;
  }

  const Position& position_;
  const Updater updater_;
  const Reference reference_;
  const std::vector<Threat> before_;
  CanaryDelta delta_;
  Delta expected_{};
  DeltaMark mark_;
  DeltaMark reference_mark_;
};

/// All legal moves of a position. Adds their number to `moves`.
template <class Updater, class Reference>
std::string check_position(const Position& position, std::size_t& moves) {
  MoveChecker<Updater, Reference> checker(position);
  if (position.side_to_move == Color::white) {
    visit_moves<Color::white>(position, checker);
  } else {
    visit_moves<Color::black>(position, checker);
  }
  moves += checker.moves;
  return checker.wrong;
}

/// Plays at random from a position, with a taste for castling, en passant and promotions, and checks every
/// position.
template <class Updater, class Reference>
std::string check_game(const Position& start, int plies, slow::Random& random, std::size_t& moves) {
  Position position = start;
  for (int ply = 0; ply < plies; ++ply) {
    std::string wrong = check_position<Updater, Reference>(position, moves);
    if (!wrong.empty()) return wrong;
    std::vector<Move> choice = legal_moves(position);
    if (choice.empty()) break;
    if (random() % 2 == 0) {
      const auto is_rare = [](Move move) {
        return move.kind == MoveKind::castling || move.kind == MoveKind::en_passant ||
               is_promotion(move.kind);
      };
      const auto common = std::stable_partition(choice.begin(), choice.end(), is_rare);
      if (common != choice.begin()) choice.erase(common, choice.end());
    }
    position = after(position, choice[random() % choice.size()]);
  }
  return {};
}

/// Games from given positions.
template <class Updater, class Reference, class Fens>
std::string check_games(const Fens& fens, int games, int plies, std::uint64_t seed, std::size_t& moves) {
  slow::Random random{seed};
  for (const std::string_view fen : fens) {
    const FenResult read = parse_fen(fen);
    if (!read.position) return "not a position: " + std::string(fen);
    for (int game = 0; game < games; ++game) {
      std::string wrong = check_game<Updater, Reference>(*read.position, plies, random, moves);
      if (!wrong.empty()) return wrong;
    }
  }
  return {};
}

/// Every move on the crowded boards.
template <class Updater>
std::string check_crowded_boards() {
  for (const std::string_view board : kCrowdedBoards) {
    const std::string wrong = check_reachable_moves<Updater>(place_pieces(board));
    if (!wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace threatperft::inline THREATPERFT_BUILD
