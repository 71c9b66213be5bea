#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "tool/command.h"
#include "tool/common_options.h"
#include "tool/exit_status.h"
#include "tool/merge_check.h"
#include "tool/numbers.h"
#include "tool/result_file.h"
#include "tool/result_json.h"
#include "tool/shard.h"
#include "tool/stats_directory.h"
#include "tool/stats_files.h"
#include "tool/stats_result.h"
#include "tool/stats_view.h"

namespace threatperft {

namespace {

constexpr CommandHelp kHelp{
    "merge [OPTIONS] DIR DIR... | FILE...",
    "Adds the statistics in folders that 'stats' wrote, with the same settings and\n"
    "layouts; or joins the results of all shards of a 'check' into the file that one\n"
    "run would have written.",
    "  threatperft merge results/out/a results/out/b --output results/out/both\n"
    "  threatperft merge shard-*.json --output result.json\n"};

po::options_description merge_options() {
  po::options_description options("Options", 80, 50);
  options.add_options()("output", text_value("DIR"), "the folder or file to write (a file: else shown)")(
      "force", "replace the folder if it holds statistics");
  add_help(options);
  return options;
}

/// The first setting in which two results differ, in words; empty if there is none.
std::string difference(const StatsResult& one, const StatsResult& other) {
  for (const auto& [key, value] : one.command.items()) {
    const auto found = other.command.contains(key) ? other.command[key].dump() : "nothing";
    if (found != value.dump()) return fmt::format("{} is {}, not {}", key, found, value.dump());
  }
  if (one.command.size() != other.command.size()) return "it has other settings";
  const auto same = [](const LayoutTables& a, const LayoutTables& b) {
    return same_definition(a.definition, b.definition);
  };
  const auto& a = one.tables.layouts;
  const auto& b = other.tables.layouts;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same) ? "" : "its layouts are others";
}

void add(StatsResult& sum, StatsResult other, bool shards) {
  sum.tables.add(other.tables);
  sum.seconds = shards ? std::max(sum.seconds, other.seconds) : sum.seconds + other.seconds;
  if (shards) return;  // each has read all of the input
  sum.roots += other.roots;
  sum.skipped_roots += other.skipped_roots;
  sum.duplicates += other.duplicates;
  sum.duplicates_incomplete = true;  // nobody looked for positions that are in both
  const auto append = [](auto& to, auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  append(sum.inputs, other.inputs);
  append(sum.duplicate_lines, other.duplicate_lines);
  append(sum.bad_lines, other.bad_lines);
}

std::vector<std::string> inputs_of(const StatsResult& result) {
  std::vector<std::string> inputs;
  for (const StatsInput& input : result.inputs) inputs.push_back(input.path + input.sha256);
  return inputs;
}

/// The shard that a result is of, which is taken out of its settings.
std::optional<Shard> take_shard(StatsResult& result) {
  if (!result.command.contains("shard")) return std::nullopt;
  const Shard shard = parse_shard(result.command["shard"].get<std::string>());
  result.command.erase("shard");
  return shard;
}

StatsResult merged(const std::vector<std::string>& folders) {
  StatsResult sum = read_stats_result(folders.front());
  const std::optional<Shard> first = take_shard(sum);
  if (!first && folders.size() < 2) throw UserError("merge: expected two folders or more");
  std::vector<Shard> shards;
  if (first) shards.push_back(*first);
  for (std::size_t i = 1; i < folders.size(); ++i) {
    StatsResult other = read_stats_result(folders[i]);
    if (const std::optional<Shard> shard = take_shard(other)) shards.push_back(*shard);
    if (shards.size() != (first ? i + 1 : 0)) {
      throw UserError(fmt::format("only one of {} and {} is of a shard", folders.front(), folders[i]));
    }
    if (first && inputs_of(sum) != inputs_of(other)) {
      throw UserError(
          fmt::format("{} and {} are not of one run: inputs differ", folders.front(), folders[i]));
    }
    const std::string differs = difference(sum, other);
    if (!differs.empty()) {
      throw UserError(
          fmt::format("{} and {} do not add up: in the second, {}", folders.front(), folders[i], differs));
    }
    add(sum, std::move(other), first.has_value());
  }
  if (first) require_all_shards(shards);
  return sum;
}

/// The joined result's exit status is that of the run.
int status_of(const nlohmann::ordered_json& result) {
  if (!result.at("input_errors").empty()) return kExitWrongInput;
  const nlohmann::ordered_json& totals = result.at("totals");
  return totals.at("failed_positions") != 0 || totals.at("mismatches") != 0 ? kExitCheckFailed : kExitOk;
}

int merge_files(const ParsedOptions& parsed, Console& console) {
  std::optional<ResultFile> file;
  const std::string output = parsed.has("output") ? parsed.text("output") : "-";
  require_other_than(output, parsed.words);
  if (output != "-") file.emplace(output);
  const nlohmann::ordered_json result = merge_shards(parsed.words);
  const nlohmann::ordered_json& totals = result.at("totals");
  if (!file) console.print(json_text(result));
  if (file) file->commit(json_text(result));
  const int status = status_of(result);
  console.message(fmt::format("{}: {}, {}; {}{}", plural(parsed.words.size(), "shard"),
                              plural(totals.at("positions").get<std::uint64_t>(), "position"),
                              plural(totals.at("nodes").get<std::uint64_t>(), "node"),
                              status == kExitOk ? "all well" : "FAILED",
                              result.at("complete").get<bool>() ? "" : ", not finished"));
  return status;
}

}  // namespace

int run_merge(const Arguments& arguments, Console& console) {
  const po::options_description options = merge_options();
  const ParsedOptions parsed = parse_options(arguments, options);
  if (parsed.has("help")) {
    console.print(help_text(kHelp, options));
    return kExitOk;
  }
  if (parsed.words.empty()) throw UserError("merge: expected folders of statistics, or results of shards");
  const auto is_folder = [](const std::string& path) { return std::filesystem::is_directory(path); };
  if (std::none_of(parsed.words.begin(), parsed.words.end(), is_folder)) return merge_files(parsed, console);
  std::optional<StatsDirectory> directory;
  if (parsed.has("output")) {
    require_other_than(parsed.text("output"), parsed.words);
    directory.emplace(parsed.text("output"), parsed.has("force"));
  }
  const StatsResult result = merged(parsed.words);
  if (directory) {
    make_stats_files(result,
                     [&](const std::string& name, std::string_view bytes) { directory->write(name, bytes); });
    directory->commit();
  }
  console.print(stats_text(result, console));
  return kExitOk;
}

}  // namespace threatperft
