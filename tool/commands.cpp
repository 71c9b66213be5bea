#include <fmt/format.h>

#include <array>
#include <exception>
#include <new>
#include <vector>

#include "tool/command.h"
#include "tool/exit_status.h"
#include "tool/suggest.h"
#include "tool/version.h"

namespace threatperft {

namespace {

constexpr std::array kCommands{
    Command{"check", "compare kept threat lists with fresh ones at every node", run_check},
    Command{"perft", "count one position's tree: nodes, threats, signature", run_perft},
    Command{"threats", "show a position's threats, and what moves add and remove", run_threats},
    Command{"stats", "count which threats occur, and what moves change", run_stats_command},
    Command{"merge", "join the results of shards, or of several runs of stats", run_merge},
    Command{"compare", "list in what two results differ, and speed that was lost", run_compare},
    Command{"bench", "time every updater on fixed work", run_bench},
    Command{"updaters", "list the updaters, and which of them this machine can run", run_updaters},
};

std::string overview() {
  std::string text =
      "Usage: threatperft COMMAND [OPTIONS] [FILES]\n"
      "Threat-checked perft for chess engines.\n\nCommands:\n";
  for (const Command& command : kCommands) text += fmt::format("  {:<9} {}\n", command.name, command.summary);
  text +=
      "\n'threatperft COMMAND --help' explains a command; 'threatperft --version'.\n"
      "Exit status: 0 all well, 1 a check failed, 2 wrong call, input or output (also\n"
      "if a check failed, too), 130 and 143 interrupted.\n"
      "\nExamples:\n"
      "  threatperft check\n"
      "  threatperft perft startpos --depth 5 --divide\n"
      "  threatperft threats startpos --move e2e4\n"
      "  threatperft stats --depth 3 --filter kiwipete\n";
  return text;
}

const Command& command_named(const std::string& name) {
  for (const Command& command : kCommands) {
    if (command.name == name) return command;
  }
  std::vector<std::string> names;
  names.reserve(kCommands.size());
  for (const Command& command : kCommands) names.emplace_back(command.name);
  const auto meant = suggest(name, names);
  const std::string kind = name.starts_with('-') ? "option" : "command";
  throw UserError(fmt::format(
      "unknown {} '{}'; {}", kind, name,
      meant ? fmt::format("did you mean '{}'?", *meant) : "'threatperft --help' lists the commands"));
}

int dispatch(const Arguments& arguments, Console& console) {
  if (arguments.empty()) {
    console.message(overview());
    return kExitWrongInput;
  }
  const std::string& first = arguments.front();
  if (first == "--help" || first == "-h" || first == "help") {
    if (first == "help" && arguments.size() > 1) return command_named(arguments[1]).run({"--help"}, console);
    console.print(overview());
    return kExitOk;
  }
  if (first == "--version") {
    console.print(fmt::format("threatperft {} ({}, {})\n", tool_version(), tool_revision(), tool_compiler()));
    return kExitOk;
  }
  return command_named(first).run({arguments.begin() + 1, arguments.end()}, console);
}

}  // namespace

std::span<const Command> commands() { return kCommands; }

int run_command_line(const Arguments& arguments, Console& console) {
  int status = kExitInternal;
  try {
    status = dispatch(arguments, console);
  } catch (const UserError& error) {
    console.message(fmt::format("threatperft: {}", error.what()));
    status = kExitWrongInput;
  } catch (const std::bad_alloc&) {
    console.message("threatperft: out of memory");
    status = kExitWrongInput;
  } catch (const std::exception& error) {
    console.message(fmt::format("threatperft: internal error, please report it: {}", error.what()));
  }
  if (!console.finish() && status < kExitInternal) status = kExitWrongInput;
  return status;
}

}  // namespace threatperft
