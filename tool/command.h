#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tool/console.h"
#include "tool/options.h"

namespace threatperft {

/// One command of the program. `run` gets what stands behind the command's name and returns an exit status;
/// it throws UserError where the call or the input is wrong.
struct Command {
  std::string_view name;
  std::string_view summary;  ///< for the list of commands, one line
  int (*run)(const Arguments& arguments, Console& console);
};

int run_check(const Arguments& arguments, Console& console);
int run_perft(const Arguments& arguments, Console& console);
int run_threats(const Arguments& arguments, Console& console);
int run_stats_command(const Arguments& arguments, Console& console);
int run_merge(const Arguments& arguments, Console& console);
int run_compare(const Arguments& arguments, Console& console);
int run_bench(const Arguments& arguments, Console& console);
int run_updaters(const Arguments& arguments, Console& console);

/// All commands, in the order in which they are listed. A new one is a file NAME_command.cpp, a line above,
/// and a line in commands.cpp.
std::span<const Command> commands();

/// Runs what a whole command line (without the program's name) asks for, and returns the exit status. Errors
/// are reported on the console; nothing is thrown.
int run_command_line(const Arguments& arguments, Console& console);

}  // namespace threatperft
