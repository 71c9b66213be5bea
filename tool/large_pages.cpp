#include "tool/large_pages.h"

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#endif

namespace threatperft {

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)

namespace {

constexpr int kMebibyte = 1 << 20;
/// Addresses, not memory: what is not touched costs nothing.
constexpr int kReserved = 128 * kMebibyte;
constexpr std::uintptr_t kLargePage = 2 * kMebibyte;

/// Whether somebody has set a limit that counts addresses.
bool is_limited() {
  for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit limit{};
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return true;
  }
  return false;
}

}  // namespace

// The allocator's own switch for this is an environment variable, too late for a program that runs. So its
// heap is made to begin with enough room, which is then marked.
void use_large_pages() {
  if (is_limited()) return;
  // All threads use it, for large blocks too, and it is never given back in part.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, 32 * kMebibyte);
  mallopt(M_TRIM_THRESHOLD, 2 * kReserved);
  mallopt(M_TOP_PAD, kReserved);
  void* const probe = std::malloc(kMebibyte);
  mallopt(M_TOP_PAD, kMebibyte);
  const auto begin = (reinterpret_cast<std::uintptr_t>(probe) + kLargePage - 1) / kLargePage * kLargePage;
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0)) / kLargePage * kLargePage;
  std::free(probe);
  if (begin < end && end - begin <= kReserved) {
    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  }
}

#else

void use_large_pages() {}

#endif

}  // namespace threatperft
