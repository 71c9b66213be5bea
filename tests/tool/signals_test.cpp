#include "tool/signals.h"

#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <thread>

using namespace threatperft;

namespace {

/// How a child process that does this ended, as waitpid tells it; it ends with 0 where this returns true.
template <typename Body>
int status_of_child(Body body) {
  const pid_t child = fork();
  if (child == 0) _exit(body() ? 0 : 1);
  int status = -1;
  BOOST_REQUIRE(child > 0);
  BOOST_REQUIRE(waitpid(child, &status, 0) == child);
  return status;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_signal_raises_the_flag_and_is_told) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const int status = status_of_child([&] {
      const SignalGuard guard;
      const bool before = SignalGuard::stop() || SignalGuard::received() != 0;
      raise(signal);
      return !before && SignalGuard::stop() && SignalGuard::received() == signal;
    });
    BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  }
}

BOOST_AUTO_TEST_CASE(signals_that_come_together_are_one_request) {
  int status = -1;
  // Again if the machine has been busy with something else for 0.1 s in between.
  for (int attempt = 0; attempt < 5 && (attempt == 0 || WIFSIGNALED(status)); ++attempt) {
    status = status_of_child([] {
      const SignalGuard guard;
      for (const int signal : {SIGINT, SIGINT, SIGTERM}) raise(signal);
      return SignalGuard::stop() && SignalGuard::received() == SIGINT;
    });
  }
  BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}

BOOST_AUTO_TEST_CASE(a_later_signal_ends_the_process_at_once) {
  const int status = status_of_child([] {
    const SignalGuard guard;
    raise(SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    raise(SIGTERM);
    return true;
  });
  BOOST_TEST((WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM));
}

BOOST_AUTO_TEST_CASE(every_guard_begins_anew) {
  const int status = status_of_child([] {
    for (const int signal : {SIGINT, SIGTERM}) {
      const SignalGuard guard;
      if (SignalGuard::stop() || SignalGuard::received() != 0) return false;
      raise(signal);
      if (SignalGuard::received() != signal) return false;
    }
    return true;
  });
  BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}
