#include "tool/stats_names.h"

#include <fmt/format.h>

#include <array>

namespace threatperft {

namespace {

constexpr std::array<std::string_view, kMoveKinds> kKinds{
    "quiet", "double-push", "capture", "en-passant", "castling", "promotion", "promotion-capture"};
constexpr std::array<std::string_view, kExtremes> kExtremeNames{"active",    "added",  "removed", "changed",
                                                                "redundant", "gained", "lost"};

}  // namespace

std::string_view to_string(MoveKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::optional<MoveKind> parse_move_kind(std::string_view name) {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i] == name) return static_cast<MoveKind>(i);
  }
  return std::nullopt;
}

std::string_view to_string(Extreme which) { return kExtremeNames[static_cast<std::size_t>(which)]; }

std::string_view to_string(Color color) { return color == Color::white ? "white" : "black"; }

std::string_view to_string(IndexStatus status) {
  constexpr std::array<std::string_view, kIndexStatuses> kStatuses{"seen", "unseen", "unreachable",
                                                                   "impossible", "dropped"};
  return kStatuses[static_cast<std::size_t>(status)];
}

std::string square_name(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

bool is_possible_class(const MoveClass& move_class) {
  switch (move_class.kind) {
    case MoveKind::quiet:
    case MoveKind::capture:
      return true;
    case MoveKind::castling:
      return move_class.moved == PieceType::king;
    default:
      return move_class.moved == PieceType::pawn;
  }
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "0";
  return fmt::format("{:.9g}", static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace threatperft
