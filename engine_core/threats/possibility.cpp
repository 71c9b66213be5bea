#include "engine_core/threats/possibility.h"

#include "engine_core/threats/feature_space.h"

namespace threatperft {

namespace {

/// Whether the piece is a pawn of the other colour than the king, on its first square, and attacks the king.
bool is_unmoved_checker(Piece pawn, Square pawn_square, Piece king, Square king_square) {
  if (type_of(pawn) != PieceType::pawn || type_of(king) != PieceType::king) return false;
  const unsigned first_rank = color_of(pawn) == Color::white ? 1 : 6;
  return color_of(pawn) != color_of(king) && rank_of(pawn_square) == first_rank &&
         reach(pawn, pawn_square).contains(king_square);
}

}  // namespace

Possibility possibility_of(Threat threat) {
  const PieceType victim = type_of(threat.victim);
  const unsigned victim_rank = rank_of(threat.victim_square);
  if (victim == PieceType::pawn && (victim_rank == 0 || victim_rank == 7)) return Possibility::pawn_on_edge;
  if (victim == PieceType::king && type_of(threat.attacker) == PieceType::king) {
    return color_of(threat.attacker) == color_of(threat.victim) ? Possibility::second_king
                                                                : Possibility::kings_adjacent;
  }
  if (is_unmoved_checker(threat.attacker, threat.attacker_square, threat.victim, threat.victim_square) ||
      is_unmoved_checker(threat.victim, threat.victim_square, threat.attacker, threat.attacker_square)) {
    return Possibility::unmoved_pawn_check;
  }
  return Possibility::possible;
}

Possibility possibility_of(const Layout& layout, std::uint32_t index) {
  // By symmetry it is enough to look from white's side at a board that is not mirrored.
  const Threat threat = layout.threat_at(index);
  const Possibility anywhere = possibility_of(threat);
  if (is_impossible(anywhere)) return anywhere;
  if ((threat.attacker == Piece::white_king && layout.mirrored(threat.attacker_square)) ||
      (threat.victim == Piece::white_king && layout.mirrored(threat.victim_square))) {
    return Possibility::king_mirrored_away;
  }
  return anywhere;
}

std::string_view to_string(Possibility possibility) {
  switch (possibility) {
    case Possibility::possible:
      return "";
    case Possibility::pawn_on_edge:
      return "pawn-on-edge";
    case Possibility::second_king:
      return "second-king";
    case Possibility::kings_adjacent:
      return "kings-adjacent";
    case Possibility::king_mirrored_away:
      return "king-mirrored-away";
    case Possibility::unmoved_pawn_check:
      return "unmoved-pawn-check";
  }
  return "";
}

std::string_view explain(Possibility possibility) {
  switch (possibility) {
    case Possibility::possible:
      return "";
    case Possibility::pawn_on_edge:
      return "no pawn stands on the first or last rank";
    case Possibility::second_king:
      return "a side has one king, which cannot attack itself";
    case Possibility::kings_adjacent:
      return "kings never stand next to each other";
    case Possibility::king_mirrored_away:
      return "the board is mirrored so that this king never stands there";
    case Possibility::unmoved_pawn_check:
      return "no game reaches it: a pawn that never moved gives check";
  }
  return "";
}

}  // namespace threatperft
