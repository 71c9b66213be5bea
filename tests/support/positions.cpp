#include "tests/support/positions.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"

namespace threatperft::support {
namespace {

/// Shuffles a first rank until its bishops stand on two colours and its king between the rooks.
std::string first_rank(Random& random) {
  std::string rank = "bbkqrrnn";
  const auto is_good = [&rank] {
    return (rank.find('b') + rank.rfind('b')) % 2 == 1 && rank.find('r') < rank.find('k') &&
           rank.find('k') < rank.rfind('r');
  };
  do {
    for (std::size_t i = rank.size(); i > 1; --i) std::swap(rank[i - 1], rank[random_below(random, i)]);
  } while (!is_good());
  return rank;
}

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
  return text;
}

bool is_rare(Move move) {
  return move.kind == MoveKind::castling || move.kind == MoveKind::en_passant || is_promotion(move.kind);
}

}  // namespace

std::size_t random_below(Random& random, std::size_t bound) { return random() % bound; }

Position position_of(std::string_view fen) {
  const FenResult result = parse_fen(fen);
  if (!result.position) throw std::invalid_argument(std::string(fen) + ": " + result.error->text());
  return *result.position;
}

Position start_position() { return position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"); }

Position chess960_start(Random& random, bool mirrored) {
  const std::string white = first_rank(random);
  const std::string black = mirrored ? white : first_rank(random);
  return position_of(black + "/pppppppp/8/8/8/8/PPPPPPPP/" + in_capitals(white) + " w KQkq - 0 1");
}

std::vector<Position> random_game(const Position& start, int plies, Random& random) {
  std::vector<Position> game{start};
  while (static_cast<int>(game.size()) <= plies) {
    std::vector<Move> choice = legal_moves(game.back());
    if (choice.empty()) break;
    if (random_below(random, 2) == 0) {
      // Not std::ranges: clang 14 cannot read what libstdc++ 12 returns there.
      const auto common = std::stable_partition(choice.begin(), choice.end(), is_rare);
      if (common != choice.begin()) choice.erase(common, choice.end());
    }
    const Position next = after(game.back(), choice[random_below(random, choice.size())]);
    game.push_back(next);
  }
  return game;
}

std::vector<Position> game_positions(std::size_t games, int plies, Random& random) {
  std::vector<Position> positions;
  for (std::size_t i = 0; i < games; ++i) {
    const Position start = i % 2 == 0 ? start_position() : chess960_start(random, i % 4 == 1);
    const std::vector<Position> game = random_game(start, plies, random);
    positions.insert(positions.end(), game.begin(), game.end());
  }
  return positions;
}

}  // namespace threatperft::support
