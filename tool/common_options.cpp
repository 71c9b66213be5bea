#include "tool/common_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdlib>
#include <limits>
#include <vector>

#include "engine_core/perft/kernels.h"
#include "tool/exit_status.h"
#include "tool/machine.h"
#include "tool/suggest.h"

namespace threatperft {

namespace {

constexpr std::uint64_t kMostThreads = 1024;
constexpr std::size_t kDefaultMaxFailures = 10;
constexpr const char* kUpdaterVariable = "THREATPERFT_UPDATER";

[[noreturn]] void throw_wrong_word(std::string_view source, std::string_view found,
                                   const std::vector<std::string>& allowed) {
  const auto meant = suggest(found, allowed);
  throw UserError(fmt::format("{}: found '{}', expected one of {}{}", source, found, fmt::join(allowed, ", "),
                              meant ? fmt::format("; did you mean {}?", *meant) : ""));
}

const Kernel& kernel_named(std::string_view source, std::string_view name) {
  if (name == "auto") return best_kernel();
  const auto updater = parse_updater(name);
  if (!updater) {
    std::vector<std::string> allowed{"auto"};
    for (const UpdaterInfo& info : updaters()) allowed.emplace_back(to_string(info.updater));
    throw_wrong_word(source, name, allowed);
  }
  if (const Kernel* kernel = find_kernel(*updater)) return *kernel;
  for (const UpdaterInfo& info : updaters()) {
    if (info.updater != *updater) continue;
    if (!info.built) throw UserError(fmt::format("{}: {} is not part of this build", source, name));
    throw UserError(fmt::format("{}: this machine cannot run {}: it lacks {}", source, name,
                                fmt::join(info.missing, ", ")));
  }
  throw UserError(fmt::format("{}: {} is not part of this build", source, name));
}

}  // namespace

std::optional<int> read_depth(const ParsedOptions& parsed) {
  if (!parsed.has("depth")) return std::nullopt;
  return static_cast<int>(parse_number("depth", parsed.text("depth"), 0, kMaxDepth));
}

int read_depth_or(const ParsedOptions& parsed, int otherwise) {
  return read_depth(parsed).value_or(otherwise);
}

std::optional<std::uint64_t> read_max_nodes(const ParsedOptions& parsed) {
  if (!parsed.has("max-nodes")) return std::nullopt;
  return parse_number("max-nodes", parsed.text("max-nodes"), 1, std::numeric_limits<std::uint64_t>::max());
}

int read_threads(const ParsedOptions& parsed) {
  if (!parsed.has("threads")) return available_threads();
  return static_cast<int>(parse_number("threads", parsed.text("threads"), 1, kMostThreads));
}

std::size_t read_max_failures(const ParsedOptions& parsed) {
  if (!parsed.has("max-failures")) return kDefaultMaxFailures;
  return parse_number("max-failures", parsed.text("max-failures"), 1, 1'000'000);
}

const Kernel& read_kernel(const ParsedOptions& parsed) {
  if (parsed.has("updater")) return kernel_named("--updater", parsed.text("updater"));
  const char* variable = std::getenv(kUpdaterVariable);
  if (variable != nullptr && *variable != '\0') return kernel_named(kUpdaterVariable, variable);
  return best_kernel();
}

LineOptions read_line_options(const ParsedOptions& parsed) {
  LineOptions options;
  if (parsed.has("strict")) options.strictness = FenStrictness::strict;
  if (!parsed.has("chess960")) return options;
  const std::string& word = parsed.text("chess960");
  for (const Chess960 value : {Chess960::automatic, Chess960::always, Chess960::never}) {
    if (word != to_string(value)) continue;
    options.chess960 = value;
    return options;
  }
  throw_wrong_word("--chess960", word, {"auto", "always", "never"});
}

std::string_view to_string(Chess960 value) {
  switch (value) {
    case Chess960::always:
      return "always";
    case Chess960::never:
      return "never";
    case Chess960::automatic:
      break;
  }
  return "auto";
}

std::optional<std::regex> read_filter(const ParsedOptions& parsed) {
  if (!parsed.has("filter")) return std::nullopt;
  try {
    return std::regex(parsed.text("filter"), std::regex::ECMAScript | std::regex::optimize);
  } catch (const std::regex_error&) {
    throw UserError(
        fmt::format("--filter: found '{}', expected a regular expression", parsed.text("filter")));
  }
}

void add_help(po::options_description& options) { options.add_options()("help,h", "this text"); }

void add_depth(po::options_description& options, const char* text) {
  options.add_options()("depth", text_value("N"), text);
}

void add_threads(po::options_description& options) {
  options.add_options()("threads", text_value("N"), "threads to run (default: all processors)");
}

void add_updater(po::options_description& options) {
  options.add_options()("updater", text_value("U"), "auto, scalar, avx2 or avx512; see 'updaters'");
}

void add_chess960(po::options_description& options) {
  options.add_options()("chess960", text_value("W"), "auto, always or never (default auto)");
}

void add_output(po::options_description& options) {
  options.add_options()("output", text_value("FILE"), "write the result as JSON ('-': standard output)");
}

}  // namespace threatperft
