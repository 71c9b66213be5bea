#include "tool/large_pages.h"

#include <sys/resource.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "child_process.h"

// What it does is for good: every test does it in a process of its own.
using namespace threatperft;

namespace {

/// Whether this allocator and this system have what is asked for: a sanitizer has its own allocator.
bool has_large_pages() {
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return false;
#endif
#endif
  return std::filesystem::exists("/sys/kernel/mm/transparent_hugepage/enabled");
#else
  return false;
#endif
}

boost::test_tools::assertion_result large_pages(boost::unit_test::test_unit_id) { return has_large_pages(); }

/// Whether a part of the heap is marked ("hg" among the flags of /proc/self/smaps).
bool is_heap_marked() {
  std::ifstream smaps("/proc/self/smaps");
  bool in_heap = false;
  for (std::string line; std::getline(smaps, line);) {
    const bool is_field = line.find(':') < line.find(' ');
    if (!is_field) in_heap = line.find("[heap]") != std::string::npos;
    if (in_heap && line.starts_with("VmFlags:") && line.find(" hg") != std::string::npos) return true;
  }
  return false;
}

std::size_t heap_end() { return reinterpret_cast<std::size_t>(sbrk(0)); }

}  // namespace

BOOST_AUTO_TEST_CASE(the_heap_is_marked, *boost::unit_test::precondition(large_pages)) {
  BOOST_TEST(holds_in_child([] {
    const bool before = is_heap_marked();
    use_large_pages();
    return !before && is_heap_marked();
  }));
}

BOOST_AUTO_TEST_CASE(large_blocks_come_from_it_and_it_stays, *boost::unit_test::precondition(large_pages)) {
  BOOST_TEST(holds_in_child([] {
    use_large_pages();
    const std::size_t end = heap_end();
    {
      const std::vector<char> block(std::size_t{16} << 20, 'x');
      const auto address = reinterpret_cast<std::size_t>(block.data());
      if (address > end || end - address > std::size_t{256} << 20) return false;
    }
    return heap_end() == end;
  }));
}

BOOST_AUTO_TEST_CASE(a_limit_of_addresses_is_kept) {
  BOOST_TEST(holds_in_child([] {
    for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
      rlimit limit{};
      getrlimit(resource, &limit);
      limit.rlim_cur = rlim_t{1} << 46;  // enough even for a sanitizer
      setrlimit(resource, &limit);
    }
    const std::size_t before = heap_end();
    use_large_pages();
    return heap_end() - before < std::size_t{64} << 20;
  }));
}
