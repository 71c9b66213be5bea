#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "tool/console.h"

namespace threatperft {

/// How far a run has come, counted by its threads.
class ProgressCounter {
 public:
  void add_nodes(std::uint64_t nodes) { nodes_.fetch_add(nodes, std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> nodes_ = 0;
};

/// "42.0 %  1,234,567 nodes  3.50 M nodes/s  1:23 left". `expected_nodes` is 0 where nobody
/// knows; an estimate that was passed is left out.
std::string progress_line(std::uint64_t nodes, double expected_nodes, double seconds);

/// Shows a progress line on the console while it lives, where the console shows such lines at all.
class ProgressDisplay {
 public:
  ProgressDisplay(Console& console, const ProgressCounter& counter, double expected_nodes);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

 private:
  void run();

  Console& console_;
  const ProgressCounter& counter_;
  double expected_nodes_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool finished_ = false;
  std::thread thread_;
};

}  // namespace threatperft
