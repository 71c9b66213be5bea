#include "tool/position_argument.h"

#include <fmt/format.h>

#include <array>
#include <iostream>
#include <optional>
#include <string_view>

#include "epd/embedded.h"
#include "epd/suite.h"
#include "tool/exit_status.h"
#include "tool/suggest.h"

namespace threatperft {

namespace {

struct KnownName {
  std::string_view name;
  std::string_view fen;
};

/// The positions that every perft page begins with.
constexpr std::array kKnownNames{
    KnownName{"startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    KnownName{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    KnownName{"position3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
    KnownName{"position4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"},
    KnownName{"position5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"},
    KnownName{"position6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"},
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

std::string first_line_of_standard_input() {
  for (std::string line; std::getline(std::cin, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.find_first_not_of(" \t") != std::string::npos) return line;
  }
  throw UserError("standard input: found nothing, expected a FEN");
}

/// The FEN of a name; nothing if nobody is called so.
std::optional<std::string> fen_of_name(const std::string& name, std::vector<std::string>& names) {
  for (const KnownName& known : kKnownNames) {
    if (known.name == name) return std::string(known.fen);
    names.emplace_back(known.name);
  }
  for (const EmbeddedSuite& embedded : embedded_suites()) {
    const Suite suite = parse_suite(std::string(embedded.name), embedded.bytes);
    for (const SuitePosition& position : suite.positions) {
      if (position.id == name) return position.fen;
      names.push_back(position.id);
    }
  }
  return std::nullopt;
}

std::string fen_named(const std::string& name) {
  std::vector<std::string> names;
  if (auto fen = fen_of_name(name, names)) return *fen;
  const auto meant = suggest(name, names);
  throw UserError(fmt::format("found '{}', expected a FEN or a name such as startpos or kiwipete{}", name,
                              meant ? fmt::format("; did you mean {}?", *meant) : ""));
}

void show_warnings(const FenResult& result, Console& console) {
  for (const FenWarning& warning : result.warnings) {
    if (!warning.only_verbose) console.message(fmt::format("warning: {}", warning.diagnostic.text()));
  }
}

}  // namespace

NamedPosition read_position(const std::vector<std::string>& words, const LineOptions& options,
                            Console& console) {
  NamedPosition named;
  std::string text = words.empty() ? "startpos" : joined(words);
  named.id = "position";
  if (text == "-") text = first_line_of_standard_input();
  if (text.find_first_of("/ ") == std::string::npos) {
    named.id = text;
    text = fen_named(text);
  }
  const FenResult result = parse_fen(text, options.strictness);
  if (!result.position) {
    throw UserError(fmt::format("FEN: {}", result.error ? result.error->text() : "not a position"));
  }
  show_warnings(result, console);
  if (result.chess960 && options.chess960 == Chess960::never) {
    throw UserError("FEN: a castling right that standard chess does not have, and --chess960 never");
  }
  const bool chess960 = result.chess960 || options.chess960 == Chess960::always;
  named.notation = chess960 ? CastlingNotation::chess960 : CastlingNotation::standard;
  named.position = *result.position;
  named.fen = to_fen(named.position, named.notation);
  return named;
}

}  // namespace threatperft
