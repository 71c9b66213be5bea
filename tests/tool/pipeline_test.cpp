#include "tool/pipeline.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace threatperft;

namespace {

constexpr int kItems = 500;
constexpr std::size_t kOnTheirWay = 32;

std::atomic<int> living = 0;
std::atomic<int> most_living = 0;

struct Item {
  explicit Item(int n) : number(n) {
    const int now = ++living;
    int most = most_living;
    while (now > most && !most_living.compare_exchange_weak(most, now)) {
    }
  }
  ~Item() { --living; }
  Item(const Item&) = delete;
  Item& operator=(const Item&) = delete;

  int number;
  int square = 0;
};

/// Counts up to the end; every so often an item takes longer than those behind it.
class Squares {
 public:
  std::unique_ptr<Item> produce() {
    if (next == throw_in_produce) throw std::runtime_error("produce");
    return next == kItems ? nullptr : std::make_unique<Item>(next++);
  }
  void work(Item& item) const {
    if (item.number == throw_in_work) throw std::runtime_error("work");
    if (item.number % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    item.square = item.number * item.number;
  }
  void collect(const Item& item) {
    if (item.number == throw_in_collect) throw std::runtime_error("collect");
    collected.push_back(item.square);
  }
  void run(int threads) {
    Pipeline<Item>(threads, kOnTheirWay)
        .run([this] { return produce(); }, [this](Item& item) { work(item); },
             [this](const Item& item) { collect(item); });
  }

  int next = 0;
  int throw_in_produce = -1;
  int throw_in_work = -1;
  int throw_in_collect = -1;
  std::vector<int> collected;
};

std::string error_of(Squares& squares, int threads) {
  try {
    squares.run(threads);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(items_are_collected_in_the_order_in_which_they_were_made) {
  for (const int threads : {1, 2, 4}) {
    most_living = 0;
    Squares squares;
    squares.run(threads);
    BOOST_REQUIRE(squares.collected.size() == std::size_t{kItems});
    for (int i = 0; i < kItems; ++i) BOOST_TEST(squares.collected[static_cast<std::size_t>(i)] == i * i);
    BOOST_TEST(living == 0);
    BOOST_TEST(most_living > 0);
    BOOST_TEST(most_living <= static_cast<int>(kOnTheirWay));
  }
}

BOOST_AUTO_TEST_CASE(each_item_is_worked_on_once_where_nothing_collects) {
  std::vector<int> seen(kItems);
  int next = 0;
  Pipeline<Item>(4, kOnTheirWay)
      .run([&] { return next == kItems ? nullptr : std::make_unique<Item>(next++); },
           [&](const Item& item) { ++seen[static_cast<std::size_t>(item.number)]; });
  BOOST_TEST(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
  BOOST_TEST(living == 0);
}

BOOST_AUTO_TEST_CASE(an_exception_of_any_step_comes_out_and_leaves_no_item) {
  for (const int threads : {1, 4}) {
    for (const std::string step : {"produce", "work", "collect"}) {
      Squares squares;
      (step == "produce" ? squares.throw_in_produce
       : step == "work"  ? squares.throw_in_work
                         : squares.throw_in_collect) = 100;
      BOOST_TEST(error_of(squares, threads) == step);
      BOOST_TEST(living == 0);
      // What was collected is a beginning without gaps, and no further than the item at fault.
      BOOST_TEST(squares.collected.size() <= 100U);
      for (std::size_t i = 0; i < squares.collected.size(); ++i) {
        BOOST_TEST(squares.collected[i] == static_cast<int>(i * i));
      }
      BOOST_TEST(squares.next < kItems);
    }
  }
}
