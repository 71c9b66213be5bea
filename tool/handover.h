#pragma once

#if defined __SANITIZE_THREAD__
#define THREATPERFT_TSAN 1
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define THREATPERFT_TSAN 1
#endif
#endif
#ifdef THREATPERFT_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace threatperft {

/// Tells the thread sanitizer of an order that a library keeps and that it cannot see, since the library is
/// not compiled with it: what a thread did before it left a place has happened when another enters it. Does
/// nothing otherwise; it makes no order.
class Handover {
 public:
#ifdef THREATPERFT_TSAN
  static constexpr bool kIsHeard = true;
#else
  static constexpr bool kIsHeard = false;
#endif

  static void leave([[maybe_unused]] const void* place) {
#ifdef THREATPERFT_TSAN
    __tsan_release(const_cast<void*>(place));
#endif
  }
  static void enter([[maybe_unused]] const void* place) {
#ifdef THREATPERFT_TSAN
    __tsan_acquire(const_cast<void*>(place));
#endif
  }
};

}  // namespace threatperft
