#include <fmt/format.h>

#include <charconv>
#include <memory>

#include "tool/command.h"
#include "tool/common_options.h"
#include "tool/compare_result.h"
#include "tool/exit_status.h"
#include "tool/result_file.h"
#include "tool/result_json.h"

namespace threatperft {

namespace {

constexpr std::uint64_t kMostRows = 1'000'000'000;
constexpr double kLargestSlowdown = 10;

constexpr CommandHelp kHelp{
    "compare [OPTIONS] BASELINE CURRENT",
    "Lists in what two results of check, perft, bench or stats differ: versions,\n"
    "settings and suites first, then every number. A result of stats is its folder or\n"
    "summary.json; '-' is standard input. Speeds are compared between files of bench\n"
    "from one model of processor. Exit status: 0 equal, 1 different or slower, 2 not\n"
    "comparable.",
    "  threatperft compare baseline.json current.json --markdown\n"
    "  threatperft compare old-bench.json new-bench.json --max-slowdown 5%\n"
    "  threatperft check --output - suite.epd | threatperft compare baseline.json -\n"};

po::options_description compare_options() {
  po::options_description options("Options", 80, 50);
  options.add_options()("max-slowdown", text_value("PERCENT"), "fail if a walk surely takes longer by more")(
      "limit", text_value("N"), "rows shown of each list (default 50)")("json", "as JSON")(
      "markdown", "as a comment for a pull request")("output", text_value("FILE"), "write it to a file");
  add_help(options);
  return options;
}

/// "5%" or "5" as 0.05.
double read_slowdown(const std::string& text) {
  std::string_view digits = text;
  if (digits.ends_with('%')) digits.remove_suffix(1);
  double percent = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), percent);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  if (!is_number || !(percent >= 0) || percent > 100 * kLargestSlowdown) {
    throw UserError(
        fmt::format("--max-slowdown: found '{}', expected a percentage from 0 to 1000, such as 5%", text));
  }
  return percent / 100;
}

CompareSettings read_settings(const ParsedOptions& parsed) {
  CompareSettings settings;
  if (parsed.has("limit"))
    settings.limit = static_cast<std::size_t>(parse_number("limit", parsed.text("limit"), 0, kMostRows));
  if (parsed.has("max-slowdown")) settings.max_slowdown = read_slowdown(parsed.text("max-slowdown"));
  if (parsed.has("json") && parsed.has("markdown"))
    throw UserError("--json and --markdown exclude each other");
  if (parsed.words.size() != 2) {
    throw UserError(fmt::format("compare: found {} file{}, expected two: BASELINE and CURRENT",
                                parsed.words.size(), parsed.words.size() == 1 ? "" : "s"));
  }
  if (parsed.words[0] == "-" && parsed.words[1] == "-")
    throw UserError("standard input ('-') is named more than once");
  return settings;
}

/// Colours go to a terminal, never into a file.
std::string text_of(const Comparison& comparison, const ParsedOptions& parsed, const Console& console) {
  if (parsed.has("json")) return json_text(comparison_json(comparison));
  if (parsed.has("markdown")) return comparison_markdown(comparison);
  if (!parsed.has("output") || parsed.text("output") == "-") return comparison_text(comparison, console);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> nowhere(std::fopen("/dev/null", "w"), std::fclose);
  if (!nowhere) throw UserError("/dev/null: cannot be opened");
  return comparison_text(comparison, Console(nowhere.get(), nowhere.get()));
}

/// A bound on the speed must not pass because there is nothing to judge.
void require_speed(const ResultDocument& document, const CompareSettings& settings) {
  if (!settings.max_slowdown || document.kind == ResultKind::bench) return;
  throw UserError(
      fmt::format("--max-slowdown: found a {}, expected two results of bench", schema_of(document.kind)));
}

int status_of(const Comparison& comparison) {
  if (!comparison.is_good()) return kExitCheckFailed;
  return comparison.speed.has_too_few_rounds() ? kExitWrongInput : kExitOk;
}

}  // namespace

int run_compare(const Arguments& arguments, Console& console) {
  const po::options_description options = compare_options();
  const ParsedOptions parsed = parse_options(arguments, options);
  if (parsed.has("help")) {
    console.print(help_text(kHelp, options));
    return kExitOk;
  }
  const CompareSettings settings = read_settings(parsed);
  std::unique_ptr<ResultFile> file;
  if (parsed.has("output") && parsed.text("output") != "-") {
    require_other_than(parsed.text("output"), parsed.words);
    file = std::make_unique<ResultFile>(parsed.text("output"));
  }
  const ResultDocument baseline = read_result_document(parsed.words[0]);
  const ResultDocument current = read_result_document(parsed.words[1]);
  require_speed(baseline, settings);
  require_speed(current, settings);
  const Comparison comparison = compare_results(baseline, current, settings);
  const std::string text = text_of(comparison, parsed, console);
  if (file) {
    file->commit(text);
    console.message(verdict_text(comparison));
  } else {
    console.print(text);
  }
  return status_of(comparison);
}

}  // namespace threatperft
