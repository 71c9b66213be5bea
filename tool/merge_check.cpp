#include "tool/merge_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tool/compare_file.h"
#include "tool/exit_status.h"
#include "tool/json_number.h"
#include "tool/numbers.h"
#include "tool/result_json.h"
#include "tool/shard.h"

namespace threatperft {

using Json = nlohmann::ordered_json;

namespace {

struct ShardFile {
  std::string path;
  Json json;
  Shard shard;
};

std::uint64_t signature_of(const Json& json) { return std::stoull(json.get<std::string>(), nullptr, 16); }

ShardFile shard_file(const std::string& path, Json json) {
  if (!json.is_object() || !json.contains("schema")) throw UserError(fmt::format("{}: is no result", path));
  if (json["schema"] != "threatperft.result/1") {
    throw UserError(fmt::format("{}: found the schema {}, expected \"threatperft.result/1\"", path,
                                json["schema"].dump(-1, ' ', false, Json::error_handler_t::replace)));
  }
  const Json& command = json.at("command");
  if (!command.contains("shard")) throw UserError(fmt::format("{}: is not the result of a shard", path));
  const Shard shard = parse_shard(command["shard"].get<std::string>());
  json["command"].erase("shard");
  return {path, std::move(json), shard};
}

/// What must be the same in all shards of one run.
void require_same(const ShardFile& one, const ShardFile& other) {
  for (const char* field : {"tool", "command", "suites", "input_errors"}) {
    if (one.json.at(field) == other.json.at(field)) continue;
    throw UserError(fmt::format("{} and {} are not of one run: {} differs", one.path, other.path, field));
  }
}

void require_shards(const std::vector<ShardFile>& files) {
  std::vector<Shard> shards;
  shards.reserve(files.size());
  for (const ShardFile& file : files) shards.push_back(file.shard);
  require_all_shards(shards);
}

void add_number(Json& sum, const Json& part) {
  if (!sum.is_null()) sum = whole_number<std::uint64_t>(sum) + whole_number<std::uint64_t>(part);
}

void add_signature(Json& sum, const Json& part) {
  if (!sum.is_null()) sum = signature_text(signature_of(sum) + signature_of(part));
}

void add_depth(Json& sum, const Json& part) {
  for (const char* field : {"nodes", "threats", "checked", "mismatches"}) {
    add_number(sum.at(field), part.at(field));
  }
  add_signature(sum.at("signature"), part.at("signature"));
  sum["complete"] = sum.at("complete").get<bool>() && part.at("complete").get<bool>();
}

/// Depths stand in one order; a shard that was stopped early has fewer.
void add_depths(Json& sum, const Json& part) {
  for (const Json& depth : part) {
    const auto same = [&](const Json& other) { return other.at("depth") == depth.at("depth"); };
    const auto found = std::find_if(sum.begin(), sum.end(), same);
    if (found == sum.end()) {
      sum.push_back(depth);
    } else {
      add_depth(*found, depth);
    }
  }
}

std::uint64_t wrong_values_in(const Json& depths) {
  std::uint64_t wrong = 0;
  for (const Json& depth : depths) {
    if (!depth.at("complete").get<bool>()) continue;
    for (const char* field : {"nodes", "threats", "signature"}) {
      const Json& expected = depth.at(fmt::format("expected_{}", field));
      const Json& found = depth.at(field);
      wrong += !expected.is_null() && !found.is_null() && expected != found ? 1 : 0;
    }
  }
  return wrong;
}

std::string merged_state(const std::vector<std::string>& states, std::uint64_t wrong_values) {
  const auto all = [&](std::string_view state) {
    return std::all_of(states.begin(), states.end(), [&](const std::string& each) { return each == state; });
  };
  const auto any = [&](std::string_view state) {
    return std::find(states.begin(), states.end(), state) != states.end();
  };
  if (all("skipped")) return "skipped";
  if (all("not_run")) return "not_run";
  if (any("partial") || any("not_run")) return "partial";
  return any("failed") || wrong_values != 0 ? "failed" : "ok";
}

/// Adds the same position of all other shards to that of the first.
std::uint64_t merge_position(const std::vector<ShardFile>& files, std::size_t index, Json& position) {
  std::vector<std::string> states{position.at("state")};
  for (std::size_t i = 1; i < files.size(); ++i) {
    const Json& other = files[i].json.at("positions").at(index);
    if (other.at("fen") != position.at("fen") || other.at("id") != position.at("id")) {
      throw UserError(
          fmt::format("{} and {} are not of one run: positions differ", files[0].path, files[i].path));
    }
    add_depths(position.at("depths"), other.at("depths"));
    states.push_back(other.at("state"));
  }
  const std::uint64_t wrong = wrong_values_in(position.at("depths"));
  position["state"] = merged_state(states, wrong);
  return wrong;
}

Json merged_failures(const std::vector<ShardFile>& files, const Json& positions) {
  Json failures = Json::array();
  for (const Json& position : positions) {
    for (const ShardFile& file : files) {
      for (const Json& failure : file.json.at("failures")) {
        if (failure.at("id") == position.at("id") && failure.at("root") == position.at("fen")) {
          failures.push_back(failure);
        }
      }
    }
  }
  return failures;
}

void merge_totals(const std::vector<ShardFile>& files, std::uint64_t wrong_values, Json& merged) {
  Json& totals = merged.at("totals");
  for (std::size_t i = 1; i < files.size(); ++i) {
    const Json& other = files[i].json.at("totals");
    for (const char* field : {"nodes", "threats", "checked", "mismatches", "redundant"}) {
      add_number(totals.at(field), other.at(field));
    }
    add_signature(totals.at("signature"), other.at("signature"));
    for (const char* field : {"largest_list", "largest_added", "largest_removed"}) {
      if (other.at(field) > totals.at(field)) totals[field] = other.at(field);
    }
  }
  std::uint64_t failed = 0;
  std::uint64_t unfinished = 0;
  for (const Json& position : merged.at("positions")) {
    const std::string state = position.at("state");
    const auto is_of = [&](const Json& failure) { return failure.at("root") == position.at("fen"); };
    const Json& failures = merged.at("failures");
    failed += state == "failed" || std::any_of(failures.begin(), failures.end(), is_of) ? 1 : 0;
    unfinished += state == "partial" || state == "not_run" ? 1 : 0;
  }
  totals["failed_positions"] = failed;
  totals["unfinished_positions"] = unfinished;
  totals["wrong_values"] = wrong_values;
  merged["complete"] = unfinished == 0;
}

/// The slowest shard tells how long the run took.
void merge_timing(const std::vector<ShardFile>& files, Json& merged) {
  double seconds = 0;
  for (const ShardFile& file : files) {
    seconds = std::max(seconds, file.json.at("timing").at("seconds").get<double>());
  }
  merged["timing"] = timing_json(whole_number<std::uint64_t>(merged.at("totals").at("nodes")), seconds);
}

Json merge(const std::vector<ShardFile>& files) {
  Json merged = files.front().json;
  std::uint64_t wrong_values = 0;
  Json& positions = merged.at("positions");
  for (std::size_t i = 1; i < files.size(); ++i) {
    if (files[i].json.at("positions").size() == positions.size()) continue;
    throw UserError(
        fmt::format("{} and {} are not of one run: positions differ", files[0].path, files[i].path));
  }
  for (std::size_t i = 0; i < positions.size(); ++i) {
    wrong_values += merge_position(files, i, positions[i]);
  }
  merged["failures"] = merged_failures(files, positions);
  merge_totals(files, wrong_values, merged);
  merge_timing(files, merged);
  return merged;
}

}  // namespace

Json merge_shard_results(const std::vector<std::pair<std::string, Json>>& results) {
  std::vector<ShardFile> files;
  for (const auto& [path, json] : results) {
    try {
      files.push_back(shard_file(path, json));
    } catch (const Json::exception&) {
      throw UserError(fmt::format("{}: is damaged: a field is missing or of a wrong type", path));
    }
  }
  std::sort(files.begin(), files.end(),
            [](const ShardFile& a, const ShardFile& b) { return a.shard.number < b.shard.number; });
  try {
    require_shards(files);
    for (const ShardFile& file : files) require_same(files.front(), file);
    return merge(files);
  } catch (const Json::exception&) {
    throw UserError("a shard's file is damaged: a field is missing or of a wrong type");
  } catch (const std::logic_error&) {
    throw UserError("a shard's file is damaged: where a number should stand is none");
  }
}

Json merge_shards(const std::vector<std::string>& paths) {
  std::vector<std::pair<std::string, Json>> results;
  results.reserve(paths.size());
  for (const std::string& path : paths) {
    results.emplace_back(path, Json::parse(read_whole_file(path), nullptr, false));
  }
  return merge_shard_results(results);
}

}  // namespace threatperft
