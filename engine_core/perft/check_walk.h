#pragma once

#include <array>

#include "engine_core/perft/delta_walk.h"
#include "engine_core/perft/imagined_list.h"
#include "engine_core/perft/maintained_list.h"
#include "engine_core/perft/threat_sums.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// What one check walk carries along.
struct CheckWalk {
  WalkTotals& totals;
  CheckListener& listener;
  const StopFlag& stop;
  MaintainedList list{};
  std::array<Move, kMaxDepth> path{};
  bool ended = false;  ///< the listener has heard enough

  /// Reports that the last move of the path went wrong.
  void report(int depth, CheckStage stage, const Delta& delta) {
    ++totals.depths[static_cast<std::size_t>(depth)].mismatches;
    if (!listener.on_mismatch(path.data(), static_cast<std::size_t>(depth), stage, delta)) ended = true;
  }
};

template <class UpdaterType, Color Us>
void check_below(const Position& position, ThreatSums sums, int depth, int remaining, CheckWalk& walk);

/// Applies every delta to the maintained list, compares the list with the oracle's and takes the delta back;
/// at most leaves it compares what the delta would make of the list.
///
/// Taking back is checked at once behind a subtree, and once for all leaves of a parent; if that fails, the
/// leaves are walked again, uncounted, with a check behind each to find the one at fault
/// (`CheckPass::find_bad_unmake`).
enum class CheckPass : std::uint8_t { check, find_bad_unmake };

template <class UpdaterType>
class CheckVisitor : public DeltaVisitor<UpdaterType, CheckVisitor<UpdaterType>> {
 public:
  THREATPERFT_INLINE CheckVisitor(const Position& parent, ThreatSums sums, int depth, int remaining,
                                  CheckPass pass, CheckWalk& walk)
      : DeltaVisitor<UpdaterType, CheckVisitor>(parent),
        saved_parent_(parent),
        sums_(sums),
        after_source_(sums),
        depth_(depth),
        remaining_(remaining),
        pass_(pass),
        walk_(walk) {}

  THREATPERFT_INLINE ~CheckVisitor() {
    if (counts()) at_depth_.add_to(walk_.totals, depth_ + 1);
  }
  CheckVisitor(const CheckVisitor&) = delete;
  CheckVisitor& operator=(const CheckVisitor&) = delete;

  THREATPERFT_INLINE void after_source(const Delta& delta) {
    after_source_ = sums_.after(delta, DeltaMark{});
  }
  THREATPERFT_INLINE void no_source() { after_source_ = sums_; }

  /// Out of line: one copy serves all kinds of moves.
  template <Color Us>
  [[gnu::noinline]] void visit(const Position& child, Move move, const Delta& delta, DeltaMark mark) {
    if (walk_.ended) return;
    walk_.path[static_cast<std::size_t>(depth_)] = move;
    std::uint64_t redundant = 0;
    ThreatSums sums;
    applied_ = !is_right_leaf(move, delta, mark, child, sums, redundant);
    bool right = true;
    bool quick = true;
    if (applied_) {
      ever_applied_ = true;
      quick = apply(move, delta, child, redundant);
      sums = quick ? after_source_.after(delta, mark) : recover(child, delta, redundant, right);
    }
    if (counts()) {
      ++at_depth_.totals.checked;
      at_depth_.add(sums, delta);
      walk_.totals.redundant += redundant;
    }
    if (remaining_ > 1 && !walk_.ended) {
      check_below<UpdaterType, ~Us>(child, sums, depth_ + 1, remaining_ - 1, walk_);
    }
    if (!right) [[unlikely]] {
      walk_.list.assign(this->parent_);
    } else if (remaining_ > 1 || !quick) {
      if (!walk_.ended) take_back(child, delta);
    } else {
      drop_leaf(delta);
    }
  }

  /// Whether the list and the parent are what they were before the first move. A list that nothing was
  /// applied to is looked at less closely.
  THREATPERFT_INLINE bool restored() const {
    return (ever_applied_ ? walk_.list.matches(this->parent_) : walk_.list.matches_rows_of(this->parent_)) &&
           same_position(this->parent_, saved_parent_);
  }

 private:
  THREATPERFT_INLINE bool counts() const { return pass_ == CheckPass::check; }

  /// At most leaves it is enough to see what would become of the list. Returns false where that does not
  /// tell; else sets the child's sums, and adds to `redundant`.
  THREATPERFT_INLINE bool is_right_leaf(Move move, const Delta& delta, DeltaMark mark, const Position& child,
                                        ThreatSums& sums, std::uint64_t& redundant) const {
    if (remaining_ > 1 || !ImaginedList::can_apply(delta, mark)) return false;
    const Bitboard before = this->parent_.occupied();
    const Bitboard after = child.occupied();
    const Bitboard replaced = before & after & changed_squares(move);
    if (replaced.count() > 1) [[unlikely]]
      return false;  // by castling in Chess960
    ThreatRows rows;
    ImaginedList list{walk_.list, this->parent_, child, rows};
    list.apply(delta, mark, replaced);
    if (!list.matches(before & ~after, replaced)) return false;
    sums = after_source_.plus(list.signature(), delta, mark);
    redundant += list.redundant();
    return true;
  }

  /// Among the squares that were and are occupied, those whose piece can be another now.
  THREATPERFT_INLINE static Bitboard changed_squares(Move move) {
    // In Chess960 the castling king and rook may each come to the square that the other one has left.
    if (move.kind == MoveKind::castling) [[unlikely]]
      return Bitboard{move.from} | Bitboard{move.to};
    return Bitboard{move.to};
  }

  /// Brings the list up to the child and compares it with the oracle's.
  [[gnu::noinline]] bool apply(Move move, const Delta& delta, const Position& child,
                               std::uint64_t& redundant) {
    const Bitboard before = this->parent_.occupied();
    const Bitboard after = child.occupied();
    return walk_.list.apply(delta.added, delta.removed, child, log_, redundant) &&
           walk_.list.matches_after(child, before & ~after, before & after & changed_squares(move));
  }

  /// The quick application went wrong. Tries the thorough one, which is the last word; after a mismatch the
  /// walk goes on with the oracle's list, so that one fault is reported once.
  [[gnu::noinline]] ThreatSums recover(const Position& child, const Delta& delta, std::uint64_t& redundant,
                                       bool& right) {
    walk_.list.assign(this->parent_);
    redundant = 0;
    right = walk_.list.apply_any(delta.added, delta.removed, redundant) && walk_.list.matches(child);
    if (!right && counts()) walk_.report(depth_ + 1, CheckStage::made, delta);
    walk_.list.assign(child);
    return ThreatSums::of(child);
  }

  /// Takes the move back by its delta the other way round, behind a subtree.
  [[gnu::noinline]] void take_back(const Position& child, const Delta& delta) {
    std::uint64_t redundant = 0;  // counted when the move was made
    bool good = walk_.list.apply(delta.removed, delta.added, this->parent_, log_, redundant);
    if (!good) {
      walk_.list.assign(child);
      good = walk_.list.apply_any(delta.removed, delta.added, redundant);
    }
    if (!good || !restored()) {
      walk_.report(depth_ + 1, CheckStage::unmade, delta);
      walk_.list.assign(this->parent_);
    }
  }

  /// A leaf is dropped quicker: nothing has happened to the list since its delta was applied.
  THREATPERFT_INLINE void drop_leaf(const Delta& delta) {
    if (applied_) walk_.list.restore(log_, delta.added, delta.removed);
    if (pass_ == CheckPass::find_bad_unmake && !restored()) {
      walk_.report(depth_ + 1, CheckStage::unmade, delta);
      walk_.list.assign(this->parent_);
    }
  }

  const Position saved_parent_;
  const ThreatSums sums_;
  ThreatSums after_source_;
  const int depth_;
  const int remaining_;
  const CheckPass pass_;
  CheckWalk& walk_;
  NodeSums at_depth_;
  MaintainedList::Log log_;
  bool ever_applied_ = false;
  bool applied_ = false;  ///< whether the last move's delta was applied to the list
};

/// Walks on from a node at `depth` which has been checked and counted already.
template <class UpdaterType, Color Us>
[[gnu::noinline]] void check_below(const Position& position, ThreatSums sums, int depth, int remaining,
                                   CheckWalk& walk) {
  if (stopped(walk.stop)) return;
  const std::uint64_t& reported = walk.totals.depths[static_cast<std::size_t>(depth) + 1].mismatches;
  std::uint64_t reported_before = 0;
  for (const CheckPass pass : {CheckPass::check, CheckPass::find_bad_unmake}) {
    CheckVisitor<UpdaterType> visitor{position, sums, depth, remaining, pass, walk};
    visit_moves<Us>(position, visitor);
    if (remaining > 1 || walk.ended) return;
    if (pass == CheckPass::check && visitor.restored()) return;
    walk.list.assign(position);
    if (pass == CheckPass::check) reported_before = reported;
  }
  // Seen once and not again, as when a second writing changes nothing more: then the last move has to stand
  // for all of them.
  if (reported == reported_before) walk.report(depth + 1, CheckStage::unmade, Delta{});
}

}  // namespace threatperft::inline THREATPERFT_BUILD
