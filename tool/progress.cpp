#include "tool/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "tool/numbers.h"

namespace threatperft {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::string progress_line(std::uint64_t nodes, double expected_nodes, double seconds) {
  const auto done = static_cast<double>(nodes);
  const double rate = seconds > 0 ? done / seconds : 0;
  std::string counted = fmt::format("{} nodes  {} nodes/s", with_commas(nodes), rate_text(rate));
  if (expected_nodes <= 0 || done > expected_nodes) return counted;  // what was expected was an estimate
  std::string line = fmt::format("{:.1f} %  {}", 100 * done / expected_nodes, counted);
  if (expected_nodes > done && rate > 0) {
    line += fmt::format("  {} left", duration_text((expected_nodes - done) / rate));
  }
  return line;
}

ProgressDisplay::ProgressDisplay(Console& console, const ProgressCounter& counter, double expected_nodes)
    : console_(console), counter_(counter), expected_nodes_(expected_nodes) {
  if (console_.shows_progress()) thread_ = std::thread([this] { run(); });
}

ProgressDisplay::~ProgressDisplay() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  wake_.notify_one();
  thread_.join();
  console_.clear_progress();
}

void ProgressDisplay::run() {
  const Clock::time_point start = Clock::now();
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, 250ms, [this] { return finished_; })) {
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    console_.show_progress(progress_line(counter_.nodes(), expected_nodes_, seconds));
  }
}

}  // namespace threatperft
