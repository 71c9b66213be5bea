#pragma once

#include "engine_core/perft/kernel.h"

namespace threatperft {

/// While one of these lives, the first SIGINT or SIGTERM raises the stop flag that walks look at, and one
/// more than 0.1 s after it ends the process at once; before that it counts as the same request, for
/// timeout(1) sends its signal twice. SIGPIPE is ignored from then on: a closed pipe shows up as an error
/// of the write.
class SignalGuard {
 public:
  SignalGuard();
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

  /// Raised by a signal; a command may raise it too, when going on has become pointless.
  static StopFlag& stop();

  /// The signal that arrived, 0 if none did.
  static int received();
};

}  // namespace threatperft
