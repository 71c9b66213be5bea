#pragma once

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace threatperft {

/// A file of records that grows while a run goes on, so that a later one can go on behind the last record.
///
/// A line is the CRC-32 of what follows in eight hexadecimal digits, a space, and a JSON text. The first one
/// says which run it belongs to. A last line that was not written to its end is dropped; anything else that
/// is damaged is an error.
class JournalFile {
 public:
  /// Opens or creates the file and locks it against other runs. `identity` is what the run and the one that
  /// began the journal must have in common. Throws UserError, which names the first difference.
  JournalFile(std::string path, const nlohmann::ordered_json& identity);
  ~JournalFile();
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  /// Whether the file was there before, and whether its last line was torn.
  bool is_resumed() const { return resumed_; }
  bool was_torn() const { return torn_; }

  /// The records of earlier runs, in order; to be read before the first one is appended.
  std::optional<nlohmann::ordered_json> next();

  /// Adds a record, in memory.
  void append(const nlohmann::ordered_json& record);
  /// Puts what was appended on the disk. Throws UserError; the file then ends with the last record that was
  /// written whole.
  void sync();

 private:
  [[noreturn]] void fail(const std::string& what, int error = 0) const;
  void open_file();
  void begin(const std::string& header);
  void scan(const nlohmann::ordered_json& identity);
  void refuse_another(const nlohmann::ordered_json& theirs, const nlohmann::ordered_json& ours) const;

  std::string path_;
  int descriptor_ = -1;
  std::ifstream reader_;
  std::uint64_t end_ = 0;  ///< of the last whole record
  std::uint64_t read_ = 0;
  std::string pending_;
  bool resumed_ = false;
  bool torn_ = false;
};

}  // namespace threatperft
