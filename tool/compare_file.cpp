#include "tool/compare_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "epd/input.h"
#include "tool/compare_schemas.h"
#include "tool/exit_status.h"

namespace threatperft {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

/// More than any result has; less than what a bomb of compressed zeros would take.
constexpr std::size_t kLargestFile = std::size_t{1} << 30;

/// One version of a schema: checks the file's shape and brings it into that of the newest version. A new
/// version is a line here and a function in compare_schemas.cpp.
struct SchemaVersion {
  ResultKind kind;
  std::uint64_t version;
  void (*read)(Json& json, const std::string& path);
};

constexpr std::array kVersions{
    SchemaVersion{ResultKind::result, 1, read_result_1},
    SchemaVersion{ResultKind::bench, 1, read_bench_1},
    SchemaVersion{ResultKind::stats, 1, read_stats_1},
};

constexpr std::string_view kKnownFiles =
    "a result of check, perft, bench (threatperft.result/1, .bench/1) or stats (threatperft.stats/1)";

std::optional<std::uint64_t> parse_version(std::string_view text) {
  std::uint64_t version = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return version;
}

/// The version's reader, by "threatperft.KIND/VERSION".
const SchemaVersion& schema_version(const std::string& schema, const std::string& path) {
  const std::size_t slash = schema.find('/');
  const std::string_view name = std::string_view(schema).substr(0, slash);
  const auto version =
      slash == std::string::npos ? std::nullopt : parse_version(std::string_view(schema).substr(slash + 1));
  std::uint64_t newest = 0;
  for (const SchemaVersion& each : kVersions) {
    if (schema_of(each.kind) != name) continue;
    if (each.version == version) return each;
    newest = std::max(newest, each.version);
  }
  if (newest == 0 || !version) {
    throw UserError(fmt::format("{}: schema: found '{}', expected {}", path, schema, kKnownFiles));
  }
  throw UserError(
      fmt::format("{}: schema: found '{}', but this program reads {} up to version {}: it may be older than "
                  "the file",
                  path, schema, name, newest));
}

Json parse_json(const std::string& bytes, const std::string& path) {
  try {
    return Json::parse(bytes);
  } catch (const Json::parse_error& error) {
    const std::size_t end = std::min(error.byte == 0 ? 0 : error.byte - 1, bytes.size());
    const auto line = 1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    throw UserError(
        fmt::format("{}: line {}: is no JSON, or cut short (at byte {})", path, line, error.byte));
  } catch (const Json::out_of_range&) {
    throw UserError(fmt::format("{}: holds a number that is too large", path));
  }
}

}  // namespace

std::string_view schema_of(ResultKind kind) {
  switch (kind) {
    case ResultKind::result:
      return "threatperft.result";
    case ResultKind::bench:
      return "threatperft.bench";
    case ResultKind::stats:
      break;
  }
  return "threatperft.stats";
}

std::string read_whole_file(const std::string& path) {
  try {
    Input input(path);
    std::string bytes;
    std::vector<char> buffer(1 << 16);
    while (const std::size_t size = input.read(buffer.data(), buffer.size())) {
      bytes.append(buffer.data(), size);
      if (bytes.size() > kLargestFile) throw UserError(fmt::format("{}: is larger than 1 GiB", path));
    }
    return bytes;
  } catch (const InputError& error) {
    throw UserError(fmt::format("{}: {}", path, error.what()));
  }
}

ResultDocument result_document(Json json, std::string path) {
  ResultDocument document;
  document.path = std::move(path);
  document.json = std::move(json);
  const std::string schema = JsonPlace(document.json, document.path).member("schema").text();
  const SchemaVersion& version = schema_version(schema, document.path);
  document.kind = version.kind;
  document.version = version.version;
  version.read(document.json, document.path);
  return document;
}

ResultDocument read_result_document(const std::string& path) {
  std::error_code error;
  const bool is_folder = path != "-" && fs::is_directory(path, error);
  std::string file = path;
  if (is_folder) {
    file = (fs::path(path) / "summary.json").string();
    if (!fs::exists(file, error) && fs::exists(file + ".gz", error)) file += ".gz";
  }
  ResultDocument document = result_document(parse_json(read_whole_file(file), file), file);
  if (document.kind == ResultKind::stats && is_folder) document.folder = path;
  document.path = path;
  return document;
}

}  // namespace threatperft
