#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <memory>
#include <optional>

#include "engine_core/perft/kernels.h"
#include "tool/bench.h"
#include "tool/bench_append.h"
#include "tool/command.h"
#include "tool/common_options.h"
#include "tool/exit_status.h"
#include "tool/machine.h"
#include "tool/numbers.h"
#include "tool/result_file.h"
#include "tool/result_json.h"
#include "tool/signals.h"
#include "tool/table.h"

namespace threatperft {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kDefaultRounds = 7;

constexpr std::array kWalks{BenchWalk::count, BenchWalk::moves, BenchWalk::deltas, BenchWalk::check};

constexpr CommandHelp kHelp{
    "bench [OPTIONS]",
    "Times every updater that this machine can run, on fixed work and one thread:\n"
    "bulk counting ('count'), plain make ('moves'), make with the delta of every move\n"
    "('deltas'), and the whole check. All take turns; medians, and ratios by round.",
    "  threatperft bench --rounds 15 --output bench.json\n"
    "  threatperft bench --rounds 1 --depth 3 --output bench.json --append\n"
    "  valgrind --tool=cachegrind --cache-sim=no threatperft bench --rounds 1 \\\n"
    "      --position kiwipete --walk deltas --updater avx2 --depth 3\n"};

struct BenchSettings {
  int rounds = kDefaultRounds;
  std::optional<int> depth;
  std::optional<BenchWalk> walk;
  std::optional<Updater> updater;
  std::string position;
  std::string output;
  bool append = false;
};

po::options_description bench_options() {
  po::options_description options("Options", 80, 50);
  options.add_options()("rounds", text_value("N"), "how often each is timed (default 7)")(
      "position", text_value("ID"), "only this position of the work")("walk", text_value("WALK"),
                                                                      "only count, moves, deltas or check");
  add_depth(options, "plies, instead of the work's own");
  add_updater(options);
  add_output(options);
  options.add_options()("append", "add the rounds to those in the file");
  add_help(options);
  return options;
}

BenchWalk read_walk(const std::string& text) {
  for (const BenchWalk walk : kWalks) {
    if (to_string(walk) == text) return walk;
  }
  throw UserError(fmt::format("--walk: found '{}', expected count, moves, deltas or check", text));
}

BenchSettings read_settings(const ParsedOptions& parsed) {
  if (!parsed.words.empty()) throw UserError(fmt::format("bench takes no '{}'", parsed.words.front()));
  BenchSettings settings;
  if (parsed.has("rounds"))
    settings.rounds = static_cast<int>(parse_number("rounds", parsed.text("rounds"), 1, 1000));
  settings.depth = read_depth(parsed);
  if (settings.depth == 0)
    throw UserError("--depth: found '0', expected at least 1: no moves, nothing to time");
  if (parsed.has("walk")) settings.walk = read_walk(parsed.text("walk"));
  if (parsed.has("updater")) settings.updater = read_kernel(parsed).updater;
  if (parsed.has("position")) settings.position = parsed.text("position");
  if (parsed.has("output")) settings.output = parsed.text("output");
  settings.append = parsed.has("append");
  if (settings.append && (settings.output.empty() || settings.output == "-"))
    throw UserError("--append: expected a file, by --output");
  return settings;
}

std::vector<BenchPosition> chosen_positions(const BenchSettings& settings) {
  std::vector<BenchPosition> chosen;
  std::vector<std::string_view> ids;
  for (BenchPosition& work : bench_positions()) {
    ids.push_back(work.id);
    if (!settings.position.empty() && work.id != settings.position) continue;
    if (settings.depth) set_depth(work, *settings.depth);
    chosen.push_back(work);
  }
  if (chosen.empty()) {
    throw UserError(
        fmt::format("--position: found '{}', expected one of {}", settings.position, fmt::join(ids, ", ")));
  }
  return chosen;
}

bool has_updater(BenchWalk walk) { return walk == BenchWalk::deltas || walk == BenchWalk::check; }

/// The base lines, then each updater's deltas and check.
std::vector<Contender> chosen_contenders(const BenchSettings& settings) {
  std::vector<Contender> chosen;
  for (const BenchWalk walk : kWalks) {
    if (settings.walk && walk != *settings.walk) continue;
    if (!has_updater(walk)) {
      chosen.push_back({walk, &best_kernel()});
      continue;
    }
    for (const UpdaterInfo& info : updaters()) {
      const bool wanted = !settings.updater || info.updater == *settings.updater;
      if (info.kernel != nullptr && wanted) chosen.push_back({walk, info.kernel});
    }
  }
  return chosen;
}

/// What a contender's speed is related to: the scalar one of the same walk, if it is not that itself.
std::optional<std::size_t> scalar_of(const BenchTimes& times, std::size_t contender) {
  const Contender& own = times.contenders[contender];
  if (!has_updater(own.walk)) return std::nullopt;
  for (std::size_t c = 0; c < times.contenders.size(); ++c) {
    const Contender& other = times.contenders[c];
    if (other.walk == own.walk && other.kernel->updater == Updater::scalar) return c;
  }
  return std::nullopt;
}

struct Figures {
  Spread seconds;
  double moves_per_second = 0;
  double ns_per_move = 0;
  std::optional<Spread> ratio_to_scalar;  ///< of speeds: above 1 is faster
};

Figures figures_of(const std::vector<double>& seconds, const std::vector<double>* scalar,
                   std::uint64_t moves) {
  Figures figures;
  figures.seconds = spread_of(seconds);
  figures.moves_per_second = static_cast<double>(moves) / figures.seconds.median;
  figures.ns_per_move = figures.seconds.median * 1e9 / static_cast<double>(moves);
  if (scalar != nullptr) figures.ratio_to_scalar = spread_of(ratios(*scalar, seconds));
  return figures;
}

std::vector<Cell> cells_of(std::string position, const Contender& contender, const Figures& figures) {
  return {{std::move(position)},
          {std::string(to_string(contender.walk))},
          {has_updater(contender.walk) ? std::string(to_string(contender.kernel->updater)) : "-"},
          {rate_text(figures.moves_per_second)},
          {fmt::format("{:.1f}", figures.ns_per_move)},
          {fmt::format("{:.1f}%", 100 * figures.seconds.deviation / figures.seconds.median)},
          {figures.ratio_to_scalar ? fmt::format("{:.2f}", figures.ratio_to_scalar->median) : "-"}};
}

Figures figures_at(const BenchTimes& times, std::size_t p, std::size_t c) {
  const auto scalar = scalar_of(times, c);
  return figures_of(times.seconds[p][c], scalar ? &times.seconds[p][*scalar] : nullptr,
                    times.positions[p].moves);
}

std::uint64_t all_moves(const BenchTimes& times) {
  std::uint64_t moves = 0;
  for (const BenchPosition& work : times.positions) moves += work.moves;
  return moves;
}

Figures whole_figures(const BenchTimes& times, std::size_t c) {
  const auto scalar = scalar_of(times, c);
  std::vector<double> scalar_rounds;
  if (scalar) scalar_rounds = whole_rounds(times, *scalar);
  return figures_of(whole_rounds(times, c), scalar ? &scalar_rounds : nullptr, all_moves(times));
}

std::string view(const BenchTimes& times, std::size_t rounds, const Console& console) {
  const Table table(console, {{"position", 10, true},
                              {"walk", 6, true},
                              {"updater", 7, true},
                              {"moves/s", 8},
                              {"ns/move", 8},
                              {"spread", 7},
                              {"x scalar", 8}});
  std::string text = table.header();
  for (std::size_t p = 0; p < times.positions.size(); ++p) {
    for (std::size_t c = 0; c < times.contenders.size(); ++c) {
      text += table.row(
          cells_of(std::string(times.positions[p].id), times.contenders[c], figures_at(times, p, c)));
    }
  }
  text += '\n';
  for (std::size_t c = 0; c < times.contenders.size(); ++c) {
    text += table.row(cells_of("all", times.contenders[c], whole_figures(times, c)));
  }
  text += fmt::format("\nmedians of {}, one thread, build {} on {}\n", plural(rounds, "round"),
                      best_kernel().build, processor_name());
  return text +
         "spread: median absolute deviation of the seconds; x scalar: median of the rounds' ratios of "
         "speed\n";
}

Json figures_json(const Figures& figures, const std::vector<double>& seconds) {
  Json json{{"moves_per_second", figures.moves_per_second},
            {"ns_per_move", figures.ns_per_move},
            {"seconds", {{"median", figures.seconds.median}, {"deviation", figures.seconds.deviation}}}};
  json["ratio_to_scalar"] = nullptr;
  if (figures.ratio_to_scalar) {
    json["ratio_to_scalar"] = {{"median", figures.ratio_to_scalar->median},
                               {"deviation", figures.ratio_to_scalar->deviation}};
  }
  json["rounds"] = seconds;
  return json;
}

Json bench_json(const BenchTimes& times, std::size_t rounds) {
  Json json{{"schema", "threatperft.bench/1"},
            {"tool", tool_json()},
            {"machine", {{"processor", processor_name()}}}};
  json["command"] = {{"name", "bench"}, {"rounds", rounds}, {"threads", 1}};
  json["positions"] = Json::array();
  for (const BenchPosition& work : times.positions) {
    json["positions"].push_back({{"id", work.id},
                                 {"kind", work.what},
                                 {"fen", work.fen},
                                 {"depth", work.depth},
                                 {"moves", work.moves}});
  }
  json["walks"] = Json::array();
  for (std::size_t c = 0; c < times.contenders.size(); ++c) {
    const Contender& contender = times.contenders[c];
    Json walk{{"walk", to_string(contender.walk)}, {"updater", nullptr}, {"build", contender.kernel->build}};
    if (has_updater(contender.walk)) walk["updater"] = to_string(contender.kernel->updater);
    walk["all"] = figures_json(whole_figures(times, c), whole_rounds(times, c));
    walk["positions"] = Json::array();
    for (std::size_t p = 0; p < times.positions.size(); ++p) {
      Json entry{{"id", times.positions[p].id}};
      entry.update(figures_json(figures_at(times, p, c), times.seconds[p][c]));
      entry["processor_rounds"] = times.processor_seconds[p][c];
      walk["positions"].push_back(std::move(entry));
    }
    json["walks"].push_back(std::move(walk));
  }
  return json;
}

}  // namespace

int run_bench(const Arguments& arguments, Console& console) {
  const po::options_description options = bench_options();
  const ParsedOptions parsed = parse_options(arguments, options);
  if (parsed.has("help")) {
    console.print(help_text(kHelp, options));
    return kExitOk;
  }
  const BenchSettings settings = read_settings(parsed);
  const bool json_to_stdout = settings.output == "-";
  std::unique_ptr<ResultFile> file;
  if (!settings.output.empty() && !json_to_stdout) file = std::make_unique<ResultFile>(settings.output);

  const auto earlier = settings.append ? read_bench_rounds(settings.output) : std::nullopt;
  BenchTimes times = run_bench(chosen_positions(settings), chosen_contenders(settings), settings.rounds,
                               SignalGuard::stop());
  if (earlier) prepend_rounds(*earlier, times);
  const std::size_t complete = times.seconds.front().front().size();
  if (complete != 0) {
    console.print(json_to_stdout ? json_text(bench_json(times, complete)) : view(times, complete, console));
  }
  if (SignalGuard::received() != 0) {
    console.message(fmt::format("threatperft: interrupted; {} of {} rounds are complete",
                                complete - (earlier ? rounds_in(*earlier) : 0), settings.rounds));
    return exit_status_of_signal(SignalGuard::received());
  }
  if (file) file->commit(json_text(bench_json(times, complete)));
  return kExitOk;
}

}  // namespace threatperft
