#pragma once

#include <string_view>

#include "engine_core/threats/layout.h"
#include "engine_core/threats/threat.h"

namespace threatperft {

/// Whether any position can show a threat, and why not. Only what is proven is claimed: for every threat that
/// is called possible the tests build a legal position that shows it.
enum class Possibility : std::uint8_t {
  possible,
  pawn_on_edge,        ///< a pawn as victim on the first or last rank
  second_king,         ///< a king attacks the king of its own colour, of which there is one
  kings_adjacent,      ///< a king attacks the other king: the side that is not to move would be in check
  king_mirrored_away,  ///< of a layout's index alone: the own king on the half of the board from which it is
                       ///< mirrored
  /// A pawn on its first square gives check, or is attacked by the king that it checks. The position can be
  /// set up and is legal by itself, but no game reaches it: the pawn has never moved, so the king was in
  /// check before the last move too.
  unmoved_pawn_check,
};

/// By the rules of chess: the position has one king a side, no pawn on the first and last rank, and the side
/// that is not to move is not in check. The threat must have a raw index.
Possibility possibility_of(Threat threat);

/// The same for an index of a layout.
Possibility possibility_of(const Layout& layout, std::uint32_t index);

/// Whether no legal position at all can show it: all reasons but the last, which is about games.
constexpr bool is_impossible(Possibility possibility) {
  return possibility != Possibility::possible && possibility != Possibility::unmoved_pawn_check;
}

/// A word for tables ("pawn-on-edge"), and a sentence for people.
std::string_view to_string(Possibility possibility);
std::string_view explain(Possibility possibility);

}  // namespace threatperft
