#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "tool/journal_file.h"
#include "tool/schedule.h"

namespace threatperft {

/// A journal of the work that `run_jobs` has merged. What is merged goes to the disk five times a second.
class WorkJournal final : public WorkLog {
 public:
  /// See JournalFile.
  WorkJournal(std::string path, const nlohmann::ordered_json& identity) : file_(std::move(path), identity) {}

  bool is_resumed() const { return file_.is_resumed(); }
  bool was_torn() const { return file_.was_torn(); }

  /// Throws UserError for a record that is none of this kind.
  std::optional<WorkPart> next_done() override;
  void note(const WorkPart& part) override;
  void finish() override;

 private:
  using Clock = std::chrono::steady_clock;

  void append_pending();

  JournalFile file_;
  std::optional<WorkPart> pending_;  ///< of one job
  Clock::time_point synced_ = Clock::now();
};

/// A part as a record, and back.
nlohmann::ordered_json part_json(const WorkPart& part);
WorkPart parse_part(const nlohmann::ordered_json& json);

}  // namespace threatperft
