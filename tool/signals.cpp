#include "tool/signals.h"

#include <atomic>
#include <csignal>

namespace threatperft {

namespace {

StopFlag stop_flag = false;
std::atomic<int> received_signal = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler writes them");

void use_default_handlers() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

extern "C" void on_signal(int signal) {
  received_signal.store(signal);
  stop_flag.store(true);
  use_default_handlers();
}

void install(int signal) {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

SignalGuard::SignalGuard() {
  stop_flag.store(false);
  received_signal.store(0);
  std::signal(SIGPIPE, SIG_IGN);
  install(SIGINT);
  install(SIGTERM);
}

SignalGuard::~SignalGuard() { use_default_handlers(); }

StopFlag& SignalGuard::stop() { return stop_flag; }

int SignalGuard::received() { return received_signal.load(); }

}  // namespace threatperft
