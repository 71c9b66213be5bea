#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace threatperft {

/// A whole number up to `most`, as it stands in the JSON. Throws std::out_of_range for anything else: the
/// library would convert fractions and what is too large.
template <class T>
T whole_number(const nlohmann::ordered_json& json, std::uint64_t most = std::numeric_limits<T>::max()) {
  if (!json.is_number_unsigned()) throw std::out_of_range("no whole number");
  const auto number = json.get<std::uint64_t>();
  if (number > most) throw std::out_of_range("a number that is too large");
  return static_cast<T>(number);
}

}  // namespace threatperft
