#include "engine_core/threats/oracle.h"

#include <algorithm>
#include <utility>

#include "engine_core/threats/threat_visits.h"

namespace threatperft {

std::vector<Threat> threats_of(const Position& position) {
  std::vector<Threat> threats;
  visit_threats(position, [&threats](Threat threat) { threats.push_back(threat); });
  std::ranges::sort(threats, {}, [](const Threat& threat) {
    return std::pair{threat.attacker_square, threat.victim_square};
  });
  return threats;
}

}  // namespace threatperft
