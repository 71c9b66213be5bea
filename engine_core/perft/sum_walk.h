#pragma once

#include "engine_core/perft/delta_walk.h"
#include "engine_core/perft/threat_sums.h"

namespace threatperft::inline THREATPERFT_BUILD {

template <class UpdaterType, Color Us>
void sum_below(const Position& position, ThreatSums sums, int depth, int remaining, WalkTotals& totals,
               const StopFlag& stop);

/// Keeps the threat-perft numbers by deltas, checking nothing.
template <class UpdaterType>
class SumVisitor : public DeltaVisitor<UpdaterType, SumVisitor<UpdaterType>> {
 public:
  THREATPERFT_INLINE SumVisitor(const Position& parent, ThreatSums sums, int depth, int remaining,
                                WalkTotals& totals, const StopFlag& stop)
      : DeltaVisitor<UpdaterType, SumVisitor>(parent),
        sums_(sums),
        after_source_(sums),
        depth_(depth),
        remaining_(remaining),
        totals_(totals),
        stop_(stop) {}

  THREATPERFT_INLINE ~SumVisitor() { at_depth_.add_to(totals_, depth_ + 1); }
  SumVisitor(const SumVisitor&) = delete;
  SumVisitor& operator=(const SumVisitor&) = delete;

  THREATPERFT_INLINE void after_source(const Delta& delta) {
    after_source_ = sums_.after(delta, DeltaMark{});
  }
  THREATPERFT_INLINE void no_source() { after_source_ = sums_; }

  /// Out of line: one copy serves all kinds of moves.
  template <Color Us>
  [[gnu::noinline]] void visit(const Position& child, Move /*move*/, const Delta& delta, DeltaMark mark) {
    const ThreatSums sums = after_source_.after(delta, mark);
    at_depth_.add(sums, delta);
    if (remaining_ > 1) sum_below<UpdaterType, ~Us>(child, sums, depth_ + 1, remaining_ - 1, totals_, stop_);
  }

 private:
  const ThreatSums sums_;
  ThreatSums after_source_;
  const int depth_;
  const int remaining_;
  WalkTotals& totals_;
  const StopFlag& stop_;
  NodeSums at_depth_;
};

/// Walks on from a node at `depth` whose own numbers are in the totals already.
template <class UpdaterType, Color Us>
[[gnu::noinline]] void sum_below(const Position& position, ThreatSums sums, int depth, int remaining,
                                 WalkTotals& totals, const StopFlag& stop) {
  if (stopped(stop)) return;
  SumVisitor<UpdaterType> visitor{position, sums, depth, remaining, totals, stop};
  visit_moves<Us>(position, visitor);
}

}  // namespace threatperft::inline THREATPERFT_BUILD
