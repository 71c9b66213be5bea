#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tool/compare_difference.h"

namespace threatperft {

/// Compares two JSON values part by part. Differences are copies of `place` with the part's path as field.
///
/// - Objects: member by member. Fields are added to a schema as it grows: a member that only one side has is
///   noted, not listed.
/// - Lists of objects that have a name (a layout, a number of pieces, a class of moves): entry by entry,
///   whatever the order. An entry that only one side has is listed.
/// - Lists of numbers: element by element, a missing one being 0, for histograms are written without the
/// zeros
///   at their end.
/// - "cells", [row, column, count]: by row and column, a missing one being 0. "reasons", an object: likewise.
/// - "mean" and "standard_deviation" are left out: they follow from histograms that are compared, and their
///   last digits depend on the compiler.
///
/// Anything else, also a type other than the other's, is equal or listed.
void compare_trees(const nlohmann::ordered_json& before, const nlohmann::ordered_json& after,
                   const Difference& place, DifferenceList& list, Differences& all);

/// Compares one member that both may have or not: as above.
void compare_member(const nlohmann::ordered_json& before, const nlohmann::ordered_json& after,
                    std::string_view name, const Difference& place, DifferenceList& list, Differences& all);

}  // namespace threatperft
