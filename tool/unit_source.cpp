#include "tool/unit_source.h"

#include <algorithm>
#include <utility>

#include "engine_core/chess/moves.h"

namespace threatperft {

namespace {

/// The average number of replies to a position's moves.
double average_replies(const Position& position, const std::vector<Move>& moves) {
  if (moves.empty()) return 0;
  std::size_t replies = 0;
  for (const Move move : moves) replies += legal_moves(after(position, move)).size();
  return static_cast<double>(replies) / static_cast<double>(moves.size());
}

double alternating_product(double own, double opponent, int depth) {
  double product = 1;
  for (int ply = 0; ply < depth; ++ply) product *= ply % 2 == 0 ? own : opponent;
  return product;
}

/// A side that is in check has few moves now and many again soon, so that its mobility sinks slowly.
double blended(double inherited, std::size_t seen) {
  const auto now = static_cast<double>(seen);
  return now >= inherited ? now : (now + inherited) / 2;
}

}  // namespace

double estimate_leaves(const Position& root, int depth) {
  const std::vector<Move> moves = legal_moves(root);
  const double own = static_cast<double>(moves.size());
  return depth < 2 ? alternating_product(own, 0, depth)
                   : alternating_product(own, average_replies(root, moves), depth);
}

UnitSource::UnitSource(const Position& root, int depth, Coverage coverage, double unit_leaves)
    : root_(root), depth_(depth), coverage_(coverage), unit_leaves_(unit_leaves) {}

Unit UnitSource::next() {
  if (!std::exchange(started_, true)) {
    const std::vector<Move> moves = legal_moves(root_);
    const double replies = depth_ > 1 ? average_replies(root_, moves) : 0;
    return enter(root_, {static_cast<double>(moves.size()), replies});
  }
  // A cut node on top of the way always has a move left: `finish` saw to that.
  Node& node = way_.back();
  const Move move = node.moves[node.next_move++];
  path_.resize(way_.size() - 1);
  path_.push_back(move);
  return enter(after(node.position, move), {node.mobility.opponent, node.mobility.own});
}

/// Makes a unit of the position that `path_` leads to, or cuts it and goes on below.
Unit UnitSource::enter(const Position& position, Mobility mobility) {
  Position current = position;
  while (true) {
    const int depth = depth_below(path_.size());
    std::vector<Move> moves;
    if (depth > 1) {
      moves = legal_moves(current);
      mobility.own = blended(mobility.own, moves.size());
    }
    const double leaves = alternating_product(mobility.own, mobility.opponent, depth);
    if (moves.empty() || leaves <= unit_leaves_) {
      Unit unit = unit_at(current, depth, leaves);
      finish(unit);
      return unit;
    }
    way_.push_back({current, mobility, std::move(moves), 0});
    if (coverage_ == Coverage::all_nodes) return unit_at(current, 1, mobility.own);
    Node& node = way_.back();
    const Move move = node.moves[node.next_move++];
    path_.push_back(move);
    current = after(node.position, move);
    mobility = {mobility.opponent, mobility.own};
  }
}

Unit UnitSource::unit_at(const Position& position, int depth, double leaves) const {
  return {position, depth, path_, false, leaves};
}

/// Drops cut nodes without a move left.
void UnitSource::finish(Unit& unit) {
  while (!way_.empty() && way_.back().next_move == way_.back().moves.size()) way_.pop_back();
  done_ = way_.empty();
  unit.last = done_;
}

}  // namespace threatperft
