#include "engine_core/threats/oracle.h"

#include "engine_core/chess/attacks.h"

namespace threatperft {

std::vector<Threat> threats_of(const Position& position) {
  std::vector<Threat> threats;
  const Bitboard occupied = position.occupied();
  for (const Square from : occupied) {
    const Piece attacker = position.at(from);
    for (const Square to : attacks(attacker, from, occupied) & occupied) {
      threats.push_back({attacker, from, position.at(to), to});
    }
  }
  return threats;
}

}  // namespace threatperft
