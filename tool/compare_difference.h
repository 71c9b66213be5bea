#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace threatperft {

enum class DifferenceKind {
  changed,
  missing,  ///< only in the baseline
  added,    ///< only in the current file
};

/// "changed", "missing", "added".
std::string_view to_string(DifferenceKind kind);

/// One place at which two results differ. What does not apply is empty.
struct Difference {
  DifferenceKind kind = DifferenceKind::changed;
  std::string suite;
  std::string id;
  std::string fen;
  std::optional<std::uint64_t> depth;
  std::string field;
  nlohmann::ordered_json before;  ///< null where there is nothing
  nlohmann::ordered_json after;
};

/// What was added, of two whole numbers: "+1" or "-1"; else empty.
std::string change_text(const Difference& difference);

/// A value as people read it: texts without quotes, "-" for nothing.
std::string value_text(const nlohmann::ordered_json& value);

/// Differences of one sort. All are counted; the first `limit` are kept.
class DifferenceList {
 public:
  DifferenceList(std::string_view title, std::size_t limit) : title_(title), limit_(limit) {}

  void add(Difference difference);

  std::string_view title() const { return title_; }
  std::uint64_t count() const { return count_; }
  const std::vector<Difference>& listed() const { return listed_; }
  std::uint64_t unlisted() const { return count_ - listed_.size(); }

 private:
  std::string_view title_;
  std::size_t limit_;
  std::uint64_t count_ = 0;
  std::vector<Difference> listed_;
};

/// All that two files say differently, apart from speed.
struct Differences {
  explicit Differences(std::size_t limit);

  DifferenceList settings;  ///< versions, settings, suites, layouts: what makes the rest hard to compare
  DifferenceList totals;
  DifferenceList positions;
  DifferenceList statistics;  ///< the summary's histograms and capacities
  DifferenceList features;
  DifferenceList layouts;  ///< their counters

  /// What could not be compared, and why; each said once.
  void note(const std::string& text);
  const std::vector<std::string>& notes() const { return notes_; }

  /// In the order in which they are shown.
  std::vector<const DifferenceList*> lists() const;
  std::uint64_t count() const;

 private:
  std::vector<std::string> notes_;
  std::set<std::string> noted_;
};

}  // namespace threatperft
