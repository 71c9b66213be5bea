#include "tool/mismatch_report.h"

#include <fmt/format.h>

#include "engine_core/chess/moves.h"
#include "engine_core/threats/oracle.h"
#include "tool/shell_quote.h"
#include "tool/threat_text.h"

namespace threatperft {

namespace {

std::string_view stage_text(CheckStage stage) {
  return stage == CheckStage::made ? "after the move was made" : "after the move was taken back";
}

/// The positions along a path, the root first.
std::vector<Position> positions_along(const Position& root, const std::vector<Move>& path) {
  std::vector<Position> positions{root};
  for (const Move move : path) positions.push_back(after(positions.back(), move));
  return positions;
}

std::string chess960_option(CastlingNotation notation) {
  return notation == CastlingNotation::chess960 ? " --chess960 always" : "";
}

/// One ply is enough where the move's own delta is wrong. Else the fault came about on the way, and the walk
/// that met it is repeated from where its list was fresh.
std::vector<std::string> repeat_commands(const MismatchReport& report, const std::string& walk_fen,
                                         std::size_t walk_depth, CastlingNotation notation) {
  const std::string options =
      fmt::format(" --updater {}{}", shell_quote(report.updater), chess960_option(notation));
  const bool delta_is_wrong =
      report.stage == CheckStage::made && (!report.difference.empty() || report.overlong);
  const std::string& check_fen = delta_is_wrong ? report.before_fen : walk_fen;
  const std::size_t check_depth = delta_is_wrong ? 1 : walk_depth;
  return {
      fmt::format("threatperft threats {} --move {}{}", shell_quote(report.before_fen),
                  shell_quote(report.move_uci), options),
      fmt::format("echo {} | threatperft check - --depth {}{}", shell_quote(check_fen), check_depth, options),
  };
}

std::string verdict(const MismatchReport& report) {
  if (report.stage == CheckStage::unmade)
    return "the list or the position is not what it was before the move";
  if (report.overlong) return "the delta claims more threats than its lists can hold";
  if (!report.difference.empty()) return "the delta is wrong";
  return "the delta of this move is right: the list was wrong before it";
}

nlohmann::ordered_json list_json(const std::vector<Threat>& threats) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Threat& threat : threats) list.push_back(threat_text(threat));
  return list;
}

std::string moves_uci(const std::vector<Move>& moves, CastlingNotation notation) {
  std::string line;
  for (const Move move : moves) {
    if (!line.empty()) line += ' ';
    line += to_uci(move, notation);
  }
  return line;
}

}  // namespace

std::string san_line(const Position& root, const std::vector<Move>& moves) {
  std::string line;
  Position position = root;
  for (const Move move : moves) {
    const bool white = position.side_to_move == Color::white;
    if (!line.empty()) line += ' ';
    if (white) line += fmt::format("{}. ", position.fullmove_number);
    if (!white && line.empty()) line += fmt::format("{}... ", position.fullmove_number);
    line += to_san(position, move);
    position = after(position, move);
  }
  return line;
}

namespace {

/// What differs: the list after the move; or, once it was taken back, the list before it. Taking back swaps
/// the two sides of the delta, so that a delta that cannot be reversed shows up here; one that can leaves
/// nothing to show but that the state was not restored. The walk gives an empty delta where it cannot tell
/// which of several moves it was.
ListDifference difference_of(const Mismatch& mismatch, const Position& before, const Position& reached) {
  const std::vector<Threat> old_list = threats_of(before);
  const std::vector<Threat> new_list = threats_of(reached);
  if (mismatch.stage == CheckStage::made) {
    return compare_lists(old_list, mismatch.added, mismatch.removed, new_list);
  }
  if (mismatch.added.empty() && mismatch.removed.empty()) return {};
  return compare_lists(new_list, mismatch.removed, mismatch.added, old_list);
}

}  // namespace

MismatchReport describe(const Mismatch& mismatch, const MismatchContext& context) {
  const std::vector<Position> positions = positions_along(mismatch.root, mismatch.path);
  MismatchReport report;
  report.id = context.id;
  report.updater = context.updater;
  report.build = context.build;
  report.stage = mismatch.stage;
  report.overlong = mismatch.overlong;
  report.added = mismatch.added;
  report.removed = mismatch.removed;
  report.root_fen = to_fen(mismatch.root, context.notation);
  report.reached_fen = to_fen(positions.back(), context.notation);
  report.before_fen = report.reached_fen;
  if (!mismatch.path.empty()) {
    const Position& before = positions[positions.size() - 2];
    report.before_fen = to_fen(before, context.notation);
    report.move_uci = to_uci(mismatch.path.back(), context.notation);
    report.move_san = to_san(before, mismatch.path.back());
    report.difference = difference_of(mismatch, before, positions.back());
  }
  report.moves_uci = moves_uci(mismatch.path, context.notation);
  report.moves_san = san_line(mismatch.root, mismatch.path);
  const std::string walk_fen = to_fen(positions[mismatch.walk_start], context.notation);
  report.repeat =
      repeat_commands(report, walk_fen, mismatch.path.size() - mismatch.walk_start, context.notation);
  return report;
}

std::string to_text(const MismatchReport& report) {
  std::string text;
  const auto line = [&text](std::string_view name, std::string_view value) {
    text += fmt::format("    {:<9} {}\n", name, value);
  };
  text += fmt::format("  wrong threat list in {}, {}: {}\n", report.id, stage_text(report.stage),
                      verdict(report));
  line("root", report.root_fen);
  line("moves", report.moves_uci);
  line("", report.moves_san);
  line("reached", report.reached_fen);
  line("move", fmt::format("{} ({})", report.move_uci, report.move_san));
  line("updater", fmt::format("{} ({})", report.updater, report.build));
  line("missing", threats_text(report.difference.missing));
  line("extra", threats_text(report.difference.extra));
  line("doubled", threats_text(report.difference.doubled));
  if (!report.difference.absent.empty()) line("not there", threats_text(report.difference.absent));
  line("added", threats_text(report.added));
  line("removed", threats_text(report.removed));
  for (const std::string& command : report.repeat) line("repeat", command);
  return text;
}

nlohmann::ordered_json to_json(const MismatchReport& report) {
  return {
      {"id", report.id},
      {"stage", report.stage == CheckStage::made ? "made" : "unmade"},
      {"root", report.root_fen},
      {"moves", report.moves_uci},
      {"san", report.moves_san},
      {"reached", report.reached_fen},
      {"move", report.move_uci},
      {"updater", report.updater},
      {"build", report.build},
      {"verdict", verdict(report)},
      {"missing", list_json(report.difference.missing)},
      {"extra", list_json(report.difference.extra)},
      {"doubled", list_json(report.difference.doubled)},
      {"removed_but_absent", list_json(report.difference.absent)},
      {"added", list_json(report.added)},
      {"removed", list_json(report.removed)},
      {"repeat", report.repeat},
  };
}

}  // namespace threatperft
