#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"
#include "engine_core/perft/kernels.h"
#include "engine_core/perft/maintained_list.h"
#include "engine_core/threats/oracle.h"
#include "tests/support/positions.h"

// The maintained list against a plain multiset: whatever a delta says, a wrong list is never taken for right,
// and the thorough way takes every right one. Compiled for each way in which cells are looked up.
namespace threatperft {

/// What a round of checks met with, so that a test can tell whether it met with enough.
struct ListCounts {
  std::size_t right = 0;
  std::size_t wrong = 0;
  std::size_t quick = 0;  ///< right ones that the quick way took
  std::size_t seen = 0;   ///< right ones that were taken without writing
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

/// Makes deltas worse, or different.
class Mutator {
 public:
  explicit Mutator(support::Random& random) : random_(random) {}

  void mutate(const Position& before, Delta& delta) {
    const bool of_added = below(2) == 0;
    if (below(5) == 0) {
      forget_exchange(delta);
    } else if (below(2) == 0) {
      edit(of_added ? delta.added : delta.removed, of_added ? delta.removed : delta.added);
    } else {
      add_pair(threats_of(before), delta);
    }
  }

 private:
  /// One threat forgotten, doubled, damaged, mixed with another, moved to the other side, or out of nowhere.
  void edit(DeltaList& list, DeltaList& other) {
    if (list.count == 0) return push(list, random_threat());
    Threat& threat = list.threats[below(list.count)];
    switch (below(7)) {
      case 0:
        return drop(list, threat);
      case 1:
        return push(list, threat);
      case 2:
        return damage(threat);
      case 3:
        return exchange(threat, list.threats[below(list.count)]);
      case 4:
        push(other, threat);
        return drop(list, threat);
      case 5:
        return std::shuffle(list.threats.begin(), list.threats.begin() + list.count, random_);
      default:
        return push(list, random_threat());
    }
  }

  /// Something on both sides.
  void add_pair(const std::vector<Threat>& old, Delta& delta) {
    if (old.empty()) return push_pair(delta, random_threat());
    Threat threat = old[below(old.size())];
    switch (below(5)) {
      case 0:  // a threat that stays
        return push_pair(delta, threat);
      case 1:  // redundant to the brim
        for (std::size_t left = below(40); left > 0; --left) push_pair(delta, old[below(old.size())]);
        return;
      case 2:  // under another name: other pieces on the same squares
        push(delta.removed, threat);
        (below(2) == 0 ? threat.attacker : threat.victim) = piece_at(below(16));
        return push(delta.added, threat);
      case 3:  // one vanishes, another stands twice
        push(delta.removed, threat);
        return push(delta.added, old[below(old.size())]);
      default:  // out of nowhere
        threat = random_threat();
        if (below(4) == 0) damage(threat);
        return push_pair(delta, threat);
    }
  }

  /// A captured piece's threat stays in place of the same threat by its captor, or on it.
  void forget_exchange(Delta& delta) {
    constexpr std::uint32_t squares = 0xFF00FF00;
    const std::uint32_t first = below(delta.removed.count + 1);  // not always the same one
    for (std::uint32_t i = 0; i < delta.removed.count; ++i) {
      Threat& removed = delta.removed.threats[(first + i) % delta.removed.count];
      for (std::uint32_t j = 0; j < delta.added.count; ++j) {
        if (((pack(delta.added.threats[j]) ^ pack(removed)) & squares) != 0) continue;
        drop(delta.added, delta.added.threats[j]);
        return drop(delta.removed, removed);
      }
    }
  }

  std::uint32_t below(std::size_t bound) {
    return static_cast<std::uint32_t>(support::random_below(random_, bound));
  }

  static void drop(DeltaList& list, Threat& threat) {
    --list.count;
    threat = list.threats[list.count];
  }
  static void push(DeltaList& list, Threat threat) {
    if (list.count < DeltaList::capacity) list.push(threat);
  }
  static void push_pair(Delta& delta, Threat threat) {
    if (std::max(delta.added.count, delta.removed.count) >= DeltaList::capacity) return;
    delta.added.push(threat);
    delta.removed.push(threat);
  }

  Threat random_threat() {
    return {piece_at(below(12)), square_at(below(64)), piece_at(below(12)), square_at(below(64))};
  }

  /// A single bit, or a whole field.
  void damage(Threat& threat) {
    std::uint32_t packed = pack(threat);
    const unsigned field = 8 * below(4);
    if (below(2) == 0) {
      packed ^= 1u << below(32);
    } else {
      packed = (packed & ~(0xFFu << field)) | below(256) << field;
    }
    threat = unpack(packed);
  }

  void exchange(Threat& a, Threat& b) {
    const std::uint32_t mask = 0xFFu << 8 * below(4);
    const std::uint32_t difference = (pack(a) ^ pack(b)) & mask;
    a = unpack(pack(a) ^ difference);
    b = unpack(pack(b) ^ difference);
  }

  support::Random& random_;
};

class ListChecker {
 public:
  explicit ListChecker(ListCounts& counts) : counts_(counts) {}

  /// The list of `before`, the delta, the position `after` the move. An empty text, or what is wrong.
  std::string check(const Position& before, Move move, const Position& after, const Delta& delta) {
    const ModelList model{before, delta};
    const bool right = model.is_list_of(after) && model.is_sound();
    ++(right ? counts_.right : counts_.wrong);
    const std::string quick = check_quick(before, move, after, delta, model, right);
    if (!quick.empty()) return quick;
    const std::string seen = check_seen(before, move, after, delta, model, right);
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

  /// As the check walk does it at leaves.
  std::string check_seen(const Position& before, Move move, const Position& after, const Delta& delta,
                         const ModelList& model, bool right) {
    if (before.occupied().contains(move.to)) return {};
    list_.assign(before);
    const Bitboard vacated = before.occupied() & ~after.occupied();
    std::uint64_t redundant = 0;
    if (!list_.would_match(delta.added, delta.removed, after, vacated, redundant)) {
      return redundant == 0 ? std::string{} : "redundant threats are counted of a list that was refused";
    }
    if (!right) return "a wrong list is taken for right without writing";
    if (redundant != model.redundant()) return "redundant threats are miscounted without writing";
    ++counts_.seen;
    return {};
  }

  MaintainedList list_;
  ListCounts& counts_;
};

inline std::string check_lists(std::uint64_t seed, std::size_t games, ListCounts& counts) {
  support::Random random{seed};
  Mutator mutator{random};
  ListChecker checker{counts};
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
