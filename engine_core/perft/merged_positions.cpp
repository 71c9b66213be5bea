#include "engine_core/perft/merged_positions.h"

#include <algorithm>
#include <stdexcept>

namespace threatperft {

Position unpack(const PackedPosition& packed) {
  const std::uint64_t* const types = packed.types;
  const std::uint64_t by_type[kPieceTypeCount] = {
      types[0] & ~types[1] & ~types[2], ~types[0] & types[1] & ~types[2], types[0] & types[1] & ~types[2],
      ~types[0] & ~types[1] & types[2], types[0] & ~types[1] & types[2],  ~types[0] & types[1] & types[2]};
  Position position = empty_position();
  for (unsigned type = 0; type < kPieceTypeCount; ++type) {
    for (const Square square : Bitboard{by_type[type]}) {
      const Color color = Bitboard{packed.white}.contains(square) ? Color::white : Color::black;
      position.put(make_piece(color, static_cast<PieceType>(type)), square);
    }
  }
  constexpr Bitboard kBackRanks = rank_bb(0) | rank_bb(7);
  position.castling_rooks = Bitboard{packed.state} & kBackRanks;
  position.side_to_move = static_cast<Color>(packed.state >> 32 & 1);
  position.en_passant = packed.en_passant;
  position.halfmove_clock = packed.halfmove_clock;
  position.fullmove_number = packed.fullmove_number;
  return position;
}

void throw_no_child() { throw std::logic_error("a collected position is no child of its parent"); }

MergedPositions::MergedPositions(unsigned capacity_log2)
    : slot_shift_(63 - capacity_log2),
      last_slot_((std::uint32_t{2} << capacity_log2) - 1),
      all_slots_(std::make_unique<std::uint64_t[]>(std::size_t{last_slot_} + 1)) {
  slots_ = all_slots_.get();
  all_entries_.reserve(std::size_t{last_slot_} / 2 + 1);  // not to be moved as it grows
}

void MergedPositions::append(const Arrival& arrival, const PackedPosition* parent, std::uint64_t unit,
                             std::uint32_t slot) {
  const bool goes_on = parent != nullptr && !all_siblings_.empty() && all_siblings_.back().has_parent &&
                       all_siblings_.back().parent == *parent;
  if (!goes_on) {
    Siblings& siblings = all_siblings_.emplace_back();
    siblings.begin = size_;
    siblings.has_parent = parent != nullptr;
    if (parent != nullptr) siblings.parent = *parent;
  }
  Entry& entry = all_entries_.emplace_back();
  entry.position = arrival.position;
  entry.times = 1;
  entry.unit = unit;
  entry.move = arrival.move;
  entry.slot = slot;
  ++size_;
  entries_ = all_entries_.data();
  siblings_ = all_siblings_.data();
  siblings_count_ = static_cast<std::uint32_t>(all_siblings_.size());
}

void MergedPositions::clear() {
  if (size_ > last_slot_ / 16) {
    std::fill_n(slots_, std::size_t{last_slot_} + 1, 0);
  } else {
    for (const Entry& entry : all_entries_) slots_[entry.slot] = 0;
  }
  size_ = siblings_count_ = 0;
  all_entries_.clear();
  all_siblings_.clear();
}

}  // namespace threatperft
