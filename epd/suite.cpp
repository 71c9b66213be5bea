#include "epd/suite.h"

#include <algorithm>
#include <array>
#include <new>
#include <unordered_set>
#include <utility>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/printable.h"
#include "epd/input.h"
#include "epd/line_reader.h"
#include "epd/operations.h"
#include "epd/record.h"
#include "epd/utf8.h"

namespace threatperft {
namespace {

constexpr std::size_t kLongestId = 1000;

// "path/known.epd.gz" is "known".
std::string stem_of(const std::string& path) {
  if (path == "-") return "stdin";
  std::string_view stem = path;
  stem.remove_prefix(stem.rfind('/') + 1);
  for (const std::string_view ending : {".gz", ".zst", ".xz", ".bz2"}) {
    if (stem.size() > ending.size() && stem.ends_with(ending)) stem.remove_suffix(ending.size());
  }
  const std::size_t dot = stem.rfind('.');
  if (dot != std::string_view::npos && dot > 0) stem = stem.substr(0, dot);
  return printable_utf8(stem, kLongestId);
}

class SuiteReader {
 public:
  SuiteReader(const std::string& path, const LineOptions& options) : options_(options), stem_(stem_of(path)) {
    suite_.path = path;
  }

  void read(Input& input) {
    LineReader reader(input);
    LineChunk chunk;
    while (reader.next(chunk)) {
      LineCursor lines(chunk);
      while (lines.next(line_)) read_line();
    }
    end_block();
    suite_.sha256 = input.sha256();
  }

  void fail(Diagnostic error, std::size_t line) {
    error.file = suite_.path;
    error.line = line;
    suite_.errors.add(std::move(error));
  }

  Suite finish() {
    if (suite_.positions.empty() && suite_.errors.empty()) {
      fail({{}, 0, "no-positions", "file", "", "holds no position"}, 0);
    }
    return std::move(suite_);
  }

 private:
  // A block of `id`, `epd` and `perft` lines.
  enum class Block { none, id, good_epd, bad_epd };

  void read_line() {
    if (line_.too_long) return fail(line_too_long(line_), line_.number);
    const std::size_t word_end = std::min(line_.text.find_first_of(" \t"), line_.text.size());
    const std::string_view word = line_.text.substr(0, word_end);
    const std::size_t rest_at = std::min(line_.text.find_first_not_of(" \t", word_end), line_.text.size());
    const std::string_view rest = line_.text.substr(rest_at);
    if (word == "id") return read_id(rest);
    if (word == "epd") return read_epd(rest);
    if (word == "perft") return read_perft(rest);
    end_block();
    read_position(line_.text, {});
  }

  void read_id(std::string_view rest) {
    end_block();
    block_ = Block::id;
    block_id_ = printable_utf8(without_quotes(rest), kLongestId);
    block_line_ = line_.number;
  }

  void read_epd(std::string_view rest) {
    if (block_ != Block::id) {
      end_block();
      block_id_.clear();
    }
    block_ = read_position(rest, std::move(block_id_)) ? Block::good_epd : Block::bad_epd;
  }

  void read_perft(std::string_view rest) {
    if (block_ == Block::bad_epd) return;  // the line at fault has been reported
    const std::string_view text = line_.text;
    if (block_ != Block::good_epd) {
      return fail({{}, 0, "block", "perft", printable(text), "an epd line with its position before it"},
                  line_.number);
    }
    const std::size_t depth_end = std::min(rest.find_first_of(" \t"), rest.size());
    const std::size_t count_at = std::min(rest.find_first_not_of(" \t", depth_end), rest.size());
    const std::optional<int> depth = parse_depth(rest.substr(0, depth_end));
    const std::optional<std::uint64_t> count = parse_count(rest.substr(count_at));
    if (!depth || !count || (*depth == 0 && *count != 1)) {
      return fail({{},
                   0,
                   "count",
                   "perft",
                   printable(text),
                   "perft, a depth from 0 to " + std::to_string(kMaxSuiteDepth) +
                       " and a whole number below 2^64, digits only (1 for depth 0)"},
                  line_.number);
    }
    if (!enter(suite_.positions.back().depths, *depth, &DepthExpectation::nodes, *count)) {
      fail({{}, 0, "count", "perft", printable(text), "one count for this depth, not two different ones"},
           line_.number);
    }
  }

  void end_block() {
    if (block_ == Block::id) {
      fail({{}, 0, "block", "id", printable(block_id_), "an epd line behind it"}, block_line_);
    }
    block_ = Block::none;
  }

  bool read_position(std::string_view text, std::string id) {
    Record record;
    if (!parse_record(text, options_, Trailer::operations, record)) {
      fail(std::move(record.error), line_.number);
      return false;
    }
    for (Diagnostic& warning : record.warnings) warn(std::move(warning));
    SuitePosition position;
    if (id.empty()) id = printable_utf8(record.id, kLongestId);
    position.id = id.empty() ? stem_ + ':' + std::to_string(line_.number) : std::move(id);
    if (!ids_.insert(position.id).second) {
      warn({{},
            0,
            "id-repeated",
            "id",
            printable(position.id),
            "an id that no other position of the suite has"});
    }
    position.fen =
        to_fen(record.position, record.chess960 ? CastlingNotation::chess960 : CastlingNotation::standard);
    position.position = record.position;
    position.chess960 = record.chess960;
    position.line = line_.number;
    position.depths = std::move(record.depths);
    suite_.positions.push_back(std::move(position));
    return true;
  }

  void warn(Diagnostic warning) {
    warning.file = suite_.path;
    warning.line = line_.number;
    suite_.warnings.add(std::move(warning));
  }

  const LineOptions& options_;
  std::string stem_;
  Suite suite_;
  std::unordered_set<std::string> ids_;
  Line line_;
  Block block_ = Block::none;
  std::string block_id_;
  std::size_t block_line_ = 0;
};

template <class MakeInput>
Suite read_all(const std::string& path, const LineOptions& options, MakeInput make_input) {
  SuiteReader reader(path, options);
  try {
    Input input = make_input();
    reader.read(input);
  } catch (const InputError& error) {
    reader.fail({{}, 0, "input", "file", "", error.what()}, 0);
  }
  return reader.finish();
}

}  // namespace

Suite read_suite(const std::string& path, const LineOptions& options) {
  return read_all(path, options, [&path] { return Input(path); });
}

Suite parse_suite(const std::string& name, std::string_view bytes, const LineOptions& options) {
  return read_all(name, options, [bytes] { return Input::from_memory(bytes); });
}

}  // namespace threatperft
