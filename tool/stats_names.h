#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine_core/perft/statistics_tables.h"

namespace threatperft {

// Words for tables and files.

/// "quiet", "double-push", "capture", "en-passant", "castling", "promotion", "promotion-capture".
std::string_view to_string(MoveKind kind);
std::optional<MoveKind> parse_move_kind(std::string_view name);

/// "active", "added", "removed", "changed", "redundant", "gained", "lost".
std::string_view to_string(Extreme which);

std::string_view to_string(Color color);

/// "seen", "unseen", "unreachable", "impossible", "dropped".
std::string_view to_string(IndexStatus status);

/// "a1".
std::string square_name(Square square);

/// Whether classes of this kind and type can have moves at all: castling belongs to kings, promotion to
/// pawns.
bool is_possible_class(const MoveClass& move_class);

/// A share as a text with all digits that matter: "0.0123457".
std::string share_text(std::uint64_t part, std::uint64_t whole);

}  // namespace threatperft
