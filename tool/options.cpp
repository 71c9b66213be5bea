#include "tool/options.h"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "tool/exit_status.h"
#include "tool/suggest.h"

namespace threatperft {

namespace {

/// What the words that belong to no option are called inside; no name that anybody would type.
constexpr const char* kWords = "[words]";

std::vector<std::string> long_names(const po::options_description& options) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back(option->long_name());
  return names;
}

/// A short option is answered with the long one that begins with its letter.
std::string meant_by(std::string_view unknown, const po::options_description& options) {
  const bool is_short = unknown.size() == 2 || (unknown.size() > 2 && unknown[1] != '-');
  std::string_view name = unknown;
  while (name.starts_with('-')) name.remove_prefix(1);
  if (is_short) name = name.substr(0, 1);
  const auto candidates = long_names(options);
  const auto meant = suggest(name, candidates);
  if (!meant) return "; --help lists the options";
  return fmt::format("; did you mean --{}?", *meant);
}

[[noreturn]] void throw_user_error(const po::error_with_option_name& error,
                                   const po::options_description& options) {
  const std::string given = error.get_option_name();
  const std::string name = given.substr(0, given.find('='));
  if (dynamic_cast<const po::unknown_option*>(&error) != nullptr) {
    throw UserError(fmt::format("unknown option {}{}", name, meant_by(name, options)));
  }
  if (dynamic_cast<const po::multiple_occurrences*>(&error) != nullptr) {
    throw UserError(fmt::format("{} is given more than once", name));
  }
  if (const auto* syntax = dynamic_cast<const po::invalid_command_line_syntax*>(&error)) {
    using Kind = po::invalid_command_line_syntax::kind_t;
    if (syntax->kind() == Kind::missing_parameter || syntax->kind() == Kind::empty_adjacent_parameter) {
      throw UserError(fmt::format("{} needs a value", name));
    }
    if (syntax->kind() == Kind::extra_parameter || syntax->kind() == Kind::long_adjacent_not_allowed) {
      throw UserError(fmt::format("{} takes no value", name));
    }
  }
  throw UserError(error.what());
}

}  // namespace

std::string help_text(const CommandHelp& help, const po::options_description& options) {
  std::ostringstream listed;
  listed << options;
  return fmt::format("Usage: threatperft {}\n{}\n\n{}\nExamples:\n{}", help.usage, help.summary, listed.str(),
                     help.examples);
}

ParsedOptions parse_options(const Arguments& arguments, const po::options_description& options) {
  constexpr int kStyle = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  po::options_description all;
  all.add(options);
  all.add_options()(kWords, po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add(kWords, -1);

  ParsedOptions parsed;
  try {
    po::store(po::command_line_parser(arguments).options(all).positional(positional).style(kStyle).run(),
              parsed.values);
  } catch (const po::error_with_option_name& error) {
    throw_user_error(error, options);
  } catch (const po::error& error) {
    throw UserError(error.what());
  }
  if (parsed.values.count(kWords) != 0) parsed.words = parsed.values[kWords].as<std::vector<std::string>>();
  return parsed;
}

std::uint64_t parse_number(std::string_view option, std::string_view text, std::uint64_t least,
                           std::uint64_t most) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && number >= least && number <= most)
    return number;
  throw UserError(
      fmt::format("--{}: found '{}', expected a whole number from {} to {}", option, text, least, most));
}

po::typed_value<std::string>* text_value(const char* argument) {
  return po::value<std::string>()->value_name(argument);
}

}  // namespace threatperft
