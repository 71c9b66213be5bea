#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine_core/perft/position_keys.h"
#include "epd/diagnostic.h"
#include "epd/line_options.h"
#include "epd/line_reader.h"
#include "tool/stats_gather.h"
#include "tool/stats_settings.h"

namespace threatperft {

/// A file that positions came from.
struct StatsInput {
  std::string path;
  std::string sha256;
  std::uint64_t positions = 0;
  std::uint64_t bad_lines = 0;
};

/// A line with a position that an earlier line has, too.
struct DuplicateLine {
  std::string file;
  std::size_t line = 0;
  std::string first_file;
  std::size_t first_line = 0;
};

/// Finds positions that occur more than once, as far as memory goes.
class DuplicateFinder {
 public:
  static constexpr std::size_t kListed = 1000;

  explicit DuplicateFinder(std::uint64_t memory) : memory_(memory) {}

  /// Files in the order of their lines.
  void begin_file(const std::string& path) { files_.push_back(path); }
  void add(const PositionKey& key, std::size_t line);

  std::uint64_t count() const { return count_; }
  /// Whether positions were not remembered for want of memory, so that there may be more duplicates.
  bool is_incomplete() const { return incomplete_; }
  const std::vector<DuplicateLine>& listed() const { return listed_; }

 private:
  struct Where {
    std::uint32_t file;
    std::uint32_t line;
  };

  std::uint64_t memory_;
  std::vector<std::string> files_;
  PositionKeys keys_;
  std::vector<Where> firsts_;  ///< by the number of a key
  std::vector<DuplicateLine> listed_;
  std::uint64_t count_ = 0;
  bool incomplete_ = false;
};

/// Reads files of positions of any size, and gathers from each position.
class PositionGathering {
 public:
  PositionGathering(const StatsSettings& settings, const GatherSettings& gather, ThreadStatistics& statistics)
      : settings_(settings), gather_(gather), statistics_(statistics), duplicates_(settings.memory) {}

  /// Returns false if `stop` ended it early. Throws UserError if the file cannot be read.
  bool read(const std::string& path, const StopFlag& stop);
  /// Ends the last round of a journal.
  void finish() { statistics_.end_round(chunks_); }

  /// For a suite's positions, which are read elsewhere.
  DuplicateFinder& duplicates() { return duplicates_; }
  const DiagnosticList& bad_lines() const { return bad_lines_; }
  const DiagnosticList& warnings() const { return warnings_; }
  const std::vector<StatsInput>& inputs() const { return inputs_; }

 private:
  struct Chunk;

  void read_lines(LineReader& reader, const std::string& path, const StopFlag& stop);
  void gather(Chunk& chunk);
  void collect(const Chunk& chunk);

  const StatsSettings& settings_;
  const GatherSettings& gather_;
  ThreadStatistics& statistics_;
  std::optional<ShardPicker> picker_;
  DuplicateFinder duplicates_;
  DiagnosticList bad_lines_;
  DiagnosticList warnings_;
  std::vector<StatsInput> inputs_;
  std::uint64_t chunks_ = 0;
};

}  // namespace threatperft
