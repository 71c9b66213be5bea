#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "engine_core/chess/position.h"

namespace threatperft {

/// A position in four bits a square, clocks left out; exact, whatever stands on the board. Two positions have
/// one key if and only if the same pieces stand on the same squares, the same side is to move, with the same
/// castling rights and the same legal captures en passant.
struct PositionKey {
  std::array<std::uint64_t, 4> words{};

  friend bool operator==(const PositionKey&, const PositionKey&) = default;
};

PositionKey key_of(const Position& position);

/// The position that a key stands for, its clocks at their start.
Position position_of(const PositionKey& key);

/// A set of positions that keeps them in the order in which they came.
class PositionKeys {
 public:
  struct Place {
    std::size_t number;  ///< how many came before
    bool is_new;
  };

  /// Adds a position if it is not there.
  Place insert(const PositionKey& key);

  std::size_t size() const { return keys_.size(); }
  const PositionKey& operator[](std::size_t number) const { return keys_[number]; }

  /// The most memory that the next insertion may need in all, in bytes.
  std::size_t memory_to_insert() const;

 private:
  void grow();
  std::size_t find_slot(const PositionKey& key) const;

  std::deque<PositionKey> keys_;
  std::vector<std::uint32_t> slots_;  ///< a hash table of 1 + the number of a key; 0 is an empty slot
};

}  // namespace threatperft
