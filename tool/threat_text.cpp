#include "tool/threat_text.h"

#include <fmt/format.h>

#include <string_view>

namespace threatperft {

std::string square_text(Square square) {
  if (index(square) >= kSquareCount) return fmt::format("[square {}]", index(square));
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

char piece_letter(Piece piece) {
  constexpr std::string_view kLetters = "PpNnBbRrQqKk";
  return is_piece(piece) ? kLetters[index(piece)] : '?';
}

std::string threat_text(const Threat& threat) {
  return fmt::format("{}{}>{}{}", piece_letter(threat.attacker), square_text(threat.attacker_square),
                     piece_letter(threat.victim), square_text(threat.victim_square));
}

std::string threats_text(const std::vector<Threat>& threats) {
  if (threats.empty()) return "none";
  std::string text;
  for (const Threat& threat : threats) {
    if (!text.empty()) text += ' ';
    text += threat_text(threat);
  }
  return text;
}

std::string board_text(const Position& position) {
  std::string text;
  for (unsigned rank = 8; rank-- > 0;) {
    text += static_cast<char>('1' + rank);
    text += ' ';
    for (unsigned file = 0; file < 8; ++file) {
      const Piece piece = position.at(square_at(file, rank));
      text += ' ';
      text += is_piece(piece) ? piece_letter(piece) : '.';
    }
    text += '\n';
  }
  return text + "   a b c d e f g h\n";
}

}  // namespace threatperft
