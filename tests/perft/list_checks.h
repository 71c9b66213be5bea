#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"
#include "engine_core/perft/imagined_list.h"
#include "engine_core/perft/kernels.h"
#include "engine_core/perft/maintained_list.h"
#include "engine_core/threats/oracle.h"
#include "tests/perft/delta_mutator.h"
#include "tests/support/positions.h"

// The maintained list against a plain multiset: whatever a delta says, a wrong list is never taken for right,
// and the thorough way takes every right one. Compiled for each way in which cells are looked up.
namespace threatperft {

/// What a round of checks met with, so that a test can tell whether it met with enough.
struct ListCounts {
  std::size_t right = 0;
  std::size_t wrong = 0;
  std::size_t quick = 0;          ///< right ones that the quick way took
  std::size_t seen = 0;           ///< right ones that were taken without writing
  std::size_t seen_captures = 0;  ///< the same, of captures
};

/// What is wrong, or an empty text.
std::string check_lists_portably(std::uint64_t seed, std::size_t games, ListCounts& counts);
std::string check_lists_by_pext(std::uint64_t seed, std::size_t games, ListCounts& counts);

}  // namespace threatperft

namespace threatperft::inline THREATPERFT_BUILD {

/// Old list + added - removed, as a multiset.
class ModelList {
 public:
  ModelList(const Position& before, const Delta& delta) {
    for (const Threat& threat : threats_of(before)) ++counts_[pack(threat)];
    std::map<std::uint32_t, int> added;
    for (const Threat& threat : delta.added) {
      ++counts_[pack(threat)];
      ++added[pack(threat)];
      sound_ &= is_sound(threat);
    }
    for (const Threat& threat : delta.removed) {
      --counts_[pack(threat)];
      sound_ &= is_sound(threat);
      if (--added[pack(threat)] >= 0) ++redundant_;
    }
  }

  bool is_list_of(const Position& position) const {
    std::map<std::uint32_t, int> rest = counts_;
    for (const Threat& threat : threats_of(position)) --rest[pack(threat)];
    return std::ranges::all_of(rest, [](const auto& entry) { return entry.second == 0; });
  }
  /// All threats of the delta name squares of the board and codes that four bits hold.
  bool is_sound() const { return sound_; }
  std::uint64_t redundant() const { return redundant_; }

 private:
  static bool is_sound(Threat threat) {
    return index(threat.attacker_square) < 64 && index(threat.victim_square) < 64 &&
           index(threat.attacker) < 16 && index(threat.victim) < 16;
  }

  std::map<std::uint32_t, int> counts_;
  bool sound_ = true;
  std::uint64_t redundant_ = 0;
};

class ListChecker {
 public:
  ListChecker(support::Random& random, ListCounts& counts) : random_(random), counts_(counts) {}

  /// The list of `before`, the delta, the position `after` the move. An empty text, or what is wrong.
  std::string check(const Position& before, Move move, const Position& after, const Delta& delta) {
    const ModelList model{before, delta};
    const bool right = model.is_list_of(after) && model.is_sound();
    ++(right ? counts_.right : counts_.wrong);
    const std::string quick = check_quick(before, move, after, delta, model, right);
    if (!quick.empty()) return quick;
    const std::string seen = check_imagined(before, move, after, delta, model, right);
    if (!seen.empty()) return seen;

    list_.assign(before);
    std::uint64_t redundant = 0;
    const bool taken = list_.apply_any(delta.added, delta.removed, redundant) && list_.matches(after);
    if (taken && !right) return "a wrong list is taken for right";
    if (!taken && right) return "a right list is refused";
    if (taken && redundant != model.redundant()) return "redundant threats are miscounted";
    if (taken && list_.size() != threats_of(after).size()) return "the size is wrong";
    return {};
  }

 private:
  /// As the check walk does it.
  std::string check_quick(const Position& before, Move move, const Position& after, const Delta& delta,
                          const ModelList& model, bool right) {
    list_.assign(before);
    if (!list_.matches(before)) return "an assigned list does not match";
    std::uint64_t redundant = 0;
    MaintainedList::Log log;
    if (!list_.apply(delta.added, delta.removed, after, log, redundant)) return {};
    Bitboard changed{move.to};
    if (move.kind == MoveKind::castling) changed |= Bitboard{move.from};
    const Bitboard vacated = before.occupied() & ~after.occupied();
    const bool taken = list_.matches_after(after, vacated, changed & before.occupied() & after.occupied());
    if (taken && !right) return "a wrong list is quickly taken for right";
    if (!taken) return {};
    if (redundant != model.redundant()) return "redundant threats are quickly miscounted";
    ++counts_.quick;
    if (!list_.matches(after)) return "a list that was quickly taken does not match";
    list_.restore(log, delta.added, delta.removed);
    if (!list_.matches(before)) return "a restored list is not what it was";
    return {};
  }

  /// As the check walk does it at leaves, with any mark: where it lies decides only what is taken.
  std::string check_imagined(const Position& before, Move move, const Position& after, const Delta& delta,
                             const ModelList& model, bool right) {
    Bitboard changed{move.to};
    if (move.kind == MoveKind::castling) changed |= Bitboard{move.from};
    const Bitboard replaced = before.occupied() & after.occupied() & changed;
    if (replaced.count() > 1) return {};
    list_.assign(before);
    for (std::uint32_t i = 0; i < 3; ++i) {
      const DeltaMark mark{below(i * delta.added.count / 2), below(i * delta.removed.count / 2)};
      ThreatRows rows;
      ImaginedList imagined{list_, before, after, rows};
      imagined.apply(delta, mark, replaced);
      if (!imagined.matches(before.occupied() & ~after.occupied(), replaced)) continue;
      if (!right) return "a wrong list is imagined to be right";
      if (imagined.redundant() != model.redundant()) return "redundant threats are miscounted in imagination";
      if (imagined.signature() != signature(delta, mark)) return "the signature is imagined wrongly";
      ++(replaced ? counts_.seen_captures : counts_.seen);
    }
    return {};
  }

  /// At most the bound.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(support::random_below(random_, bound + 1));
  }

  static std::uint64_t signature(const Delta& delta, DeltaMark mark) {
    std::uint64_t sum = 0;
    for (std::uint32_t i = mark.added; i < delta.added.count; ++i) sum += mix(pack(delta.added.threats[i]));
    for (std::uint32_t i = mark.removed; i < delta.removed.count; ++i)
      sum -= mix(pack(delta.removed.threats[i]));
    return sum;
  }

  support::Random& random_;
  MaintainedList list_;
  ListCounts& counts_;
};

inline std::string check_lists(std::uint64_t seed, std::size_t games, ListCounts& counts) {
  support::Random random{seed};
  Mutator mutator{random};
  ListChecker checker{random, counts};
  const Kernel& kernel = *find_kernel(Updater::scalar);
  for (const Position& before : support::game_positions(games, 60, random)) {
    for (const Move move : legal_moves(before)) {
      const Position child = after(before, move);
      Delta delta;
      kernel.delta(before, move, delta);
      for (int mutations = 0; mutations < 4; ++mutations) {
        const std::string wrong = checker.check(before, move, child, delta);
        if (!wrong.empty()) {
          std::string text = wrong + ": " + to_fen(before, CastlingNotation::chess960) + " " +
                             to_uci(move, CastlingNotation::chess960) + ", added";
          for (const Threat& threat : delta.added) text += " " + std::to_string(pack(threat));
          text += ", removed";
          for (const Threat& threat : delta.removed) text += " " + std::to_string(pack(threat));
          return text;
        }
        mutator.mutate(before, delta);
      }
    }
  }
  return {};
}

}  // namespace threatperft::inline THREATPERFT_BUILD
