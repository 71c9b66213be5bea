#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <string_view>

#include "engine_core/perft/kernel.h"
#include "epd/line_options.h"
#include "tool/options.h"

namespace threatperft {

/// Options that several commands share. Each `read_...` gives the default where the option is absent and
/// throws UserError where its value is wrong.

int read_depth_or(const ParsedOptions& parsed, int otherwise);
std::optional<int> read_depth(const ParsedOptions& parsed);
std::optional<std::uint64_t> read_max_nodes(const ParsedOptions& parsed);

/// As many threads as this process may run at once, if not given.
int read_threads(const ParsedOptions& parsed);

std::size_t read_max_failures(const ParsedOptions& parsed);

/// From --updater, else from the environment variable THREATPERFT_UPDATER, else the fastest one. An updater
/// that this machine cannot run is an error that names what is missing.
const Kernel& read_kernel(const ParsedOptions& parsed);

/// --chess960 and --strict.
LineOptions read_line_options(const ParsedOptions& parsed);
std::string_view to_string(Chess960 value);

/// --filter: a regular expression (ECMAScript), found anywhere in an id or FEN.
std::optional<std::regex> read_filter(const ParsedOptions& parsed);

/// Adds the option with the text that the commands share.
void add_help(po::options_description& options);
void add_depth(po::options_description& options, const char* text);
void add_threads(po::options_description& options);
void add_updater(po::options_description& options);
void add_chess960(po::options_description& options);
void add_output(po::options_description& options);

}  // namespace threatperft
