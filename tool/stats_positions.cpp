#include "tool/stats_positions.h"

#include <fmt/format.h>

#include <memory>
#include <regex>
#include <utility>

#include "engine_core/chess/fen.h"
#include "epd/input.h"
#include "epd/line_reader.h"
#include "epd/position_set.h"
#include "tool/exit_status.h"
#include "tool/pipeline.h"
#include "tool/progress.h"

namespace threatperft {

namespace {

constexpr unsigned kLineBits = 20;  // of a unit's number; a chunk has fewer lines
constexpr std::size_t kChunkSize = 256 * 1024;
static_assert(kChunkSize + kMaxLineLength < std::size_t{1} << kLineBits);

bool matches(const PositionLine& line, const std::optional<std::regex>& filter) {
  if (!filter) return true;
  const auto notation = line.chess960 ? CastlingNotation::chess960 : CastlingNotation::standard;
  return std::regex_search(to_fen(line.position, notation), *filter);
}

}  // namespace

void DuplicateFinder::add(const PositionKey& key, std::size_t line) {
  if (incomplete_ || keys_.memory_to_insert() + (firsts_.size() + 1) * 2 * sizeof(Where) > memory_) {
    incomplete_ = true;
    return;
  }
  const PositionKeys::Place place = keys_.insert(key);
  if (place.is_new) {
    firsts_.push_back({static_cast<std::uint32_t>(files_.size() - 1), static_cast<std::uint32_t>(line)});
    return;
  }
  ++count_;
  if (listed_.size() == kListed) return;
  const Where& first = firsts_[place.number];
  listed_.push_back({files_.back(), line, files_[first.file], first.line});
}

/// Some lines on their way from the reader to the collector.
struct PositionGathering::Chunk {
  struct Found {
    PositionKey key;
    std::size_t line;
  };

  std::string path;
  std::uint64_t number = 0;
  bool counts = true;  ///< else another shard or an earlier run gathers from its positions
  LineChunk lines;
  std::vector<Found> found;
  std::vector<Diagnostic> bad_lines;
  std::vector<Diagnostic> warnings;
};

bool PositionGathering::read(const std::string& path, const StopFlag& stop) {
  StatsInput input;
  input.path = path;
  inputs_.push_back(input);
  duplicates_.begin_file(path);
  try {
    Input source(path);
    LineReader reader(source, kChunkSize);
    read_lines(reader, path, stop);
    if (!stop) inputs_.back().sha256 = source.sha256();
  } catch (const InputError& error) {
    throw UserError(fmt::format("{}: {}", path, error.what()));
  }
  return !stop;
}

void PositionGathering::read_lines(LineReader& reader, const std::string& path, const StopFlag& stop) {
  bool at_end = false;
  if (!picker_) picker_.emplace(gather_.shard);
  const auto produce = [&]() -> std::unique_ptr<Chunk> {
    if (stop || statistics_.round_is_over()) return nullptr;
    auto chunk = std::make_unique<Chunk>();
    at_end = !reader.next(chunk->lines);
    if (at_end) return nullptr;
    chunk->path = path;
    chunk->number = chunks_++;
    const bool ours = picker_->takes(static_cast<double>(chunk->lines.bytes.size()));
    chunk->counts = ours && chunk->number >= statistics_.units_done();
    return chunk;
  };
  while (!at_end && !stop) {
    if (statistics_.round_is_over()) finish();
    Pipeline<Chunk>(gather_.threads, static_cast<std::size_t>(gather_.threads) * 4)
        .run(
            produce, [this](Chunk& chunk) { gather(chunk); }, [this](const Chunk& chunk) { collect(chunk); });
  }
}

void PositionGathering::gather(Chunk& chunk) {
  Statistics& statistics = statistics_.local();
  PositionCursor cursor(chunk.path, chunk.lines, settings_.lines);
  PositionLine line;
  while (cursor.next(line)) {
    if (!line.valid) {
      chunk.bad_lines.push_back(std::move(line.error));
      continue;
    }
    for (Diagnostic& warning : line.warnings) chunk.warnings.push_back(std::move(warning));
    if (!matches(line, settings_.filter)) continue;
    if (chunk.counts) {
      statistics.begin_unit(chunk.number << kLineBits | chunk.found.size());
      gather_single(line.position, gather_, statistics);
    }
    chunk.found.push_back({key_of(line.position), line.line});
  }
  if (gather_.progress != nullptr) gather_.progress->add_nodes(chunk.found.size());
}

void PositionGathering::collect(const Chunk& chunk) {
  StatsInput& input = inputs_.back();
  input.positions += chunk.found.size();
  input.bad_lines += chunk.bad_lines.size();
  for (const Diagnostic& bad : chunk.bad_lines) bad_lines_.add(bad);
  for (const Diagnostic& warning : chunk.warnings) warnings_.add(warning);
  for (const Chunk::Found& found : chunk.found) duplicates_.add(found.key, found.line);
}

}  // namespace threatperft
