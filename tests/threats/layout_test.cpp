#include "engine_core/threats/layout.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"
#include "engine_core/threats/feature_space.h"
#include "engine_core/threats/oracle.h"

namespace threatperft {
namespace {

Layout make_layout(const LayoutDefinition& definition) {
  auto made = Layout::make(definition);
  BOOST_REQUIRE(std::holds_alternative<Layout>(made));
  return std::get<Layout>(std::move(made));
}

std::string refusal(const LayoutDefinition& definition) {
  const auto made = Layout::make(definition);
  BOOST_REQUIRE(std::holds_alternative<std::string>(made));
  return std::get<std::string>(made);
}

std::vector<std::uint32_t> active(const Layout& layout, const Position& position, Color side) {
  const bool mirrored = layout.mirrored(position.king(side));
  std::vector<std::uint32_t> indices;
  for (const Threat threat : threats_of(position)) {
    if (const auto index = layout.index_for(threat, side, mirrored)) indices.push_back(*index);
  }
  std::sort(indices.begin(), indices.end());
  return indices;
}

const LayoutDefinition& known(const std::string& name) {
  const auto& all = known_layouts();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
  BOOST_REQUIRE(found != all.end());
  return *found;
}

BOOST_AUTO_TEST_CASE(known_layouts_are_named_by_their_size) {
  BOOST_TEST(known_layouts().size() == 4u);
  for (const auto& definition : known_layouts()) {
    BOOST_TEST(std::to_string(make_layout(definition).size()) == definition.name);
  }
}

BOOST_AUTO_TEST_CASE(active_indices_equal_those_of_an_independent_program) {
  std::ifstream golden(LAYOUT_GOLDEN);
  BOOST_REQUIRE(golden.is_open());
  std::string line;
  int compared = 0;
  while (std::getline(golden, line)) {
    if (line.starts_with('#')) continue;
    std::istringstream head(line);
    std::string name, side, fen;
    head >> name >> side >> std::ws;
    std::getline(head, fen);
    std::getline(golden, line);
    std::istringstream numbers(line);
    std::vector<std::uint32_t> expected;
    for (std::uint32_t number = 0; numbers >> number;) expected.push_back(number);
    const auto found = active(make_layout(known(name)), *parse_fen(fen).position,
                              side == "white" ? Color::white : Color::black);
    BOOST_TEST(found == expected, boost::test_tools::per_element());
    ++compared;
  }
  BOOST_TEST(compared == 40);
}

BOOST_AUTO_TEST_CASE(an_index_stands_for_one_threat_in_each_orientation) {
  for (const auto& definition : known_layouts()) {
    const Layout layout = make_layout(definition);
    for (unsigned orientation = 0; orientation < 4; ++orientation) {
      const Color side = static_cast<Color>(orientation / 2);
      const bool mirrored = orientation % 2 != 0;
      std::vector<bool> used(layout.size());
      for (std::uint32_t raw = 0; raw < kRawThreats; ++raw) {
        const std::uint32_t number = layout.table(side, mirrored)[raw];
        BOOST_REQUIRE(layout.index_for(threat_of(raw), side, mirrored).value_or(Layout::no_index) == number);
        if (number == Layout::no_index) continue;
        BOOST_REQUIRE(!used[number]);
        used[number] = true;
        BOOST_REQUIRE(layout.threat_at(number) == seen_by(threat_of(raw), side, mirrored));
      }
      for (std::uint32_t number = 0; number < layout.size(); ++number) {
        BOOST_REQUIRE(used[number] != layout.is_dropped(number));
      }
    }
  }
}

// The claim that spares a walk all squares: the number of active indices follows from the pieces alone.
BOOST_AUTO_TEST_CASE(weights_count_active_indices_for_both_sides) {
  std::vector<Layout> layouts;
  for (const auto& definition : known_layouts()) layouts.push_back(make_layout(definition));
  LayoutDefinition other = known("66864");
  other.once = 0b000011;
  other.kept = KeptDirection::from_smaller;
  other.mirroring = Mirroring::king_on_a_to_d;
  layouts.push_back(make_layout(other));
  std::mt19937 random(77);
  for (int game = 0; game < 30; ++game) {
    Position position =
        *parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").position;
    for (int ply = 0; ply < 100; ++ply) {
      for (const Layout& layout : layouts) {
        unsigned halves = 0;
        for (const Threat threat : threats_of(position))
          halves += layout.weight(threat.attacker, threat.victim);
        BOOST_REQUIRE(halves % 2 == 0);
        BOOST_REQUIRE_EQUAL(active(layout, position, Color::white).size(), halves / 2);
        BOOST_REQUIRE_EQUAL(active(layout, position, Color::black).size(), halves / 2);
      }
      const std::vector<Move> moves = legal_moves(position);
      if (moves.empty()) break;
      position = after(position, moves[random() % moves.size()]);
    }
  }
}

BOOST_AUTO_TEST_CASE(mirroring_follows_the_king) {
  const Layout layout = make_layout(known("60144"));
  BOOST_TEST(!layout.mirrored(Square::d1));
  BOOST_TEST(layout.mirrored(Square::e1));
  LayoutDefinition never = known("60144");
  never.mirroring = Mirroring::never;
  BOOST_TEST(!make_layout(never).mirrored(Square::h8));
}

// Pawns against knights alone: two blocks an attacker, of 84 indices each.
LayoutDefinition small_layout() {
  LayoutDefinition small;
  small.name = "small";
  small.victims[index(PieceType::pawn)] = 1u << index(PieceType::knight);
  return small;
}

BOOST_AUTO_TEST_CASE(blocks_may_stand_in_any_order) {
  LayoutDefinition blocks = small_layout();
  BOOST_TEST(make_layout(blocks).size() == 336u);
  blocks.blocks = {{Piece::black_pawn, Piece::black_knight, 0},
                   {Piece::white_pawn, Piece::black_knight, 252},
                   {Piece::black_pawn, Piece::white_knight, 84},
                   {Piece::white_pawn, Piece::white_knight, 168}};
  const Layout layout = make_layout(blocks);
  BOOST_TEST(layout.size() == 336u);
  const Threat first{Piece::white_pawn, Square::a2, Piece::black_knight, Square::b3};
  BOOST_TEST(*layout.index_for(first, Color::white, false) == 252u);
  const Threat same_for_black{Piece::black_pawn, Square::a7, Piece::white_knight, Square::b6};
  BOOST_TEST(*layout.index_for(same_for_black, Color::black, false) == 252u);
  BOOST_TEST(*layout.index_for(first, Color::black, false) == 84u + 84u - 14u);
}

BOOST_AUTO_TEST_CASE(layouts_that_cannot_work_are_refused) {
  LayoutDefinition blocks = small_layout();
  blocks.blocks = {{Piece::white_pawn, Piece::white_knight, 0},
                   {Piece::white_pawn, Piece::black_knight, 84},
                   {Piece::black_pawn, Piece::white_knight, 168},
                   {Piece::black_pawn, Piece::black_knight, 251}};
  BOOST_TEST(refusal(blocks) == "two threats have the index 251, where the block p>n starts");
  blocks.blocks[3].start = 253;
  BOOST_TEST(refusal(blocks) == "no threat has the index 252, before the block p>n");
  blocks.blocks[3] = blocks.blocks[0];
  BOOST_TEST(refusal(blocks) == "the block P>N is given twice");
  blocks.blocks.pop_back();
  BOOST_TEST(refusal(blocks) == "the block p>n is missing");
  blocks.blocks.push_back({Piece::white_rook, Piece::white_knight, 252});
  BOOST_TEST(refusal(blocks) == "there is a block R>N, but that victim does not count");
  blocks.blocks.erase(blocks.blocks.begin(), blocks.blocks.end() - 1);
  blocks.blocks[0] = {Piece::white_pawn, Piece::white_knight, 1};
  BOOST_TEST(refusal(blocks) != "");
  BOOST_TEST(refusal(LayoutDefinition{}) == "no victim counts, the layout is empty");
}

BOOST_AUTO_TEST_CASE(letters_name_pieces) {
  for (unsigned code = 0; code < 12; ++code)
    BOOST_TEST((piece_of(letter_of(piece_at(code))) == piece_at(code)));
  BOOST_TEST(letter_of(Piece::white_knight) == 'N');
  BOOST_TEST(letter_of(Piece::black_king) == 'k');
  BOOST_TEST(!piece_of('x'));
}

}  // namespace
}  // namespace threatperft
