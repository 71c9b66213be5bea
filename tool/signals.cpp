#include "tool/signals.h"

#include <time.h>

#include <atomic>
#include <csignal>
#include <cstdint>

namespace threatperft {

namespace {

/// What timeout(1) and some shells send twice, to the process and to its group, arrives within this time.
constexpr std::int64_t kOneRequest = 100'000'000;

StopFlag stop_flag = false;
std::atomic<int> received_signal = 0;
/// When the first signal came, in nanoseconds; 0 before.
std::atomic<std::int64_t> received_at = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler writes them");

void use_default_handlers() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

/// One of the few functions that a signal handler may call.
std::int64_t nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

extern "C" void on_signal(int signal) {
  const std::int64_t now = nanoseconds();
  std::int64_t first = 0;
  if (received_at.compare_exchange_strong(first, now)) {
    received_signal.store(signal);
    stop_flag.store(true);
  } else if (now - first > kOneRequest) {
    use_default_handlers();
    raise(signal);  // It is blocked until this handler returns.
  }
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
  received_at.store(0);
  std::signal(SIGPIPE, SIG_IGN);
  install(SIGINT);
  install(SIGTERM);
}

SignalGuard::~SignalGuard() { use_default_handlers(); }

StopFlag& SignalGuard::stop() { return stop_flag; }

int SignalGuard::received() { return received_signal.load(); }

}  // namespace threatperft
