#pragma once

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>

#include "tool/handover.h"

namespace threatperft {

/// Makes items one after the other, works on several at a time, and takes them in again one after the other,
/// in the order in which they were made. An exception of any step ends the run and comes out of it; items
/// that are on their way then go through untouched, for oneTBB would leave them in memory.
///
/// `produce` returns a std::unique_ptr<Item>, empty at the end; `work` and `collect` get an Item&.
template <class Item>
class Pipeline {
 public:
  /// With at most so many items on their way at any time. Runs once.
  Pipeline(int threads, std::size_t items) : threads_(threads), items_(items) {}

  template <class Produce, class Work, class Collect>
  void run(const Produce& produce, const Work& work, const Collect& collect) {
    execute(producer(produce) &
            tbb::make_filter<Item*, Item*>(tbb::filter_mode::parallel,
                                           [&](Item* item) {
                                             Handover::enter(item);
                                             step([&] { work(*item); });
                                             Handover::leave(item);
                                             return item;
                                           }) &
            tbb::make_filter<Item*, void>(tbb::filter_mode::serial_in_order, [&](Item* item) {
              const Turn turn(collecting_);
              Handover::enter(item);
              const std::unique_ptr<Item> owned(item);
              step([&] { collect(*item); });
            }));
  }

  /// The same without `collect`.
  template <class Produce, class Work>
  void run(const Produce& produce, const Work& work) {
    execute(producer(produce) & tbb::make_filter<Item*, void>(tbb::filter_mode::parallel, [&](Item* item) {
              Handover::enter(item);
              const std::unique_ptr<Item> owned(item);
              step([&] { work(*item); });
            }));
  }

 private:
  /// Where one thread leaves what another finds: an address for the thread sanitizer, as an item's is.
  struct Place {};

  /// oneTBB sends for other threads when the first item was made, not before. Not watched without need: when
  /// the process ends, a thread may still hold what oneTBB keeps of an observer, which looks like a leak.
  class Entrance final : public tbb::task_scheduler_observer {
   public:
    explicit Entrance(tbb::task_arena& arena) : task_scheduler_observer(arena) {
      if constexpr (Handover::kIsHeard) observe(true);
    }
    ~Entrance() override {
      if constexpr (Handover::kIsHeard) observe(false);
    }
    Entrance(const Entrance&) = delete;
    Entrance& operator=(const Entrance&) = delete;
    void on_scheduler_entry(bool /*is_worker*/) override { Handover::enter(this); }
  };

  /// The order that oneTBB keeps among the calls of one step.
  class Turn {
   public:
    explicit Turn(const Place& place) : place_(place) { Handover::enter(&place_); }
    ~Turn() { Handover::leave(&place_); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    const Place& place_;
  };

  template <class Produce>
  auto producer(const Produce& produce) {
    return tbb::make_filter<void, Item*>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& control) {
      const Turn turn(producing_);
      if (!std::exchange(begun_, true)) Handover::leave(entrance_);
      std::unique_ptr<Item> item;
      step([&] { item = produce(); });
      if (!item) {
        control.stop();
      } else {
        Handover::leave(item.get());
      }
      return item.release();
    });
  }

  /// Does a part of the work unless an exception has ended the run.
  template <class Function>
  void step(const Function& function) noexcept {
    try {
      if (!failed_) function();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failed_) error_ = std::current_exception();
      failed_ = true;
    }
    Handover::leave(&end_);
  }

  void execute(const tbb::filter<void, void>& steps) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads_));
    tbb::task_arena arena(threads_);
    const Entrance entrance(arena);
    entrance_ = &entrance;
    arena.execute([&] { tbb::parallel_pipeline(items_, steps); });
    Handover::enter(&end_);
    if (error_) std::rethrow_exception(error_);
  }

  int threads_;
  std::size_t items_;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::exception_ptr error_;
  bool begun_ = false;
  const Entrance* entrance_ = nullptr;
  Place producing_;
  Place collecting_;
  Place end_;
};

}  // namespace threatperft
