#include "tool/compare_place.h"

#include <fmt/format.h>

#include <cmath>

#include "tool/exit_status.h"
#include "tool/table.h"

namespace threatperft {

namespace {

constexpr std::size_t kWidestFound = 60;

}  // namespace

JsonPlace JsonPlace::member(std::string_view name) const {
  object();
  const auto found = json_->find(name);
  if (found == json_->end()) fail(fmt::format("a member '{}'", name));
  JsonPlace place(*found, *file_);
  place.path_ = path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
  return place;
}

JsonPlace JsonPlace::element(std::size_t index) const {
  if (index >= array_size()) fail(fmt::format("at least {} elements", index + 1));
  JsonPlace place((*json_)[index], *file_);
  place.path_ = fmt::format("{}[{}]", path_, index);
  return place;
}

std::uint64_t JsonPlace::number() const {
  if (!json_->is_number_unsigned()) fail("a whole number from 0 to 2^64 - 1");
  return json_->get<std::uint64_t>();
}

double JsonPlace::real() const {
  if (!json_->is_number()) fail("a number");
  const double value = json_->get<double>();
  if (!std::isfinite(value)) fail("a finite number");
  return value;
}

bool JsonPlace::boolean() const {
  if (!json_->is_boolean()) fail("true or false");
  return json_->get<bool>();
}

const std::string& JsonPlace::text() const {
  if (!json_->is_string()) fail("a text");
  return json_->get_ref<const std::string&>();
}

std::size_t JsonPlace::array_size() const {
  if (!json_->is_array()) fail("a list");
  return json_->size();
}

const JsonPlace::Json& JsonPlace::object() const {
  if (!json_->is_object()) fail("an object");
  return *json_;
}

void JsonPlace::number_or_null() const {
  if (!json_->is_null()) number();
}

void JsonPlace::text_or_null() const {
  if (!json_->is_null()) text();
}

void JsonPlace::fail(std::string_view expected) const {
  std::string found = json_->is_object()  ? "an object"
                      : json_->is_array() ? fmt::format("a list of {}", json_->size())
                                          : json_->dump(-1, ' ', false, Json::error_handler_t::replace);
  throw UserError(fmt::format("{}: {}: found {}, expected {}", *file_, path_.empty() ? "the file" : path_,
                              shortened(found, kWidestFound), expected));
}

}  // namespace threatperft
