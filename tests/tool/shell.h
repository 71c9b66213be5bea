#pragma once

#include <string>

namespace threatperft {

/// What a shell command left behind.
struct Outcome {
  int status = -1;  ///< exit status; 128 + the signal where a signal ended it
  std::string out;
  std::string err;
};

/// Runs a command line in sh, in an empty folder of its own, with the program as `$T` (`threatperft` is
/// found, too), NO_COLOR and THREATPERFT_UPDATER unset, and `input` as standard input.
Outcome shell(const std::string& command, const std::string& input = "");

}  // namespace threatperft
