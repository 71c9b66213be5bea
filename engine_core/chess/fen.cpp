// Reading FENs. What is not plainly a position is rejected; what is one, but for a right or a square that
// nothing on the board bears out, is mended with a warning. fen.h lists the kinds; some decisions behind
// them:
//
// - A castling letter K, Q, k or q stands for the outermost rook on that side of the king (X-FEN), A to H and
// a to h
//   for the rook on that file (Shredder-FEN); they may be mixed. A right named twice ("KK", or "HK" with the
//   rook on h1) is one right, with a warning. Two rooks on one side of a king are an error: no game has both
//   rights, and taking either would be a guess.
// - An en-passant square is right if it stands on the sixth rank of the side to move, a pawn of the other
// side stands
//   in front of it, and it and the square behind it are empty. Whether a pawn can capture there plays no
//   part. The clock is not held against it: many writers get that wrong.
// - A rank may be written with adjacent digits ("44" for "8").
#include "engine_core/chess/fen.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>

#include "engine_core/chess/attacks.h"
#include "engine_core/chess/plausibility.h"
#include "engine_core/chess/printable.h"

namespace threatperft {
namespace {

constexpr std::size_t kFields = 6;

constexpr std::array<bool, 256> kBlanks = [] {
  std::array<bool, 256> table{};
  for (const char blank : {' ', '\t', '\v', '\f'}) table[static_cast<unsigned char>(blank)] = true;
  return table;
}();

bool is_blank(char character) { return kBlanks[static_cast<unsigned char>(character)]; }

// What a character means inside a rank: the code of a piece, kEmpty + a number of empty squares, or kNothing.
constexpr std::uint8_t kEmpty = 16;
constexpr std::uint8_t kNothing = 32;
constexpr std::array<std::uint8_t, 256> kBoardCharacters = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::uint8_t& entry : table) entry = kNothing;
  constexpr std::string_view kPieces = "PpNnBbRrQqKk";
  for (std::uint8_t code = 0; code < kPieceCount; ++code)
    table[static_cast<unsigned char>(kPieces[code])] = code;
  for (std::uint8_t number = 1; number <= 8; ++number) table['0' + number] = kEmpty + number;
  return table;
}();

// Every read_ and check_ function returns whether to go on; if not, the error is set.
class FenReader {
 public:
  FenReader(std::string_view text, FenStrictness strictness) : text_(text), strictness_(strictness) {}

  FenResult read() {
    result_.position = empty_position();
    const bool good = split() && read_board() && check_pieces() && read_side() && check_side_not_to_move() &&
                      read_castling() && read_en_passant() && read_clocks() && check_plausibility();
    if (!good) result_.position.reset();
    return std::move(result_);
  }

 private:
  Position& position() { return *result_.position; }

  bool fail(const char* kind, const char* field, std::string_view found, std::string expected) {
    result_.error_kind = kind;
    result_.error = FenDiagnostic{field, printable(found), std::move(expected)};
    return false;
  }

  void warn(const char* kind, const char* field, std::string_view found, std::string expected,
            bool only_verbose = false) {
    result_.warnings.push_back({kind, {field, printable(found), std::move(expected)}, only_verbose});
  }

  bool split();
  bool read_board();
  bool fail_on_ranks();
  bool check_pieces();
  bool read_side();
  bool check_side_not_to_move();
  bool read_castling();
  bool read_castling_letter(char letter);
  Square rook_of_letter(char letter, Color color) const;
  bool grant(char letter, Color color, Square rook);
  bool read_en_passant();
  bool read_clocks();
  bool read_clock(std::size_t field, const char* name, std::uint32_t& clock);
  bool check_plausibility();

  std::string_view text_;
  FenStrictness strictness_;
  std::string_view fields_[kFields];
  std::size_t field_count_ = 0;
  FenResult result_;
};

bool FenReader::split() {
  std::string_view rest = text_;
  const auto trim_end = [&rest] {
    while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  };
  trim_end();
  if (!rest.empty() && rest.back() == ';') rest.remove_suffix(1);
  trim_end();
  for (std::size_t at = 0;;) {
    while (at < rest.size() && is_blank(rest[at])) ++at;
    if (at == rest.size()) break;
    if (field_count_ == kFields) {
      return fail("trailing-text", "fields", rest.substr(at), "nothing behind the sixth field");
    }
    const std::size_t start = at;
    while (at < rest.size() && !is_blank(rest[at])) ++at;
    fields_[field_count_++] = rest.substr(start, at - start);
  }
  if (field_count_ < 2) {
    return fail("field-count", "fields", text_,
                "4 to 6 fields: board, side, castling, en-passant square, two clocks");
  }
  if (field_count_ < 4) {
    warn("fields-missing", "fields", text_,
         field_count_ == 2 ? "castling rights and an en-passant square; taken as \"-\" both"
                           : "an en-passant square; taken as \"-\"");
  } else if (field_count_ < kFields) {
    warn("clocks-missing", "fields", "",
         field_count_ == 4 ? "two clocks; taken as 0 and 1" : "a move number; taken as 1", true);
  }
  return true;
}

bool FenReader::read_board() {
  const std::string_view board = fields_[0];
  std::size_t at = 0;
  for (unsigned rank = 8; rank-- > 0;) {
    const std::size_t start = at;
    std::size_t file = 0;
    for (; at < board.size() && board[at] != '/'; ++at) {
      const std::uint8_t meaning = kBoardCharacters[static_cast<unsigned char>(board[at])];
      if (meaning == kNothing) {
        return fail("unknown-piece", "board", board.substr(at, 1),
                    "a piece letter PNBRQKpnbrqk, or 1 to 8 empty squares");
      }
      if (meaning > kEmpty) {
        file += meaning - kEmpty;
      } else {
        if (file < 8) position().put(piece_at(meaning), square_at(static_cast<unsigned>(file), rank));
        ++file;
      }
    }
    if (file != 8) {
      return fail("file-count", "board", board.substr(start, at - start),
                  "8 files on rank " + std::to_string(rank + 1) + ", not " + std::to_string(file));
    }
    if ((at == board.size()) != (rank == 0)) return fail_on_ranks();
    ++at;
  }
  return true;
}

bool FenReader::fail_on_ranks() {
  const auto slashes = std::count(fields_[0].begin(), fields_[0].end(), '/');
  return fail("rank-count", "board", fields_[0], "8 ranks, not " + std::to_string(slashes + 1));
}

bool FenReader::check_pieces() {
  for (const Color color : {Color::white, Color::black}) {
    const int kings = position().pieces(color, PieceType::king).count();
    if (kings != 1) {
      return fail("king-count", "board", fields_[0],
                  std::string("one ") + (color == Color::white ? "white" : "black") + " king, not " +
                      std::to_string(kings));
    }
  }
  const Bitboard misplaced = position().pieces(PieceType::pawn) & (rank_bb(0) | rank_bb(7));
  if (!misplaced) return true;
  return fail("pawn-on-last-rank", "board", fields_[0], "no pawn on ranks 1 and 8");
}

bool FenReader::read_side() {
  if (fields_[1] != "w" && fields_[1] != "b") return fail("side", "side", fields_[1], "w or b");
  position().side_to_move = fields_[1] == "w" ? Color::white : Color::black;
  return true;
}

bool FenReader::check_side_not_to_move() {
  const Color mover = position().side_to_move;
  const Square king = position().king(~mover);
  const Bitboard occupied = position().occupied();
  const Bitboard queens = position().pieces(mover, PieceType::queen);
  const Bitboard attackers =
      (pawn_attacks(~mover, king) & position().pieces(mover, PieceType::pawn)) |
      (knight_attacks(king) & position().pieces(mover, PieceType::knight)) |
      (king_attacks(king) & position().pieces(mover, PieceType::king)) |
      (bishop_attacks(king, occupied) & (queens | position().pieces(mover, PieceType::bishop))) |
      (rook_attacks(king, occupied) & (queens | position().pieces(mover, PieceType::rook)));
  if (!attackers) return true;
  return fail(
      "side-not-to-move-in-check", "position", fields_[0],
      std::string(mover == Color::white ? "black" : "white") + ", who is not to move, not to be in check");
}

bool FenReader::read_castling() {
  if (field_count_ < 3 || fields_[2] == "-") return true;
  for (const char letter : fields_[2]) {
    if (!read_castling_letter(letter)) return false;
  }
  return true;
}

bool FenReader::read_castling_letter(char letter) {
  const bool white = letter >= 'A' && letter <= 'Z';
  const char upper = white ? letter : static_cast<char>(letter - 'a' + 'A');
  if (upper != 'K' && upper != 'Q' && (upper < 'A' || upper > 'H')) {
    return fail("castling", "castling", fields_[2], "-, or letters KQkq, A to H, a to h");
  }
  const Color color = white ? Color::white : Color::black;
  const Square rook = rook_of_letter(upper, color);
  if (rook == Square::none) {
    warn("castling-right-dropped", "castling", {&letter, 1}, "king and rook in their places");
    return true;
  }
  return grant(letter, color, rook);
}

// The rook that a castling letter (in upper case) means, if it and its king stand on their back rank.
Square FenReader::rook_of_letter(char letter, Color color) const {
  const Position& position = *result_.position;
  const unsigned rank = color == Color::white ? 0 : 7;
  const Square king = position.king(color);
  if (rank_of(king) != rank) return Square::none;
  const Bitboard rooks = position.pieces(color, PieceType::rook) & rank_bb(rank);
  if (letter != 'K' && letter != 'Q') {
    const Square rook = square_at(static_cast<unsigned>(letter - 'A'), rank);
    return rooks.contains(rook) ? rook : Square::none;
  }
  const Bitboard king_and_below{(std::uint64_t{2} << index(king)) - 1};
  if (letter == 'Q') {
    const Bitboard wing = rooks & king_and_below;
    return wing ? wing.first() : Square::none;
  }
  const Bitboard wing{rooks.bits & ~king_and_below.bits};
  return wing ? square_at(static_cast<unsigned>(63 - __builtin_clzll(wing.bits))) : Square::none;
}

bool FenReader::grant(char letter, Color color, Square rook) {
  const Square king = position().king(color);
  const unsigned rank = rank_of(king);
  if (position().castling_rooks.contains(rook)) {
    warn("castling-right-repeated", "castling", {&letter, 1}, "every right once");
    return true;
  }
  for (const Square other : position().castling_rooks& rank_bb(rank)) {
    if ((index(other) < index(king)) == (index(rook) < index(king))) {
      return fail("castling-same-wing", "castling", fields_[2], "one rook at most on each side of a king");
    }
  }
  position().castling_rooks |= Bitboard{rook};
  const bool as_in_standard_chess = file_of(king) == 4 && (file_of(rook) == 0 || file_of(rook) == 7);
  result_.chess960 |= !as_in_standard_chess;
  return true;
}

bool FenReader::read_en_passant() {
  if (field_count_ < 4 || fields_[3] == "-") return true;
  const std::string_view text = fields_[3];
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') {
    return fail("en-passant", "en-passant", text, "- or a square");
  }
  const auto file = static_cast<unsigned>(text[0] - 'a');
  const auto rank = static_cast<unsigned>(text[1] - '1');
  const bool white = position().side_to_move == Color::white;
  const bool on_sixth_rank = rank == (white ? 5u : 2u);
  const Square pawn = square_at(file, white ? 4 : 3);
  const Square start = square_at(file, white ? 6 : 1);
  const Square passed = square_at(file, rank);
  const Piece passing = make_piece(~position().side_to_move, PieceType::pawn);
  if (on_sixth_rank && position().at(pawn) == passing && position().at(start) == Piece::none &&
      position().at(passed) == Piece::none) {
    position().en_passant = Bitboard{passed};
  } else {
    warn("en-passant-dropped", "en-passant", text, "a square that a pawn has just passed");
  }
  return true;
}

bool FenReader::read_clocks() {
  return (field_count_ < 5 || read_clock(4, "halfmove", position().halfmove_clock)) &&
         (field_count_ < 6 || read_clock(5, "fullmove", position().fullmove_number));
}

bool FenReader::read_clock(std::size_t field, const char* name, std::uint32_t& clock) {
  const char* end = fields_[field].data() + fields_[field].size();
  const auto [stop, status] = std::from_chars(fields_[field].data(), end, clock);
  if (status == std::errc{} && stop == end) return true;
  return fail("clock", name, fields_[field], "a number from 0 to 4294967295");
}

bool FenReader::check_plausibility() {
  const Implausibilities found = implausibilities(position());
  for (unsigned i = 0; i < found.count; ++i) {
    const std::string kind(found.items[i].kind);
    std::string reason(found.items[i].reason);
    if (strictness_ == FenStrictness::strict)
      return fail(kind.c_str(), "position", fields_[0], std::move(reason));
    warn(kind.c_str(), "position", fields_[0], std::move(reason));
  }
  return true;
}

}  // namespace

std::string FenDiagnostic::text() const {
  std::string line = field + ": ";
  if (!found.empty()) line += "found \"" + found + "\", ";
  return line + "expected " + expected;
}

FenResult parse_fen(std::string_view text, FenStrictness strictness) {
  return FenReader(text, strictness).read();
}

}  // namespace threatperft
