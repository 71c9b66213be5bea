#pragma once

#include <cstdint>

#include "engine_core/perft/delta_writers.h"
#include "engine_core/perft/leaf_extremes.h"
#include "engine_core/perft/leaf_lists.h"
#include "engine_core/perft/leaf_moves.h"
#include "engine_core/perft/shared_parts.h"
#include "engine_core/perft/statistics_record.h"

namespace threatperft::inline THREATPERFT_BUILD {

/// A position whose moves are gathered from.
struct StatisticsNode {
  const Position& position;
  Lanes active;  ///< its threats, in halves
  unsigned bucket;
  std::uint64_t times;  ///< how often a walk comes to it

  [[nodiscard]] THREATPERFT_INLINE unsigned pieces(unsigned slot) const { return bucket / 4 - (slot & 1); }
};

/// What is gathered from the moves of a node.
enum class Gather : std::uint8_t {
  leaves,  ///< everything
  moves,   ///< what moves do, nothing of the positions that they lead to
};

/// Positions by the slot of the move that led to them.
struct LeafTotals {
  std::uint64_t by_slot[kSlots];

  THREATPERFT_INLINE std::uint64_t& operator[](unsigned slot) { return by_slot[slot]; }
  THREATPERFT_INLINE std::uint64_t operator[](unsigned slot) const { return by_slot[slot]; }
};

/// Counts the leaves that are the children of one node. They are never made: their deltas say everything.
///
/// The moves are sorted by what has to be done for them, and each kind of work is done in one loop. A
/// processor guesses wrong where a loop ends, and a branch that waits for an updater's result costs more than
/// the updater: few long loops, and none that looks at what the one before has just written.
template <class UpdaterType>
class LeafCounter {
 public:
  /// `shared` is ready for the node; or null if only moves are gathered.
  THREATPERFT_INLINE LeafCounter(const StatisticsNode& node, Gather gather, Statistics& statistics,
                                 SharedParts* shared)
      : node_(node),
        statistics_(statistics),
        shared_(shared),
        gather_(gather),
        writers_(kDeltaWriters<UpdaterType>[index(node.position.side_to_move)]),
        updater_(node.position),
        moves_(node.position, shared),
        record_(statistics, node.times) {}

  /// Returns the leaves by slot, each as often as the node is come to; they are still to be counted as
  /// positions, as is what they have in common with the node.
  [[gnu::noinline]] LeafTotals count() {
    lists_.sort(moves_, shared_);
    find_sources();
    LeafTotals leaves;
    for (unsigned slot = 0; slot < kSlots; ++slot) {
      const std::uint32_t moves = lists_.count(slot);
      leaves[slot] = moves * node_.times;
      if (moves != 0) count_slot(slot);
    }
    if (gather_ == Gather::leaves) count_sources();
    record_.finish();
    extremes_.note(node_.position, moves_, statistics_);
    return leaves;
  }

 private:
  /// What a piece's moves share.
  struct PieceSource {
    DeltaPart part;
    std::uint64_t discovered;    ///< see discovered_squares; without an initial value, as all of it
    SharedParts::Source* known;  ///< null if other positions do not share it
    std::uint64_t* times;        ///< counted, by slot: those of `known`, or
    std::uint64_t own_times[kSlots];
  };
  /// Moves that are written one behind the other.
  struct Batch {
    static constexpr std::uint32_t kLongestPart = 32;  ///< but for castling, which is a batch by itself
    static constexpr std::uint32_t kRoom = DeltaList::capacity - kLongestPart;
    static constexpr std::uint32_t kMaxMoves = 64;
    struct Entry {
      std::uint16_t move;
      std::uint8_t end_added;
      std::uint8_t end_removed;
    };

    Delta delta;
    std::uint32_t count;
    std::uint32_t kept;  ///< so many come first whose own parts other positions share
    Entry entries[kMaxMoves];

    THREATPERFT_INLINE void clear() {
      delta.clear();
      count = kept = 0;
    }
    [[nodiscard]] THREATPERFT_INLINE DeltaMark end() const {
      return {delta.added.count, delta.removed.count};
    }
    // To both the delta's end is given: in memory it is still on its way.
    THREATPERFT_INLINE void push(std::uint32_t move, bool is_kept, DeltaMark end) {
      kept += is_kept ? 1 : 0;
      entries[count++] = {static_cast<std::uint16_t>(move), static_cast<std::uint8_t>(end.added),
                          static_cast<std::uint8_t>(end.removed)};
    }
    [[nodiscard]] THREATPERFT_INLINE bool is_full(DeltaMark end) const {
      return end.added > kRoom || end.removed > kRoom || count == kMaxMoves;
    }
  };
  /// What the threats of a list weigh in all, up to each of them.
  using Prefix = Weights[DeltaList::capacity + 1];

  [[gnu::noinline]] void count_slot(unsigned slot) {
    batch_.clear();
    write(lists_.list(KnownOfMove::shared, slot), slot, true);
    write(lists_.list(KnownOfMove::nothing, slot), slot, false);
    // What an updater has written takes its time to be there.
    count_wholes(slot);
    count_targets(slot);
    count_batch(slot);
  }

  THREATPERFT_INLINE void count_wholes(unsigned slot) {
    // Copies stay in registers; what is behind a reference might be what was just written.
    SharedParts* const shared = shared_;
    const StatisticsRecord record = record_;
    const std::uint64_t times = node_.times;
    const Lanes active = node_.active;
    const unsigned pieces = node_.pieces(slot);
    const std::uint32_t threshold = statistics_.active_threshold;
    for (const std::uint32_t number : lists_.list(KnownOfMove::whole, slot)) {
      SharedParts::Target& known = shared->target(lists_.target(number));
      shared->count_whole(known, times);
      const std::uint32_t threats = record.count_position(pieces, active + known.whole_net);
      if (threats >= threshold) extremes_.add_position(number, threats);
    }
  }

  // Of those pieces whose moves are not all known as wholes.
  THREATPERFT_INLINE void find_sources() {
    sources_[0] = {};
    sources_[0].times = sources_[0].own_times;
    written_pieces_ = lists_.written_pieces();
    for (const unsigned number : NumberSet{written_pieces_ & moves_.shared_pieces()}) {
      SharedParts::Source* const known = shared_->source(moves_.piece(number).square);
      if (known == nullptr) continue;
      sources_[number].part = known->part;
      sources_[number].discovered = known->discovered.bits;
      set_known(sources_[number], known);
      written_pieces_ ^= std::uint64_t{1} << number;
    }
    std::uint32_t deltas = 0;
    for (const unsigned number : NumberSet{written_pieces_}) {
      write_source_of(moves_.piece(number), source_deltas_[deltas++]);
    }
    deltas = 0;
    for (const unsigned number : NumberSet{written_pieces_}) {
      PieceSource& source = sources_[number];
      source.part = record_.part_of(source_deltas_[deltas++]);
      source.discovered = discovered_squares(source.part).bits;
      source.known = nullptr;
      source.times = source.own_times;
      for (std::uint64_t& times : source.own_times) times = 0;
    }
    for (const unsigned number : NumberSet{written_pieces_ & moves_.shared_pieces()}) {
      SharedParts::Source* const known = shared_->keep(moves_.piece(number).square, sources_[number].part,
                                                       Bitboard{sources_[number].discovered});
      if (known == nullptr) continue;
      set_known(sources_[number], known);
      written_pieces_ ^= std::uint64_t{1} << number;
    }
  }
  THREATPERFT_INLINE void write_source_of(const LeafPiece& piece, Delta& delta) const {
    if constexpr (WritesAnyPiece<UpdaterType>) {
      updater_.write_source(node_.position.at(piece.square), piece.square, delta);
    } else {
      writers_.source[index(piece.type)](updater_, piece.square, delta);
    }
  }
  THREATPERFT_INLINE void set_known(PieceSource& source, SharedParts::Source* known) const {
    source.known = known;
    source.times = known->times[shared_->child_slot()];
  }

  THREATPERFT_INLINE void count_targets(unsigned slot) {
    for (const std::uint32_t number : lists_.list(KnownOfMove::target, slot)) {
      SharedParts::Target& known = shared_->target(lists_.target(number));
      shared_->count(known, node_.times);
      const LeafMove each = moves_.move(number);
      const PieceSource& source = sources_[each.piece()];
      record_.expect_moves(1);
      const std::uint32_t both = count_move(number, each, slot, source, known.part.change,
                                            [&]() -> const DeltaPart& { return known.part; });
      if (source.known != nullptr) {
        shared_->set_whole(known, source.known, source.part.change + known.part.change, both);
      }
    }
  }

  [[gnu::noinline]] void write(LeafLists::List numbers, unsigned slot, bool are_kept) {
    DeltaMark end = batch_.end();
    for (const std::uint32_t number : numbers) {
      const LeafMove each = moves_.move(number);
      if (each.kind() == MoveKind::castling) {
        count_castling(number, slot, are_kept);
        end = {};
        continue;
      }
      end = write_target(each, slot, end);
      batch_.push(number, are_kept, end);
      if (batch_.is_full(end)) {
        count_batch(slot);
        end = {};
      }
    }
  }

  /// Returns the new end.
  THREATPERFT_INLINE DeltaMark write_target(LeafMove each, unsigned slot, DeltaMark end) {
    if constexpr (WritesAnyPiece<UpdaterType>) {
      const Piece moved = node_.position.at(each.from());
      const Piece placed = make_piece(color_of(moved), each.placed());
      if ((slot & 1) == 0) {
        return updater_.write_quiet(moved, placed, each.from(), each.to(), batch_.delta, end);
      }
      if (each.kind() != MoveKind::en_passant) {
        return updater_.write_capture(moved, placed, each.from(), each.to(), batch_.delta, end);
      }
    }
    writers_.target[static_cast<unsigned>(each.kind())][index(each.placed())](updater_, each.from(),
                                                                              each.to(), batch_.delta, end);
    return batch_.end();
  }

  [[gnu::noinline]] void count_castling(std::uint32_t number, unsigned slot, bool is_kept) {
    count_batch(slot);
    const LeafMove each = moves_.move(number);
    writers_.castling(updater_, each.from(), each.to(), batch_.delta);
    batch_.push(number, is_kept, batch_.end());
    count_batch(slot);
  }

  [[gnu::noinline]] void count_batch(unsigned slot) {
    if (batch_.count == 0) return;
    Prefix added;
    Prefix removed;
    added[0] = removed[0] = Weights{};
    if (gather_ == Gather::leaves) {
      std::uint64_t* const counts = counters(slot);
      record_.count(batch_.delta.added, counts, node_.times, added);
      record_.count(batch_.delta.removed, counts, -node_.times, removed);
    } else {
      record_.weigh(batch_.delta.added, added);
      record_.weigh(batch_.delta.removed, removed);
    }
    record_.expect_moves(batch_.count);
    DeltaMark begin;
    for (std::uint32_t i = 0; i < batch_.count; ++i) {
      const typename Batch::Entry entry = batch_.entries[i];
      const MoveChange change{entry.end_added - begin.added, entry.end_removed - begin.removed,
                              added[entry.end_added] - added[begin.added],
                              removed[entry.end_removed] - removed[begin.removed]};
      const auto own = [&] {
        return DeltaPart{change, batch_.delta.added.threats.data() + begin.added,
                         batch_.delta.removed.threats.data() + begin.removed};
      };
      const LeafMove each = moves_.move(entry.move);
      const PieceSource& source = sources_[each.piece()];
      const std::uint32_t both = count_move(entry.move, each, slot, source, change, own);
      if (i < batch_.kept) keep(each, slot, source, own(), both);
      begin = {entry.end_added, entry.end_removed};
    }
    batch_.clear();
  }

  [[gnu::noinline]] void keep(LeafMove move, unsigned slot, const PieceSource& source, const DeltaPart& own,
                              std::uint32_t both) {
    SharedParts::Target* const kept = shared_->keep(move.squares(), move.move_class(), slot, own);
    const bool has_source = source.known != nullptr || move.kind() == MoveKind::castling;
    if (kept != nullptr && has_source) {
      shared_->set_whole(*kept, source.known, source.part.change + own.change, both);
    }
  }

  /// `own` gives the part that the move has for itself, which changes the list by `own_change`. Returns the
  /// number of redundant threats.
  template <class Own>
  THREATPERFT_INLINE std::uint32_t count_move(std::uint32_t number, LeafMove each, unsigned slot,
                                              const PieceSource& source, const MoveChange& own_change,
                                              Own&& own) {
    source.times[slot] += node_.times;
    const MoveChange change = source.part.change + own_change;
    std::uint32_t threats = 0;
    if (gather_ == Gather::leaves) {
      threats = record_.count_position(node_.pieces(slot), node_.active + lanes_of(change.added_weights) -
                                                               lanes_of(change.removed_weights));
    }
    record_.count_move(each.move_class(), change);
    if (slot >= 2) statistics_.crossings[each.move_class()] += node_.times;
    std::uint32_t both = 0;
    if (may_be_redundant(each, source)) {
      both = redundant(each, source, own());
      if (both != 0) statistics_.redundant[each.move_class()][both] += node_.times;
    }
    if (threats >= statistics_.active_threshold || both >= statistics_.redundant_threshold ||
        statistics_.is_extreme_delta(change.added * kListLengths + change.removed)) {
      extremes_.add(number, threats, change, both);
    }
    return both;
  }

  /// Castling and en passant have more parts than source and target.
  THREATPERFT_INLINE static bool is_composed(MoveKind kind) {
    static_assert(static_cast<unsigned>(MoveKind::en_passant) + 1 ==
                  static_cast<unsigned>(MoveKind::castling));
    return static_cast<unsigned>(kind) - static_cast<unsigned>(MoveKind::en_passant) <= 1;
  }
  THREATPERFT_INLINE static bool may_be_redundant(LeafMove move, const PieceSource& source) {
    return is_composed(move.kind()) || Bitboard{source.discovered}.contains(move.to());
  }
  [[gnu::noinline]] static std::uint32_t redundant(LeafMove move, const PieceSource& source,
                                                   const DeltaPart& own) {
    return is_composed(move.kind()) ? redundant_in(joined(source.part, own))
                                    : redundant_discovered(source.part, own);
  }

  static Delta joined(const DeltaPart& source, const DeltaPart& own) {
    Delta delta;
    delta.clear();
    for (const DeltaPart* part : {&source, &own}) {
      for (std::uint32_t i = 0; i < part->change.added; ++i) delta.added.push(part->added[i]);
      for (std::uint32_t i = 0; i < part->change.removed; ++i) delta.removed.push(part->removed[i]);
    }
    return delta;
  }

  // For all leaves of a piece at once.
  THREATPERFT_INLINE void count_sources() {
    for (const unsigned number : NumberSet{written_pieces_}) {
      const PieceSource& source = sources_[number];
      count_part(source.part, source.own_times, [&](unsigned slot) { return counters(slot); });
    }
  }

  THREATPERFT_INLINE std::uint64_t* counters(unsigned slot) {
    return statistics_.counters(bucket_after(node_.bucket, node_.position.side_to_move, slot));
  }

  const StatisticsNode& node_;
  Statistics& statistics_;
  SharedParts* const shared_;
  const Gather gather_;
  const DeltaWriters<UpdaterType>& writers_;
  const UpdaterType updater_;
  const LeafMoves moves_;
  StatisticsRecord record_;
  LeafExtremes extremes_;
  LeafLists lists_;
  std::uint64_t written_pieces_ = 0;  ///< those of which the source square's part is to be written
  PieceSource sources_[LeafMoves::kMostPieces];
  Batch batch_;
  Delta source_deltas_[LeafMoves::kMostPieces];
};

/// See Kernel::gather_moves.
template <class UpdaterType>
void gather_moves(const Position& position, Statistics& statistics) {
  const StatisticsNode node{position, Lanes{}, 0, 1};
  LeafCounter<UpdaterType>{node, Gather::moves, statistics, nullptr}.count();
}

}  // namespace threatperft::inline THREATPERFT_BUILD
