#include "tool/signals.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <thread>

#include "child_process.h"

using namespace threatperft;

BOOST_AUTO_TEST_CASE(a_signal_raises_the_flag_and_is_told) {
  for (const int signal : {SIGINT, SIGTERM}) {
    BOOST_TEST(holds_in_child([&] {
      const SignalGuard guard;
      const bool before = SignalGuard::stop() || SignalGuard::received() != 0;
      raise(signal);
      return !before && SignalGuard::stop() && SignalGuard::received() == signal;
    }));
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
  BOOST_TEST(holds_in_child([] {
    for (const int signal : {SIGINT, SIGTERM}) {
      const SignalGuard guard;
      if (SignalGuard::stop() || SignalGuard::received() != 0) return false;
      raise(signal);
      if (SignalGuard::received() != signal) return false;
    }
    return true;
  }));
}
