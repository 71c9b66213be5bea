#include "tests/faults/spoil.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <utility>

#include "engine_core/chess/attacks.h"
#include "engine_core/chess/restrictions.h"
#include "tests/faults/fault.h"

namespace threatperft {
namespace {

/// One move's own part of a delta, open to edits.
class Editor {
 public:
  Editor(const Position& before, Move move, Delta& delta, DeltaMark mark)
      : before_(before), move_(move), delta_(delta), mark_(mark), us_(before.side_to_move) {}

  template <class Predicate>
  void drop_added(Predicate predicate) {
    drop(delta_.added, mark_.added, predicate);
  }
  template <class Predicate>
  void drop_removed(Predicate predicate) {
    drop(delta_.removed, mark_.removed, predicate);
  }

  bool has_added() const { return delta_.added.count > mark_.added; }
  bool has_removed() const { return delta_.removed.count > mark_.removed; }
  Threat& last_added() { return delta_.added.threats[delta_.added.count - 1]; }
  Threat& last_removed() { return delta_.removed.threats[delta_.removed.count - 1]; }

  /// The square of a pawn captured en passant.
  Square passed_pawn() const { return square_at(file_of(move_.to), rank_of(move_.from)); }

  /// Neither end stands on a square that the move changes.
  bool is_discovered(const Threat& threat) const {
    const auto touches = [&](Square square) {
      return threat.attacker_square == square || threat.victim_square == square;
    };
    bool touched = touches(move_.from) || touches(move_.to);
    if (move_.kind == MoveKind::en_passant) touched |= touches(passed_pawn());
    if (move_.kind == MoveKind::castling) {
      const CastlingTargets targets = castling_targets(move_.from, move_.to);
      touched |= touches(targets.king) || touches(targets.rook);
    }
    return !touched;
  }

  void forget_discovered() {
    drop_added([this](const Threat& threat) { return is_discovered(threat); });
    drop_removed([this](const Threat& threat) { return is_discovered(threat); });
  }

  /// A pawn that arrives attacks backwards.
  void turn_pawn() {
    if (move_.placed != PieceType::pawn) return;
    drop_added([this](const Threat& threat) { return threat.attacker_square == move_.to; });
    Bitboard empty{move_.from};
    if (move_.kind == MoveKind::en_passant) empty |= Bitboard{passed_pawn()};
    for (const Square victim : pawn_attacks(~us_, move_.to) & before_.occupied() & ~empty) {
      delta_.added.push({make_piece(us_, PieceType::pawn), move_.to, before_.at(victim), victim});
    }
  }

  void miss_rank_discovery() {
    if (move_.kind != MoveKind::en_passant) return;
    const unsigned rank = rank_of(move_.from);
    drop_added([&](const Threat& threat) {
      return is_discovered(threat) && rank_of(threat.attacker_square) == rank &&
             rank_of(threat.victim_square) == rank;
    });
  }

  void miss_rook_square() {
    if (move_.kind != MoveKind::castling) return;
    const Piece rook = make_piece(us_, PieceType::rook);
    drop_removed([&](const Threat& threat) {
      return (threat.attacker_square == move_.to && threat.attacker == rook) ||
             (threat.victim_square == move_.to && threat.victim == rook);
    });
  }

  void leave_captured() {
    if (move_.kind != MoveKind::promotion_capture) return;
    drop_removed([this](const Threat& threat) { return threat.attacker_square == move_.to; });
  }

  void miss_king_incoming() {
    if (move_.placed != PieceType::king || move_.kind == MoveKind::castling) return;
    drop_added([this](const Threat& threat) { return threat.victim_square == move_.to; });
  }

  /// The enemy's bishop attacks from where nothing stands any more.
  void attack_from_nowhere() {
    if (move_.kind != MoveKind::quiet || move_.placed != PieceType::bishop) return;
    delta_.added.push({make_piece(~us_, PieceType::bishop), move_.from, before_.at(move_.from), move_.to});
  }

  void shorten_rays() {
    drop_added([this](const Threat& threat) {
      if (threat.attacker_square != move_.to) return false;
      const PieceType type = type_of(threat.attacker);
      if (type != PieceType::bishop && type != PieceType::rook && type != PieceType::queen) return false;
      return beyond(threat.attacker_square, threat.victim_square).empty() &&
             segment(threat.attacker_square, threat.victim_square).has_many();
    });
  }

  void write_removed_twice() {
    if (is_capture(move_.kind) && has_removed()) delta_.removed.push(last_removed());
  }
  void write_added_twice() {
    if (move_.kind == MoveKind::quiet && has_added()) delta_.added.push(last_added());
  }

  /// The removed threat's neighbour by piece: a threat that was never there.
  void remove_another() {
    if (move_.placed != PieceType::king || !has_removed()) return;
    last_removed().attacker =
        make_piece(~color_of(last_removed().attacker), type_of(last_removed().attacker));
  }

  void wrap_attacker() {
    if (move_.kind != MoveKind::double_push || !has_added()) return;
    last_added().attacker_square = square_at(index(last_added().attacker_square) + 64);
  }
  void wrap_victim() {
    if (!is_capture(move_.kind) || !has_removed()) return;
    last_removed().victim_square = square_at(index(last_removed().victim_square) + 64);
  }

  /// Sums over pieces, attackers' squares or victims' squares stay what they were.
  void swap_victims() {
    if (delta_.added.count < mark_.added + 2) return;
    Threat& first = delta_.added.threats[mark_.added];
    std::swap(first.victim, last_added().victim);
    std::swap(first.victim_square, last_added().victim_square);
  }

  void add_ghost() {
    if (is_capture(move_.kind))
      delta_.added.push({Piece::none, move_.from, before_.at(move_.from), move_.to});
  }

  /// As if the captured piece had left, and nothing had come in its place, when sliders looked through.
  void discover_behind_capture() {
    if (!is_capture(move_.kind) || move_.kind == MoveKind::en_passant) return;
    const Bitboard occupied = before_.occupied() ^ Bitboard { move_.from };
    const Bitboard straight = rook_attacks(move_.to, occupied) & occupied;
    const Bitboard diagonal = bishop_attacks(move_.to, occupied) & occupied;
    const Bitboard queens = before_.pieces(PieceType::queen);
    const Bitboard sliders = (straight & (before_.pieces(PieceType::rook) | queens)) |
                             (diagonal & (before_.pieces(PieceType::bishop) | queens));
    for (const Square slider : sliders) {
      for (const Square behind : (straight | diagonal) & beyond(slider, move_.to)) {
        delta_.added.push({before_.at(slider), slider, before_.at(behind), behind});
      }
    }
  }

  /// The full vectors of a list that begins too late: its own length goes, and where the other one begins.
  void store_beyond_slack() {
    if (delta_.added.count < 12) return;
    auto* const bytes = reinterpret_cast<unsigned char*>(&delta_);
    const std::size_t begin = offsetof(DeltaList, threats) + delta_.added.count * sizeof(Threat);
    std::memset(bytes + begin, 0, sizeof(DeltaList));
  }

  void shorten_list() {
    if (delta_.added.count > 20) --delta_.added.count;
  }

  void be_wrong_beyond(unsigned ply) {
    if (ply_of(before_) + 1 - fault_state.root_ply > ply && has_added()) --delta_.added.count;
  }

  void add_redundant_pairs() {
    if (!has_removed() || !has_added()) return;
    const Threat leaving = last_removed();
    const Threat coming = last_added();
    for (const Threat threat : {leaving, coming}) {
      delta_.added.push(threat);
      delta_.removed.push(threat);
    }
  }

  /// The king's threats on neighbours that the move does not concern.
  void add_untouched_pairs() {
    const Square king = before_.king(~us_);
    if (move_.to == king) return;
    for (const Square victim : king_attacks(king) & before_.occupied()) {
      const Threat threat{before_.at(king), king, before_.at(victim), victim};
      if (!is_discovered(threat)) continue;
      delta_.added.push(threat);
      delta_.removed.push(threat);
    }
  }

 private:
  template <class Predicate>
  static void drop(DeltaList& list, std::uint32_t first, Predicate predicate) {
    Threat* const begin = list.threats.data();
    list.count =
        static_cast<std::uint32_t>(std::remove_if(begin + first, begin + list.count, predicate) - begin);
  }

  const Position& before_;
  const Move move_;
  Delta& delta_;
  const DeltaMark mark_;
  const Color us_;
};

}  // namespace

unsigned ply_of(const Position& position) {
  return 2 * position.fullmove_number + index(position.side_to_move);
}

void spoil_source(const Position& before, Square from, Delta& delta) {
  switch (fault_state.fault) {
    case Fault::discovered_forgotten:
      delta.added.count = 0;
      break;
    case Fault::discovered_color_wrong:
      if (delta.added.count > 0) {
        Piece& victim = delta.added.threats[0].victim;
        victim = make_piece(~color_of(victim), type_of(victim));
      }
      break;
    case Fault::king_discovery_missed:
      if (type_of(before.at(from)) == PieceType::king) delta.added.count = 0;
      break;
    case Fault::king_incoming_missed: {
      if (type_of(before.at(from)) != PieceType::king) break;
      Threat* const begin = delta.removed.threats.data();
      const auto is_incoming = [from](const Threat& threat) { return threat.victim_square == from; };
      delta.removed.count =
          static_cast<std::uint32_t>(std::remove_if(begin, begin + delta.removed.count, is_incoming) - begin);
      break;
    }
    default:
      break;
  }
}

void spoil_move(const Position& before, Move move, Delta& delta, DeltaMark mark) {
  Editor editor{before, move, delta, mark};
  switch (fault_state.fault) {
    case Fault::discovered_forgotten:
      return editor.forget_discovered();
    case Fault::wrong_pawn_direction:
      return editor.turn_pawn();
    case Fault::en_passant_rank_discovery_missed:
      return editor.miss_rank_discovery();
    case Fault::castling_rook_square_missed:
      return editor.miss_rook_square();
    case Fault::captured_threats_left_on_promotion:
      return editor.leave_captured();
    case Fault::king_incoming_missed:
      return editor.miss_king_incoming();
    case Fault::attack_from_nowhere:
      return editor.attack_from_nowhere();
    case Fault::edge_victims_missed:
      return editor.shorten_rays();
    case Fault::removed_twice:
      return editor.write_removed_twice();
    case Fault::added_twice:
      return editor.write_added_twice();
    case Fault::removed_another:
      return editor.remove_another();
    case Fault::attacker_square_wraps:
      return editor.wrap_attacker();
    case Fault::victim_square_wraps:
      return editor.wrap_victim();
    case Fault::victims_swapped:
      return editor.swap_victims();
    case Fault::attacker_is_no_piece:
      return editor.add_ghost();
    case Fault::discovered_behind_capture:
      return editor.discover_behind_capture();
    case Fault::stored_beyond_slack:
      return editor.store_beyond_slack();
    case Fault::redundant_pair_not_unmade:
      return editor.add_redundant_pairs();
    case Fault::list_one_slot_short:
      return editor.shorten_list();
    case Fault::beyond_ply_2:
      return editor.be_wrong_beyond(2);
    case Fault::beyond_ply_4:
      return editor.be_wrong_beyond(4);
    case Fault::redundant_pairs:
      return editor.add_redundant_pairs();
    case Fault::untouched_pairs:
      return editor.add_untouched_pairs();
    default:
      return;  // the others are faults of the updater's structure (faulty_updater.h), or none
  }
}

bool forget_redundant_pair(Delta& delta) {
  for (std::uint32_t i = 0; i < delta.added.count; ++i) {
    const Threat threat = delta.added.threats[i];
    if (std::find(delta.removed.begin(), delta.removed.end(), threat) == delta.removed.end()) continue;
    delta.added.threats[i] = delta.added.threats[--delta.added.count];
    return true;
  }
  return false;
}

std::uint64_t redundant_pairs_in(const Delta& delta) {
  std::map<std::uint32_t, int> added;
  for (const Threat& threat : delta.added) ++added[pack(threat)];
  return static_cast<std::uint64_t>(
      std::count_if(delta.removed.begin(), delta.removed.end(),
                    [&](const Threat& threat) { return --added[pack(threat)] >= 0; }));
}

bool same_effect(const Delta& a, const Delta& b) {
  std::map<std::uint32_t, int> net;
  for (const Threat& threat : a.added) ++net[pack(threat)];
  for (const Threat& threat : a.removed) --net[pack(threat)];
  for (const Threat& threat : b.added) --net[pack(threat)];
  for (const Threat& threat : b.removed) ++net[pack(threat)];
  return std::ranges::all_of(net, [](const auto& entry) { return entry.second == 0; });
}

}  // namespace threatperft
