#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

namespace threatperft {

/// How a child process that does this ended, as waitpid tells it; it ends with 0 where `body` returns true.
template <typename Body>
int status_of_child(Body body) {
  const pid_t child = fork();
  if (child == 0) _exit(body() ? 0 : 1);
  int status = -1;
  BOOST_REQUIRE(child > 0);
  BOOST_REQUIRE(waitpid(child, &status, 0) == child);
  return status;
}

/// Whether it was true there.
template <typename Body>
bool holds_in_child(Body body) {
  const int status = status_of_child(body);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace threatperft
