#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine_core/threats/threat.h"

namespace threatperft {

/// A set of piece types, one bit each by `index(PieceType)`.
using TypeSet = std::uint8_t;

/// When a perspective sees the board mirrored by file.
enum class Mirroring : std::uint8_t {
  never,
  king_on_e_to_h,
  king_on_a_to_d,
};

/// Of two pieces of one type that attack each other, the direction that has an index.
enum class KeptDirection : std::uint8_t {
  from_larger,   ///< the attacker's square, as the perspective sees it, is the larger one
  from_smaller,  ///< it is the smaller one
};

/// Where the indices of one attacker against one victim start, both as the perspective sees them: white is
/// its own side.
struct LayoutBlock {
  Piece attacker;
  Piece victim;
  std::uint32_t start;
};

/// A numbering of threats as a net's inputs, as data. A perspective sees the board from its own side: for
/// black, ranks are flipped and colours swapped. The attackers' blocks follow each other, own pieces P N B R
/// Q K before the opponent's; in each, the victims that count, own before the opponent's in the same order of
/// types; for each of those the pairs of squares that the attacker can ever connect, by its square, then by
/// the victim's, both from a1.
struct LayoutDefinition {
  std::string name;
  std::array<TypeSet, kPieceTypeCount> victims{};  ///< by attacker type: the victim types that count
  TypeSet once = 0;  ///< types of which two pieces that attack each other have one index, not two
  KeptDirection kept = KeptDirection::from_larger;
  Mirroring mirroring = Mirroring::king_on_e_to_h;
  /// Replaces the order above if not empty: one entry for each attacker and victim that count.
  std::vector<LayoutBlock> blocks;
};

/// The layouts that public nets have used, named by their size: 79856, 66864, 60144, 59808.
const std::vector<LayoutDefinition>& known_layouts();

/// A layout ready for use: a table from raw indices to its own.
class Layout {
 public:
  static constexpr std::uint32_t no_index = 0xFFFFFFFF;

  /// Refuses, with the reason, a definition that is empty, gives two threats one index or leaves an index
  /// between the first and the last without a block. (The dropped directions of `once` keep their places, and
  /// are no gap.)
  static std::variant<Layout, std::string> make(LayoutDefinition definition);

  const LayoutDefinition& definition() const { return definition_; }
  const std::string& name() const { return definition_.name; }
  std::uint32_t size() const { return size_; }

  /// Whether a side whose king stands there sees the board mirrored.
  bool mirrored(Square king) const;

  /// The index of a threat as one side sees it, or nothing if it has none. The threat must have a raw index.
  std::optional<std::uint32_t> index_for(Threat threat, Color perspective, bool mirrored) const;

  /// The same for all raw indices at once; `no_index` where there is none.
  std::span<const std::uint32_t> table(Color perspective, bool mirrored) const;

  /// The threat that an index below `size()` stands for, as seen by white with the board not mirrored.
  Threat threat_at(std::uint32_t index) const { return threats_[index]; }

  /// Whether an index has a place but is never used, for the other direction of its pair is kept.
  bool is_dropped(std::uint32_t index) const;

  /// How many halves of an index a threat is worth on average: 0 if it has none, 2 if it has one, 1 if of it
  /// and the threat in the other direction, which is always there too, just one has. So the number of active
  /// indices is the same for both perspectives, and needs no squares: half the sum of the weights.
  unsigned weight(Piece attacker, Piece victim) const;

 private:
  explicit Layout(LayoutDefinition definition) : definition_(std::move(definition)) {}
  std::string place_blocks();
  void number_threats();
  bool counts(Piece attacker, Piece victim) const;
  bool is_dropped(Threat seen) const;

  LayoutDefinition definition_;
  std::uint32_t size_ = 0;
  std::array<std::uint32_t, kPieceCount * kPieceCount> starts_{};  ///< by attacker and victim as seen
  std::array<std::vector<std::uint32_t>, 4> tables_;               ///< 2 * perspective + mirrored
  std::vector<Threat> threats_;
};

/// A piece as a perspective sees it: its own colour is white.
constexpr Piece seen_by(Piece piece, Color perspective) {
  return piece_at(index(piece) ^ (perspective == Color::black ? 1u : 0u));
}

/// A threat as a perspective sees it: itself for white and not mirrored.
constexpr Threat seen_by(Threat threat, Color perspective, bool mirrored) {
  const unsigned flip = (perspective == Color::black ? 56u : 0u) ^ (mirrored ? 7u : 0u);
  return {seen_by(threat.attacker, perspective), square_at(index(threat.attacker_square) ^ flip),
          seen_by(threat.victim, perspective), square_at(index(threat.victim_square) ^ flip)};
}

/// P N B R Q K for white, p n b r q k for black.
char letter_of(Piece piece);
/// The other way; nothing for any other character.
std::optional<Piece> piece_of(char letter);

}  // namespace threatperft
