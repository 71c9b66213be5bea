#include "tool/large_pages.h"

#include <cstdint>
#include <cstdlib>  // says whether this is glibc
#include <initializer_list>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
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
  // Blocks of less than this come from the heap, too. An allocator that does not take it is left as it is.
  if (is_limited() || mallopt(M_MMAP_THRESHOLD, 32 * kMebibyte) == 0) return;
  mallopt(M_TRIM_THRESHOLD, -1);  // what is marked is never given back
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, kReserved);
  auto* const probe = static_cast<char*>(std::malloc(kMebibyte));
  mallopt(M_TOP_PAD, kMebibyte);
  const auto first = reinterpret_cast<std::uintptr_t>(probe);
  const auto begin = (first + kLargePage - 1) / kLargePage * kLargePage;
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0)) / kLargePage * kLargePage;
  if (begin < end && end - begin <= kReserved) madvise(probe + (begin - first), end - begin, MADV_HUGEPAGE);
  std::free(probe);
}

#else

void use_large_pages() {}

#endif

}  // namespace threatperft
