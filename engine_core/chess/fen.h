#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/chess/position.h"

namespace threatperft {

/// How castling is written, in FENs and in UCI moves.
enum class CastlingNotation {
  standard,  ///< KQkq, e1g1
  chess960,  ///< Shredder-FEN file letters (HAha), king takes rook (e1h1)
};

/// How a reader regards positions that can be walked but cannot arise in a game.
enum class FenStrictness {
  lenient,  ///< a warning
  strict,   ///< an error
};

/// Why a FEN was rejected, or what was mended in it.
struct FenDiagnostic {
  /// board, side, castling, en-passant, halfmove, fullmove, fields or position (the whole is at fault).
  std::string field;
  std::string found;         ///< the text at fault, made printable and shortened
  std::string expected;      ///< what stands there in a right FEN, or the reason
  std::string text() const;  ///< one line: field, what was found, what was expected
};

/// Something that did not stop the position from being read. The kinds:
///
/// - mended: "castling-right-dropped" (no king or rook in its place), "castling-right-repeated",
///   "en-passant-dropped" (no pawn has just passed that square), "fields-missing" (2 or 3 fields),
///   "clocks-missing" (4 or 5 fields; only_verbose);
/// - walked though no game leads there, errors if strict: "too-many-pieces" (over 16 of a colour),
/// "too-many-pawns",
///   "too-many-promoted" (more promoted pieces than missing pawns), "triple-check", "impossible-check" (no
///   last move can have given it).
struct FenWarning {
  std::string kind;
  FenDiagnostic diagnostic;
  bool only_verbose = false;  ///< worth saying only to those who ask for everything
};

/// The outcome of reading a FEN: a position with warnings, or an error and no position.
struct FenResult {
  std::optional<Position> position;
  bool chess960 =
      false;  ///< a castling right that standard chess does not have (king off the e-file, rook off a/h)
  std::vector<FenWarning> warnings;
  std::string error_kind;  ///< set with `error`: such as "king-count", "side-not-to-move-in-check"
  std::optional<FenDiagnostic> error;  ///< set when there is no position
};

/// Reads a FEN of 2 to 6 fields (4 and more without a warning worth showing), X-FEN or Shredder-FEN castling
/// letters. A lone ";" behind the last field is accepted. See fen.cpp for what is mended and what is
/// rejected.
FenResult parse_fen(std::string_view text, FenStrictness strictness = FenStrictness::lenient);

/// The FEN of a position, all six fields.
std::string to_fen(const Position& position, CastlingNotation notation);

}  // namespace threatperft
