#include "engine_core/threats/layout.h"

#include <algorithm>
#include <utility>

#include "engine_core/threats/feature_space.h"

namespace threatperft {

namespace {

constexpr std::string_view kLetters = "PpNnBbRrQqKk";

constexpr TypeSet types(std::string_view letters) {
  TypeSet set = 0;
  for (const char letter : letters) set |= static_cast<TypeSet>(1u << (kLetters.find(letter) / 2));
  return set;
}

LayoutDefinition known(std::string name, std::array<std::string_view, kPieceTypeCount> victims) {
  LayoutDefinition definition;
  definition.name = std::move(name);
  for (std::size_t i = 0; i < kPieceTypeCount; ++i) definition.victims[i] = types(victims[i]);
  definition.once = types("PNBRQK");
  return definition;
}

/// The raw index of a piece's first pair of squares with the victim 0, and how many pairs there are.
struct PairRange {
  std::uint32_t first;
  std::uint32_t count;
};

PairRange pairs_of(Piece attacker) {
  PairRange range{kSquarePairs, 0};
  for (unsigned from = 0; from < 64; ++from) {
    const Bitboard reached = reach(attacker, square_at(from));
    range.count += static_cast<std::uint32_t>(reached.count());
    if (reached.empty()) continue;
    const Threat first{attacker, square_at(from), piece_at(0), reached.first()};
    range.first = std::min(range.first, index_of(first) / kPieceCount);
  }
  return range;
}

/// Own pieces by type, then the opponent's: the order of blocks.
Piece in_block_order(unsigned i) {
  return make_piece(static_cast<Color>(i / kPieceTypeCount), static_cast<PieceType>(i % kPieceTypeCount));
}

std::string pair_name(Piece attacker, Piece victim) {
  return std::string{letter_of(attacker)} + ">" + letter_of(victim);
}

unsigned cell(Piece attacker, Piece victim) { return index(attacker) * kPieceCount + index(victim); }

/// Whether two pieces of one type attack each other whenever one attacks the other.
bool is_mutual(Piece attacker, Piece victim) {
  return type_of(attacker) == type_of(victim) &&
         (type_of(attacker) != PieceType::pawn || color_of(attacker) != color_of(victim));
}

}  // namespace

const std::vector<LayoutDefinition>& known_layouts() {
  static const std::vector<LayoutDefinition> layouts = {
      known("79856", {"PNR", "PNBRQK", "PNBRK", "PNBRK", "PNBRQK", "PNBR"}),
      known("66864", {"PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", "PNBR"}),
      known("60144", {"PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""}),
      known("59808", {"NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""}),
  };
  return layouts;
}

char letter_of(Piece piece) { return kLetters[index(piece)]; }

std::optional<Piece> piece_of(char letter) {
  const std::size_t found = kLetters.find(letter);
  if (found == std::string_view::npos) return std::nullopt;
  return piece_at(static_cast<unsigned>(found));
}

std::variant<Layout, std::string> Layout::make(LayoutDefinition definition) {
  Layout layout{std::move(definition)};
  std::string error = layout.place_blocks();
  if (!error.empty()) return error;
  layout.number_threats();
  return layout;
}

// Lays out the blocks one behind the other, or checks that those given tile the numbering without overlap or
// gap.
std::string Layout::place_blocks() {
  std::vector<LayoutBlock> blocks = definition_.blocks;
  const bool given = !blocks.empty();
  starts_.fill(no_index);
  for (unsigned a = 0; a < kPieceCount; ++a) {
    for (unsigned v = 0; v < kPieceCount; ++v) {
      const Piece attacker = in_block_order(a);
      const Piece victim = in_block_order(v);
      const auto same = [&](const LayoutBlock& block) {
        return block.attacker == attacker && block.victim == victim;
      };
      const auto found = std::count_if(blocks.begin(), blocks.end(), same);
      if (given && found > 1) return "the block " + pair_name(attacker, victim) + " is given twice";
      if (given && found == 1 && !counts(attacker, victim)) {
        return "there is a block " + pair_name(attacker, victim) + ", but that victim does not count";
      }
      if (!counts(attacker, victim) || found == 1) continue;
      if (given) return "the block " + pair_name(attacker, victim) + " is missing";
      starts_[cell(attacker, victim)] = size_;
      size_ += pairs_of(attacker).count;
    }
  }
  std::sort(blocks.begin(), blocks.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
  for (const LayoutBlock& block : blocks) {
    const std::string name = pair_name(block.attacker, block.victim);
    if (block.start < size_)
      return "two threats have the index " + std::to_string(block.start) + ", where the block " + name +
             " starts";
    if (block.start > size_)
      return "no threat has the index " + std::to_string(size_) + ", before the block " + name;
    starts_[cell(block.attacker, block.victim)] = size_;
    size_ += pairs_of(block.attacker).count;
  }
  return size_ == 0 ? "no victim counts, the layout is empty" : "";
}

void Layout::number_threats() {
  std::array<std::uint32_t, kPieceCount> first{};
  for (unsigned i = 0; i < kPieceCount; ++i) first[i] = pairs_of(piece_at(i)).first;
  threats_.resize(size_);
  for (unsigned orientation = 0; orientation < 4; ++orientation) {
    std::vector<std::uint32_t>& table = tables_[orientation];
    table.assign(kRawThreats, no_index);
    // A pair of squares has its place whatever the victim is.
    for (std::uint32_t pair = 0; pair < kSquarePairs; ++pair) {
      const Threat on_none = threat_of(pair * kPieceCount);
      const auto side = static_cast<Color>(orientation / 2);
      Threat seen = seen_by(on_none, side, orientation % 2 != 0);
      const std::uint32_t place = index_of(seen) / kPieceCount - first[index(seen.attacker)];
      for (unsigned victim = 0; victim < kPieceCount; ++victim) {
        seen.victim = seen_by(piece_at(victim), side);
        if (!counts(seen.attacker, seen.victim)) continue;
        const std::uint32_t number = starts_[cell(seen.attacker, seen.victim)] + place;
        threats_[number] = seen;
        if (!is_dropped(seen)) table[pair * kPieceCount + victim] = number;
      }
    }
  }
}

bool Layout::mirrored(Square king) const {
  switch (definition_.mirroring) {
    case Mirroring::never:
      return false;
    case Mirroring::king_on_e_to_h:
      return file_of(king) >= 4;
    case Mirroring::king_on_a_to_d:
      return file_of(king) < 4;
  }
  return false;
}

std::optional<std::uint32_t> Layout::index_for(Threat threat, Color perspective, bool mirrored) const {
  const std::uint32_t number = table(perspective, mirrored)[index_of(threat)];
  if (number == no_index) return std::nullopt;
  return number;
}

std::span<const std::uint32_t> Layout::table(Color perspective, bool mirrored) const {
  return tables_[2 * threatperft::index(perspective) + (mirrored ? 1 : 0)];
}

bool Layout::is_dropped(std::uint32_t index) const { return is_dropped(threats_[index]); }

bool Layout::is_dropped(Threat seen) const {
  if (!is_mutual(seen.attacker, seen.victim)) return false;
  if ((definition_.once >> threatperft::index(type_of(seen.attacker)) & 1) == 0) return false;
  const bool larger = seen.attacker_square > seen.victim_square;
  return larger != (definition_.kept == KeptDirection::from_larger);
}

unsigned Layout::weight(Piece attacker, Piece victim) const {
  if (!counts(attacker, victim)) return 0;
  const bool once = (definition_.once >> threatperft::index(type_of(attacker)) & 1) != 0;
  return is_mutual(attacker, victim) && once ? 1 : 2;
}

bool Layout::counts(Piece attacker, Piece victim) const {
  return (definition_.victims[threatperft::index(type_of(attacker))] >> threatperft::index(type_of(victim)) &
          1) != 0;
}

}  // namespace threatperft
