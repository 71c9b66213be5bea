#pragma once

#include <boost/test/unit_test.hpp>
#include <cstdint>

namespace threatperft {

/// BOOST_REQUIRE_EQUAL for numbers, without its cost while all is well: an emulated processor makes millions
/// of these comparisons.
template <class A, class B>
void require_same(A found, B expected, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  const auto a = static_cast<std::uint64_t>(found);
  const auto b = static_cast<std::uint64_t>(expected);
  if (a == b) [[likely]]
    return;
  BOOST_FAIL(file << ":" << line << ": found 0x" << std::hex << a << ", expected 0x" << b);
}

}  // namespace threatperft
