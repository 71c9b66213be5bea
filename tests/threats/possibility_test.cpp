#include "engine_core/threats/possibility.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <string>
#include <vector>

#include "engine_core/threats/feature_space.h"
#include "engine_core/threats/oracle.h"

namespace threatperft {
namespace {

// Legal as far as a single position tells: at most one side's king is attacked, so that side can be the one
// to move.
bool is_legal(const Position& position) {
  bool attacked[2] = {};
  for (const Threat threat : threats_of(position)) {
    const bool is_check =
        type_of(threat.victim) == PieceType::king && color_of(threat.attacker) != color_of(threat.victim);
    if (is_check) attacked[index(color_of(threat.victim))] = true;
  }
  return !attacked[0] || !attacked[1];
}

bool shows(const Position& position, Threat threat) {
  const auto threats = threats_of(position);
  return std::find(threats.begin(), threats.end(), threat) != threats.end();
}

// Puts a king on the first square that makes the position legal and leaves the threat; `allowed` narrows the
// squares.
bool complete(const Position& position, Threat threat, Color color, Bitboard white_king_squares) {
  const Bitboard allowed = color == Color::white ? white_king_squares : ~Bitboard{};
  if (!position.pieces(color, PieceType::king).empty()) {
    if (!allowed.contains(position.king(color))) return false;
    if (color == Color::black) return is_legal(position) && shows(position, threat);
    return complete(position, threat, Color::black, white_king_squares);
  }
  for (const Square square : allowed & ~position.occupied()) {
    Position next = position;
    next.put(make_piece(color, PieceType::king), square);
    if (color == Color::white ? complete(next, threat, Color::black, white_king_squares)
                              : is_legal(next) && shows(next, threat)) {
      return true;
    }
  }
  return false;
}

bool can_be_shown(Threat threat, Bitboard white_king_squares) {
  const bool pawn_on_edge = type_of(threat.victim) == PieceType::pawn &&
                            (rank_of(threat.victim_square) == 0 || rank_of(threat.victim_square) == 7);
  const bool two_kings = threat.attacker == threat.victim && type_of(threat.victim) == PieceType::king;
  if (pawn_on_edge || two_kings) return false;
  Position position = empty_position();
  position.put(threat.attacker, threat.attacker_square);
  position.put(threat.victim, threat.victim_square);
  return complete(position, threat, Color::white, white_king_squares);
}

BOOST_AUTO_TEST_CASE(a_threat_is_impossible_exactly_if_no_legal_position_shows_it) {
  for (std::uint32_t raw = 0; raw < kRawThreats; ++raw) {
    const Threat threat = threat_of(raw);
    BOOST_TEST_INFO(letter_of(threat.attacker) << index(threat.attacker_square) << letter_of(threat.victim)
                                               << index(threat.victim_square));
    BOOST_REQUIRE_EQUAL(can_be_shown(threat, ~Bitboard{}), !is_impossible(possibility_of(threat)));
  }
}

BOOST_AUTO_TEST_CASE(the_same_for_the_indices_of_a_mirrored_layout) {
  const Layout layout = std::get<Layout>(Layout::make(known_layouts().front()));
  const Bitboard left_half{0x0F0F0F0F0F0F0F0Full};
  for (std::uint32_t number = 0; number < layout.size(); ++number) {
    BOOST_REQUIRE_EQUAL(can_be_shown(layout.threat_at(number), left_half),
                        !is_impossible(possibility_of(layout, number)));
  }
}

BOOST_AUTO_TEST_CASE(reasons_have_their_numbers) {
  std::map<std::string, int> reasons;
  for (std::uint32_t raw = 0; raw < kRawThreats; ++raw)
    ++reasons[std::string(to_string(possibility_of(threat_of(raw))))];
  // Pairs that end on the first or last rank: a pawn of either colour may be the victim on none of them.
  int edge = 0;
  for (unsigned attacker = 0; attacker < 12; ++attacker) {
    for (unsigned from = 0; from < 64; ++from) {
      edge += (reach(piece_at(attacker), square_at(from)) & (rank_bb(0) | rank_bb(7))).count();
    }
  }
  BOOST_TEST(reasons["pawn-on-edge"] == 2 * edge);
  BOOST_TEST(reasons["second-king"] == 840);
  BOOST_TEST(reasons["kings-adjacent"] == 840);
  BOOST_TEST(reasons["unmoved-pawn-check"] == 56);  // 14 pairs, both directions, both colours
  BOOST_TEST(reasons["king-mirrored-away"] == 0);
}

BOOST_AUTO_TEST_CASE(kings_of_a_layout_stay_on_their_half) {
  LayoutDefinition definition = known_layouts().front();
  const auto count = [](const Layout& layout) {
    int away = 0;
    for (std::uint32_t number = 0; number < layout.size(); ++number) {
      away += possibility_of(layout, number) == Possibility::king_mirrored_away;
    }
    return away;
  };
  const int mirrored = count(std::get<Layout>(Layout::make(definition)));
  BOOST_TEST(mirrored > 0);
  definition.mirroring = Mirroring::king_on_a_to_d;
  BOOST_TEST(count(std::get<Layout>(Layout::make(definition))) == mirrored);
  definition.mirroring = Mirroring::never;
  BOOST_TEST(count(std::get<Layout>(Layout::make(definition))) == 0);
}

}  // namespace
}  // namespace threatperft
