#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace threatperft {

/// The candidate that a mistyped word most likely meant: one that it begins, or one that a few typing slips
/// (a letter too much, missing, wrong, or two swapped) turn into it. The first of several equally near ones.
std::optional<std::string> suggest(std::string_view word, std::span<const std::string> candidates);

}  // namespace threatperft
