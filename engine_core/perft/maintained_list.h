#pragma once

#include <array>
#include <cstdint>

#include "engine_core/chess/attacks.h"
#include "engine_core/chess/position.h"
#include "engine_core/perft/delta_changes.h"
#include "engine_core/perft/list_cells.h"
#include "engine_core/threats/delta.h"
#include "engine_core/threats/threat_visits.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// The threat list that a walk keeps by deltas: a cell for every (attacker square, victim square), which
/// holds the two pieces or nothing, and for every attacker square the set of victim squares. Nothing is
/// hashed or summed, so that a comparison with the oracle is exact.
class MaintainedList {
 public:
  /// What `apply` changed, for `restore`.
  class Log {
    friend class MaintainedList;
    struct Entry {
      std::uint32_t cell;
      std::uint32_t code;  ///< what the cell held before
    };
    std::array<Entry, 2 * DeltaList::capacity> entries_;
    std::size_t count_ = 0;
  };

  /// The number of threats in the list.
  THREATPERFT_INLINE std::uint32_t size() const { return size_; }

  /// For every attacker square the set of victim squares.
  THREATPERFT_INLINE const ThreatRows& rows() const { return rows_; }
  /// What a cell holds: `code_of` its threat, or 0.
  THREATPERFT_INLINE std::uint32_t code_at(std::uint32_t cell) const { return cells_[cell]; }

  /// Sets the list to the oracle's.
  void assign(const Position& position) {
    cells_.fill(0);
    rows_.fill(Bitboard{});
    size_ = 0;
    visit_threats(position, [this](Threat threat) {
      const std::uint32_t packed = pack(threat);
      put(cell_of(packed), code_of(packed));
      ++size_;
    });
  }

  /// new = old + added - removed. Every removal must find its threat and every addition an empty cell, in
  /// some order; and what is added and not removed again must name the pieces that stand on its squares in
  /// `after`. Adds the number of threats that stand in both lists to `redundant`.
  ///
  /// Returns false where that fails, and where a delta is too entangled for it, as castling in Chess960 can
  /// be; the list is spoilt then, and `apply_any` has the last word.
  THREATPERFT_INLINE bool apply(const DeltaList& added, const DeltaList& removed, const Position& after,
                                Log& log, std::uint64_t& redundant) {
    if (added.count > DeltaList::capacity || removed.count > DeltaList::capacity) return false;
    Deferred early_removals;  // of threats that this delta itself adds
    Deferred late_additions;  // to cells that are not empty yet
    std::uint32_t seen = 0;
    std::uint32_t stale = 0;
    std::size_t changes = 0;
    for (const Threat& threat : removed) {
      const std::uint32_t packed = pack(threat);
      seen |= packed;
      if (!remove(packed, log, changes)) early_removals.push(packed);
    }
    const std::size_t removals = changes;
    for (const Threat& threat : added) {
      const std::uint32_t packed = pack(threat);
      seen |= packed;
      stale += is_stale(packed, after);
      if (!add(packed, log, changes)) late_additions.push(packed);
    }
    bool good = true;
    for (const std::uint32_t packed : early_removals) {
      good &= remove(packed, log, changes);
      stale -= is_stale(packed, after);
    }
    for (const std::uint32_t packed : late_additions) good &= add(packed, log, changes);
    log.count_ = changes;
    redundant += early_removals.count;
    for (std::size_t i = 0; i < removals; ++i) {
      redundant += cells_[log.entries_[i].cell] == log.entries_[i].code ? 1 : 0;  // gone and come back
    }
    size_ += added.count - removed.count;
    return good && stale == 0 && is_sound(seen);
  }

  /// Takes back the last `apply`, which has returned true.
  THREATPERFT_INLINE void restore(const Log& log, const DeltaList& added, const DeltaList& removed) {
    for (std::size_t i = log.count_; i-- > 0;) {
      cells_[log.entries_[i].cell] = static_cast<std::uint16_t>(log.entries_[i].code);
      toggle(log.entries_[i].cell);
    }
    size_ -= added.count - removed.count;
  }

  /// new = old + added - removed for any delta, slowly: counts how often each threat comes and goes. Returns
  /// false if the result is no list in which each pair of squares stands at most once.
  bool apply_any(const DeltaList& added, const DeltaList& removed, std::uint64_t& redundant) {
    bool good = true;
    DeltaChanges changes;
    for (const Threat& threat : added) good &= changes.note_added(pack(threat));
    for (const Threat& threat : removed) good &= changes.note_removed(pack(threat));
    for (DeltaChange& change : changes) {
      change.before = cells_[cell_of(change.packed)] == code_of(change.packed) ? 1 : 0;
      good &= (change.after() == 0 || change.after() == 1) && is_sound(change.packed);
      redundant += change.redundant();
    }
    // What leaves first: something else may come to the same cell.
    for (const DeltaChange& change : changes) {
      if (change.before > change.after()) put(cell_of(change.packed), 0);
    }
    for (const DeltaChange& change : changes) {
      if (change.before >= change.after()) continue;
      good &= cells_[cell_of(change.packed)] == 0;
      put(cell_of(change.packed), code_of(change.packed));
    }
    size_ += added.count - removed.count;
    return good;
  }

  /// Whether the list is exactly the oracle's.
  bool matches(const Position& position) const {
    std::uint32_t count = 0;
    std::uint32_t difference = 0;
    const bool rows = matches_rows(rows_, position, [&](Square from, Bitboard victims) {
      count += static_cast<std::uint32_t>(victims.count());
      for (const Square to : victims) difference |= cell_difference(position, from, to);
    });
    return rows && difference == 0 && count == size_;
  }

  /// Whether the rows of all attackers are the oracle's.
  THREATPERFT_INLINE bool matches_rows_of(const Position& position) const {
    return matches_rows(rows_, position);
  }

  /// As `matches`, for a list that was exactly the oracle's before an `apply` that returned true, of a move
  /// that left the squares `vacated` empty and put another piece on the occupied squares `replaced`.
  ///
  /// Then equal rows for all attackers leave few ways to differ. A row of an empty square: it was empty
  /// before, and `apply` would have noticed an addition there; or it is one of `vacated`. A cell with the
  /// wrong pieces: it was there before, for `apply` has looked at the additions, and one of its squares is
  /// one of `replaced`.
  THREATPERFT_INLINE bool matches_after(const Position& after, Bitboard vacated, Bitboard replaced) const {
    if (!matches_rows(rows_, after)) return false;
    std::uint32_t difference = 0;
    for (const Square square : vacated) difference |= rows_[index(square)].empty() ? 0 : 1;
    for (const Square square : replaced) {
      for (const Square to : rows_[index(square)]) difference |= cell_difference(after, square, to);
      for (const Square from : attackers_of(after, square))
        difference |= cell_difference(after, from, square);
    }
    return difference == 0;
  }

 private:
  struct Deferred {
    std::array<std::uint32_t, DeltaList::capacity> packed;
    std::uint32_t count = 0;

    THREATPERFT_INLINE void push(std::uint32_t threat) { packed[count++] = threat; }
    THREATPERFT_INLINE const std::uint32_t* begin() const { return packed.data(); }
    THREATPERFT_INLINE const std::uint32_t* end() const { return packed.data() + count; }
  };

  THREATPERFT_INLINE std::uint32_t cell_difference(const Position& position, Square from, Square to) const {
    const std::uint32_t code = index(position.at(from)) | index(position.at(to)) << 4 | kPresent;
    return cells_[index(from) << 6 | index(to)] ^ code;
  }

  THREATPERFT_INLINE bool remove(std::uint32_t packed, Log& log, std::size_t& changes) {
    const std::uint32_t cell = cell_of(packed);
    const std::uint32_t code = code_of(packed);
    if (cells_[cell] != code) return false;
    change(cell, 0, log.entries_[changes++]);
    return true;
  }

  THREATPERFT_INLINE bool add(std::uint32_t packed, Log& log, std::size_t& changes) {
    const std::uint32_t cell = cell_of(packed);
    if (cells_[cell] != 0) return false;
    change(cell, code_of(packed), log.entries_[changes++]);
    return true;
  }

  THREATPERFT_INLINE void change(std::uint32_t cell, std::uint32_t code, Log::Entry& log) {
    log = {cell, cells_[cell]};
    cells_[cell] = static_cast<std::uint16_t>(code);
    toggle(cell);
  }

  THREATPERFT_INLINE void toggle(std::uint32_t cell) { rows_[cell >> 6] ^= bit_of(cell); }

  void put(std::uint32_t cell, std::uint32_t code) {
    if ((cells_[cell] != 0) != (code != 0)) toggle(cell);
    cells_[cell] = static_cast<std::uint16_t>(code);
  }

  std::array<std::uint16_t, 64 * 64> cells_{};
  ThreatRows rows_{};
  std::uint32_t size_ = 0;
};

}  // namespace threatperft::inline THREATPERFT_BUILD
