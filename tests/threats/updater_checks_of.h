#pragma once

#include "engine_core/threats/scalar_updater.h"
#include "tests/threats/updater_checks.h"
#include "tests/threats/updater_properties.h"

namespace threatperft::inline THREATPERFT_BUILD {

template <class Updater>
UpdaterChecks updater_checks_of(std::string_view name) {
  return {name, check_random_boards<Updater>, check_castling<Updater>, check_crowded_boards<Updater>,
          [](std::uint64_t seed, std::size_t& moves) {
            return check_games<Updater, ScalarUpdater>(kGameFens, 3, 60, seed, moves);
          }};
}

}  // namespace threatperft::inline THREATPERFT_BUILD
