#include <fmt/format.h>

#include <optional>

#include "tool/command.h"
#include "tool/exit_status.h"
#include "tool/numbers.h"
#include "tool/signals.h"
#include "tool/stats_directory.h"
#include "tool/stats_files.h"
#include "tool/stats_run.h"
#include "tool/stats_view.h"

namespace threatperft {

namespace {

constexpr CommandHelp kHelp{
    "stats [OPTIONS] [FILE...]",
    "Counts which threats occur, how many at once, and how many a move changes: over\n"
    "trees, or over plain positions. Without a FILE, the embedded suites. '-' is\n"
    "standard input. Known layouts: 79856, 66864, 60144, 59808.",
    "  threatperft stats --depth 3 suite.epd --output results/out/suite\n"
    "  threatperft stats --depth 0 positions.epd.gz --output results/out/set\n"};

int report(const StatsResult& result, const StatsSettings& settings, std::optional<StatsDirectory>& directory,
           Console& console) {
  if (directory) {
    make_stats_files(result,
                     [&](const std::string& name, std::string_view bytes) { directory->write(name, bytes); });
    if (const int signal = SignalGuard::received()) return exit_status_of_signal(signal);
    directory->commit();
  }
  console.print(stats_text(result, console));
  const double rate =
      result.seconds > 0 ? static_cast<double>(totals_of(result.tables).positions) / result.seconds : 0;
  console.message(fmt::format("{} with {} thread{}, {} positions/s{}", duration_text(result.seconds),
                              settings.threads, settings.threads == 1 ? "" : "s", rate_text(rate),
                              directory ? fmt::format("; tables and report in {}", settings.output) : ""));
  return kExitOk;
}

}  // namespace

int run_stats_command(const Arguments& arguments, Console& console) {
  const po::options_description options = stats_options();
  const ParsedOptions parsed = parse_options(arguments, options);
  if (parsed.has("help")) {
    console.print(help_text(kHelp, options));
    return kExitOk;
  }
  const StatsSettings settings = read_stats_settings(parsed);
  std::optional<StatsDirectory> directory;
  if (!settings.output.empty()) directory.emplace(settings.output, settings.force);
  const SignalGuard guard;
  const std::optional<StatsResult> result = run_stats(settings, console);
  if (!result) {
    console.message(settings.journal.empty()
                        ? "interrupted; nothing is written, --journal keeps what is done"
                        : fmt::format("interrupted; the same call goes on from {}", settings.journal));
    return exit_status_of_signal(SignalGuard::received());
  }
  return report(*result, settings, directory, console);
}

}  // namespace threatperft
