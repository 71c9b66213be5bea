#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine_core/perft/statistics.h"
#include "tool/journal_file.h"

namespace threatperft {

/// A journal of statistics: a record is what was gathered from some units, and how many units there have been
/// since the beginning.
class StatsJournal {
 public:
  /// See JournalFile.
  StatsJournal(std::string path, const nlohmann::ordered_json& identity) : file_(std::move(path), identity) {}

  bool is_resumed() const { return file_.is_resumed(); }
  bool was_torn() const { return file_.was_torn(); }

  /// Adds what earlier runs gathered, and returns how many units that was. Throws UserError for a record that
  /// is none of this kind.
  std::uint64_t take_over(Statistics& statistics);

  /// Puts a record on the disk.
  void note(std::uint64_t units, const Statistics& gathered);

 private:
  JournalFile file_;
};

/// Statistics as a record, without what is zero, and back.
nlohmann::ordered_json statistics_json(const Statistics& statistics);
/// Adds to `statistics`, which must be zero and of the same layouts.
void parse_statistics(const nlohmann::ordered_json& json, Statistics& statistics);

}  // namespace threatperft
