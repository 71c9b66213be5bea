#pragma once

#include <cstddef>
#include <vector>

#include "engine_core/chess/move.h"
#include "engine_core/chess/position.h"

namespace threatperft {

/// A piece of a position's tree: the subtree below `root`, walked to `depth`. Together the units of a tree
/// make up all of it, each node but the units' own roots once.
struct Unit {
  Position root;
  int depth = 0;
  std::vector<Move> path;  ///< from the tree's root to the unit's
  bool last = false;       ///< no unit of this tree follows
  double leaves = 0;       ///< an estimate
};

/// Which parts of a tree the units cover.
enum class Coverage {
  leaves,     ///< those with leaves only: for counting
  all_nodes,  ///< also one unit of depth 1 for every node above them, so that every edge is walked once
};

/// Cuts a tree into units, one after the other, depth first. Only the way to the present unit is kept, so
/// memory does not grow with the number of units. Where to cut depends on the tree alone, never on threads or
/// time.
class UnitSource {
 public:
  /// Units have an estimated `unit_leaves` leaves or less, unless they are of depth 1.
  UnitSource(const Position& root, int depth, Coverage coverage, double unit_leaves);

  bool has_more() const { return !done_; }
  /// The next unit; only while `has_more`.
  Unit next();

 private:
  /// How many moves the side to move and its opponent have, as seen lately.
  struct Mobility {
    double own = 0;
    double opponent = 0;
  };
  struct Node {
    Position position;
    Mobility mobility;
    std::vector<Move> moves;
    std::size_t next_move = 0;
  };

  Unit enter(const Position& position, Mobility mobility);
  Unit unit_at(const Position& position, int depth, double leaves) const;
  void finish(Unit& unit);
  int depth_below(std::size_t ply) const { return depth_ - static_cast<int>(ply); }

  Position root_;
  int depth_;
  Coverage coverage_;
  double unit_leaves_;
  bool started_ = false;
  bool done_ = false;
  std::vector<Node> way_;   ///< nodes that were cut, from the root down
  std::vector<Move> path_;  ///< the moves between them, and to the present unit
};

/// An estimate of the leaves of a tree, from the moves at its root and one ply below.
double estimate_leaves(const Position& root, int depth);

}  // namespace threatperft
