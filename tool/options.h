#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace threatperft {

namespace po = boost::program_options;

using Arguments = std::vector<std::string>;

/// What `threatperft COMMAND --help` says beside the options.
struct CommandHelp {
  std::string_view usage;     ///< "check [OPTIONS] [SUITE...]"
  std::string_view summary;   ///< what it does, lines of at most 80 characters
  std::string_view examples;  ///< whole lines
};

/// The help text of a command, made from its options.
std::string help_text(const CommandHelp& help, const po::options_description& options);

/// Values of options, and the words that belong to none.
struct ParsedOptions {
  po::variables_map values;
  std::vector<std::string> words;

  bool has(const char* option) const { return values.count(option) != 0; }
  const std::string& text(const char* option) const { return values[option].as<std::string>(); }
};

/// Reads a command's arguments. Options must be written in full: nothing is guessed, for a guess that was
/// right today means something else once an option is added. Throws UserError, which says what may have been
/// meant.
ParsedOptions parse_options(const Arguments& arguments, const po::options_description& options);

/// A whole number of plain digits in the given range, all of the text; else throws UserError in the option's
/// name.
std::uint64_t parse_number(std::string_view option, std::string_view text, std::uint64_t least,
                           std::uint64_t most);

/// An option that takes one text, shown in the help as `name ARGUMENT`.
po::typed_value<std::string>* text_value(const char* argument);

}  // namespace threatperft
