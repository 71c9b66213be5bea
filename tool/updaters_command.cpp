#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine_core/perft/kernels.h"
#include "tool/command.h"
#include "tool/common_options.h"
#include "tool/exit_status.h"
#include "tool/machine.h"
#include "tool/table.h"

namespace threatperft {

namespace {

constexpr CommandHelp kHelp{"updaters [OPTIONS]",
                            "Lists the updaters: what each needs, whether this machine can run it, what is\n"
                            "missing if not, the builds that can run here, and which one 'auto' picks.\n"
                            "--updater or the environment variable THREATPERFT_UPDATER choose another one.",
                            "  threatperft updaters\n"
                            "  THREATPERFT_UPDATER=scalar threatperft check\n"};

std::string builds_of(Updater updater) {
  std::vector<std::string_view> builds;
  for (const Kernel* kernel : runnable_kernels()) {
    if (kernel->updater == updater) builds.push_back(kernel->build);
  }
  return builds.empty() ? "-" : fmt::format("{}", fmt::join(builds, ", "));
}

Cell state_of(const UpdaterInfo& info) {
  if (!info.built) return {"not built", Style::dim};
  if (info.kernel == nullptr) return {"no", Style::bad};
  return {"yes", Style::good};
}

}  // namespace

int run_updaters(const Arguments& arguments, Console& console) {
  po::options_description options("Options", 80, 50);
  add_help(options);
  const ParsedOptions parsed = parse_options(arguments, options);
  if (parsed.has("help")) {
    console.print(help_text(kHelp, options));
    return kExitOk;
  }
  if (!parsed.words.empty()) throw UserError(fmt::format("updaters takes no '{}'", parsed.words.front()));

  std::size_t widest = 0;
  for (const UpdaterInfo& info : updaters()) widest = std::max(widest, builds_of(info.updater).size());
  const Table table(console,
                    {{"updater", 7, true}, {"runs", 9, true}, {"builds", widest, true}, {"needs", 0, true}});
  std::string text = table.header();
  for (const UpdaterInfo& info : updaters()) {
    text += table.row({{std::string(to_string(info.updater))},
                       state_of(info),
                       {builds_of(info.updater)},
                       {std::string(info.needs)}});
    if (!info.missing.empty()) text += fmt::format("{:9}lacks {}\n", "", fmt::join(info.missing, ", "));
  }
  const Kernel& best = best_kernel();
  text += fmt::format("\nauto picks {} ({}) on {}\n", to_string(best.updater), best.build, processor_name());
  console.print(text);
  return kExitOk;
}

}  // namespace threatperft
