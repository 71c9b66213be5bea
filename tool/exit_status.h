#pragma once

#include <stdexcept>

namespace threatperft {

/// What the process returns. Where several apply: interrupted before wrong input before a failed check, for
/// what was wrong with the input must be mended before the rest can be trusted; the report names everything.
inline constexpr int kExitOk = 0;
inline constexpr int kExitCheckFailed = 1;  ///< a wrong count, a wrong list
inline constexpr int kExitWrongInput =
    2;  ///< the call or the input was wrong, or the output could not be written
inline constexpr int kExitInternal = 3;  ///< a fault of the program's own

/// What a signal makes of the exit status: 130 for SIGINT, 143 for SIGTERM.
constexpr int exit_status_of_signal(int signal) { return 128 + signal; }

/// The user's call or files are at fault. `what()` says what was found and what was expected.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace threatperft
