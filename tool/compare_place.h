#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace threatperft {

/// A value inside a JSON file that knows where it stands. Whatever is not as expected is a UserError that
/// names the file, the place, what was found and what was expected.
class JsonPlace {
 public:
  using Json = nlohmann::ordered_json;

  /// The whole of a file. Both must outlive the place.
  JsonPlace(const Json& json, const std::string& file) : json_(&json), file_(&file) {}

  const Json& json() const { return *json_; }

  bool has(std::string_view member) const { return json_->is_object() && json_->contains(member); }
  /// A member that must be there.
  JsonPlace member(std::string_view name) const;
  JsonPlace element(std::size_t index) const;

  std::uint64_t number() const;  ///< a whole number below 2^64
  double real() const;           ///< any finite number
  bool boolean() const;
  const std::string& text() const;
  std::size_t array_size() const;
  const Json& object() const;
  void number_or_null() const;
  void text_or_null() const;

  /// Throws the UserError.
  [[noreturn]] void fail(std::string_view expected) const;

 private:
  const Json* json_;
  const std::string* file_;
  std::string path_;  ///< "positions[3].depths[0].nodes"; empty: the whole file
};

}  // namespace threatperft
