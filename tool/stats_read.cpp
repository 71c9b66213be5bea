#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "tool/exit_status.h"
#include "tool/numbers.h"
#include "tool/stats_files.h"
#include "tool/stats_layout_file.h"
#include "tool/stats_names.h"
#include "tool/stats_result.h"

namespace threatperft {

namespace {

using Json = nlohmann::ordered_json;
using Counts = std::vector<std::uint64_t>;

constexpr std::string_view kSchema = "threatperft.stats/1";

std::string file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  if (file) bytes << file.rdbuf();
  if (!file || !bytes) throw UserError(fmt::format("{}: cannot be read", path));
  return bytes.str();
}

/// A histogram may be written shorter than it is.
void read_histogram(const Json& json, Counts& histogram) {
  const auto values = json.get<Counts>();
  if (values.size() > histogram.size()) throw UserError("a histogram is too long");
  std::copy(values.begin(), values.end(), histogram.begin());
}

std::size_t checked_index(const Json& json, std::size_t limit) {
  const auto value = json.get<std::size_t>();
  if (value >= limit) throw UserError(fmt::format("{} is out of range", value));
  return value;
}

void read_by_pieces(const Json& list, StatisticsTables& tables) {
  for (const Json& entry : list) {
    const std::size_t pieces = checked_index(entry.at("pieces"), kMaxPieces + 1);
    tables.positions[pieces] = entry.at("positions");
    read_histogram(entry.at("histogram"), tables.active[pieces]);
    for (std::size_t attacker = 0; attacker < kPieceCount; ++attacker) {
      for (std::size_t victim = 0; victim < kPieceCount; ++victim) {
        tables.pairs[pieces][attacker][victim] = entry.at("pairs").at(attacker).at(victim);
      }
    }
  }
}

unsigned class_of(const Json& entry) {
  const auto kind = parse_move_kind(entry.at("kind").get<std::string>());
  const auto moved = entry.at("moved").get<std::string>();
  const auto piece = moved.size() == 1 ? piece_of(moved[0]) : std::nullopt;
  if (!kind || !piece) throw UserError("a class of moves is unknown");
  return move_class(*kind, type_of(*piece), entry.at("color") == "white" ? Color::white : Color::black);
}

void read_classes(const Json& list, StatisticsTables& tables) {
  for (const Json& entry : list) {
    const unsigned number = class_of(entry);
    tables.crossings[number] = entry.at("crossings");
    read_histogram(entry.at("redundant"), tables.redundant[number]);
    for (const Json& cell : entry.at("cells")) {
      const std::size_t added = checked_index(cell.at(0), kListLengths);
      const std::size_t removed = checked_index(cell.at(1), kListLengths);
      tables.moves[number][added * kListLengths + removed] = cell.at(2);
    }
  }
}

void read_maxima(const Json& list, StatisticsTables& tables) {
  for (const Json& entry : list) {
    for (unsigned i = 0; i < kExtremes; ++i) {
      if (entry.at("of") != to_string(static_cast<Extreme>(i))) continue;
      const Json& move = entry.at("move");
      tables.extremes[i] =
          NamedExtreme{entry.at("value"), entry.at("fen"), move.is_null() ? "" : move.get<std::string>(),
                       entry.value("unit", std::uint64_t{0})};
    }
  }
}

LayoutTables read_layout(const Json& entry, const std::string& folder) {
  const Layout layout = parse_layout(entry.at("definition").dump(), "its definition");
  LayoutTables tables;
  tables.definition = layout.definition();
  const std::string file = fmt::format("{}/layout-{}.npy", folder, layout.name());
  tables.counts = parse_npy(file_bytes(file), layout.size(), file);
  tables.active.resize(kMaxThreats + 1);
  tables.changed.resize(2 * kListLengths);
  read_histogram(entry.at("active_histogram"), tables.active);
  read_histogram(entry.at("changed_histogram"), tables.changed);
  tables.added = entry.at("added");
  tables.removed = entry.at("removed");
  tables.most_added = entry.at("most_added");
  tables.most_removed = entry.at("most_removed");
  return tables;
}

void read_inputs(const Json& json, StatsResult& result) {
  for (const Json& entry : json.at("inputs")) {
    result.inputs.push_back(
        {entry.at("path"), entry.at("sha256"), entry.at("positions"), entry.at("bad_lines")});
  }
  const Json& duplicates = json.at("duplicates");
  result.duplicates = duplicates.at("count");
  result.duplicates_incomplete = !duplicates.at("complete").get<bool>();
  for (const Json& line : duplicates.at("lines")) {
    result.duplicate_lines.push_back(
        {line.at("file"), line.at("line"), line.at("first_file"), line.at("first_line")});
  }
  for (const Json& line : json.at("bad_lines")) {
    Diagnostic bad;
    bad.file = line.at("file");
    bad.line = line.at("line");
    bad.kind = line.at("kind");
    bad.field = line.at("field");
    bad.found = line.at("found");
    bad.expected = line.at("expected");
    result.bad_lines.push_back(std::move(bad));
  }
}

StatsResult read_summary(const Json& json, const std::string& folder) {
  StatsResult result;
  result.command = json.at("command");
  result.machine = json.at("machine");
  result.roots = json.at("totals").at("roots");
  result.skipped_roots = json.at("totals").at("skipped_roots");
  result.seconds = json.at("timing").at("seconds");
  read_inputs(json, result);
  const std::string features = folder + "/features.npy";
  result.tables.raw = parse_npy(file_bytes(features), kRawThreats, features);
  read_by_pieces(json.at("by_pieces"), result.tables);
  read_classes(json.at("move_classes"), result.tables);
  read_maxima(json.at("maxima"), result.tables);
  for (const Json& layout : json.at("layouts")) result.tables.layouts.push_back(read_layout(layout, folder));
  return result;
}

/// The numbers in the summary must be those that its tables yield.
void verify(const Json& json, const StatsResult& result, const std::string& path) {
  const StatisticsTotals totals = totals_of(result.tables);
  const Json& told = json.at("totals");
  std::string wrong = disagreement(result.tables);
  if (told.at("nodes") != totals.positions) wrong = "the number of nodes";
  if (told.at("threats") != totals.threats) wrong = "the number of threats";
  if (told.at("signature") != signature_text(totals.signature)) wrong = "the signature";
  if (!wrong.empty()) throw UserError(fmt::format("{}: {} does not agree with the tables", path, wrong));
}

}  // namespace

StatsResult read_stats_result(const std::string& folder) {
  const std::string path = folder + "/summary.json";
  const Json json = Json::parse(file_bytes(path), nullptr, false);
  if (!json.is_object() || !json.contains("schema")) {
    throw UserError(fmt::format("{}: is not a summary of statistics", path));
  }
  if (json["schema"] != kSchema) {
    throw UserError(
        fmt::format("{}: found the schema {}, expected {}", path, json["schema"].dump(), kSchema));
  }
  try {
    StatsResult result = read_summary(json, folder);
    verify(json, result, path);
    return result;
  } catch (const Json::exception&) {
    throw UserError(fmt::format("{}: is damaged: a field is missing or of a wrong type", path));
  }
}

}  // namespace threatperft
