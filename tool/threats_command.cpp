#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "engine_core/chess/moves.h"
#include "engine_core/perft/kernels.h"
#include "engine_core/threats/oracle.h"
#include "tool/command.h"
#include "tool/common_options.h"
#include "tool/exit_status.h"
#include "tool/mismatch.h"
#include "tool/mismatch_report.h"
#include "tool/numbers.h"
#include "tool/position_argument.h"
#include "tool/result_json.h"
#include "tool/threat_text.h"

namespace threatperft {

namespace {

using Json = nlohmann::ordered_json;

constexpr CommandHelp kHelp{
    "threats [OPTIONS] [FEN]",
    "Shows a position and its threats, by attacker. Moves are played one after the\n"
    "other; for each, what the updater added and removed, compared with fresh lists.\n"
    "Qd1>pd7: the white queen on d1 attacks the black pawn on d7.",
    "  threatperft threats startpos --move e2e4 e7e5\n"
    "  threatperft threats '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' --json\n"};

/// One move that was played.
struct Step {
  Move move;
  std::string uci;
  std::string san;
  Mismatch delta;               ///< added and removed; the rest is unused
  std::vector<Threat> threats;  ///< the fresh list after the move
  ListDifference difference;    ///< of the updated list from it
  std::string fen;

  bool is_right() const { return difference.empty() && !delta.overlong; }
};

po::options_description threats_options() {
  po::options_description options("Options", 80, 50);
  options.add_options()(
      "move", po::value<std::vector<std::string>>()->multitoken()->composing()->value_name("UCI..."),
      "moves to play, such as e2e4 e7e8q e1g1")("json", "as JSON");
  add_updater(options);
  add_chess960(options);
  options.add_options()("strict", "refuse positions that no game can reach");
  add_help(options);
  return options;
}

std::string legal_moves_text(const Position& position, CastlingNotation notation) {
  std::string text;
  for (const Move move : legal_moves(position)) text += fmt::format(" {}", to_uci(move, notation));
  return text.empty() ? " none" : text;
}

void sort_by_squares(std::vector<Threat>& threats) {
  std::ranges::sort(threats, {}, [](const Threat& threat) {
    return std::tuple{threat.attacker_square, threat.victim_square, threat.attacker, threat.victim};
  });
}

Step play(const Position& position, const std::string& text, CastlingNotation notation,
          const Kernel& kernel) {
  const std::optional<Move> move = parse_uci(position, text);
  if (!move) {
    throw UserError(fmt::format("--move: found '{}', expected a legal move in {}:{}", text,
                                to_fen(position, notation), legal_moves_text(position, notation)));
  }
  Step step;
  step.move = *move;
  step.uci = to_uci(*move, notation);
  step.san = to_san(position, *move);
  Delta delta;
  kernel.delta(position, *move, delta);
  copy_delta(delta, step.delta);
  sort_by_squares(step.delta.added);  // updaters write them in orders of their own
  sort_by_squares(step.delta.removed);
  const Position reached = after(position, *move);
  step.threats = threats_of(reached);
  step.difference = compare_lists(threats_of(position), step.delta.added, step.delta.removed, step.threats);
  step.fen = to_fen(reached, notation);
  return step;
}

/// "  Qd1  > Pd2 Kd8 ...": one line for each attacker.
std::string by_attacker(const std::vector<Threat>& threats) {
  std::string text;
  Square attacker = Square::none;
  for (const Threat& threat : threats) {
    if (threat.attacker_square != attacker) {
      attacker = threat.attacker_square;
      text += fmt::format("{}  {}{} >", text.empty() ? "" : "\n", piece_letter(threat.attacker),
                          square_text(attacker));
    }
    text += fmt::format(" {}{}", piece_letter(threat.victim), square_text(threat.victim_square));
  }
  return text.empty() ? text : text + "\n";
}

std::string step_text(const Step& step, const Console& console) {
  std::string text =
      fmt::format("\n{} ({})\n  {}\n", console.styled(Style::strong, step.uci), step.san, step.fen);
  text += fmt::format("  added {}: {}\n", step.delta.added.size(), threats_text(step.delta.added));
  text += fmt::format("  removed {}: {}\n", step.delta.removed.size(), threats_text(step.delta.removed));
  if (step.is_right()) {
    return text + fmt::format("  {}, {}\n", plural(step.threats.size(), "threat"),
                              console.styled(Style::good, "equal to a fresh list"));
  }
  text += fmt::format("  {}\n", console.styled(Style::bad, "WRONG: not equal to a fresh list"));
  if (step.delta.overlong) text += "  the delta claims more threats than its lists can hold\n";
  text += fmt::format("  missing: {}\n", threats_text(step.difference.missing));
  text += fmt::format("  extra: {}\n", threats_text(step.difference.extra));
  text += fmt::format("  doubled: {}\n", threats_text(step.difference.doubled));
  return text + fmt::format("  removed, but not there: {}\n", threats_text(step.difference.absent));
}

Json list_json(const std::vector<Threat>& threats) {
  Json list = Json::array();
  for (const Threat& threat : threats) list.push_back(threat_text(threat));
  return list;
}

Json threats_json(const NamedPosition& named, const std::vector<Step>& steps, const Kernel& kernel) {
  Json moves = Json::array();
  for (const Step& step : steps) {
    moves.push_back({{"move", step.uci},
                     {"san", step.san},
                     {"fen", step.fen},
                     {"added", list_json(step.delta.added)},
                     {"removed", list_json(step.delta.removed)},
                     {"threats", step.threats.size()},
                     {"verified", step.is_right()},
                     {"missing", list_json(step.difference.missing)},
                     {"extra", list_json(step.difference.extra)},
                     {"doubled", list_json(step.difference.doubled)},
                     {"removed_but_absent", list_json(step.difference.absent)}});
  }
  return {{"schema", "threatperft.threats/1"},
          {"tool", tool_json()},
          {"updater", to_string(kernel.updater)},
          {"build", kernel.build},
          {"fen", named.fen},
          {"threats", list_json(threats_of(named.position))},
          {"moves", std::move(moves)}};
}

std::string threats_view(const NamedPosition& named, const std::vector<Step>& steps, const Kernel& kernel,
                         const Console& console) {
  const std::vector<Threat> threats = threats_of(named.position);
  std::string text = fmt::format("{}\n{}\n\n{} threats\n{}", board_text(named.position), named.fen,
                                 threats.size(), by_attacker(threats));
  for (const Step& step : steps) text += step_text(step, console);
  if (!steps.empty()) text += fmt::format("\nupdater {} ({})\n", to_string(kernel.updater), kernel.build);
  return text;
}

}  // namespace

int run_threats(const Arguments& arguments, Console& console) {
  const po::options_description options = threats_options();
  const ParsedOptions parsed = parse_options(arguments, options);
  if (parsed.has("help")) {
    console.print(help_text(kHelp, options));
    return kExitOk;
  }
  const Kernel& kernel = read_kernel(parsed);
  const NamedPosition named = read_position(parsed.words, read_line_options(parsed), console);
  std::vector<Step> steps;
  if (parsed.has("move")) {
    Position position = named.position;
    for (const std::string& text : parsed.values["move"].as<std::vector<std::string>>()) {
      steps.push_back(play(position, text, named.notation, kernel));
      position = after(position, steps.back().move);
    }
  }
  console.print(parsed.has("json") ? json_text(threats_json(named, steps, kernel))
                                   : threats_view(named, steps, kernel, console));
  const bool all_right =
      std::all_of(steps.begin(), steps.end(), [](const Step& step) { return step.is_right(); });
  return all_right ? kExitOk : kExitCheckFailed;
}

}  // namespace threatperft
