#include "tool/stats_layout_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <utility>

#include "engine_core/perft/statistics.h"
#include "tool/exit_status.h"

namespace threatperft {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kTypes = "PNBRQK";
constexpr std::size_t kMaxFileSize = 1024 * 1024;

/// Reads the parts of one file, and names the part in every error.
class LayoutReader {
 public:
  explicit LayoutReader(std::string source) : source_(std::move(source)) {}

  LayoutDefinition read(const Json& json) const {
    if (!json.is_object()) fail("the file", "an object");
    LayoutDefinition definition;
    for (const auto& [key, value] : json.items()) read_member(definition, key, value);
    if (definition.name.empty()) fail("\"name\"", "a name");
    if (!json.contains("victims")) fail("\"victims\"", "the victims of each attacker");
    return definition;
  }

  [[noreturn]] void fail(const std::string& where, const std::string& expected) const {
    throw UserError(fmt::format("{}: {}: expected {}", source_, where, expected));
  }

 private:
  void read_member(LayoutDefinition& definition, const std::string& key, const Json& value) const {
    if (key == "name") {
      definition.name = read_name(value);
    } else if (key == "victims") {
      read_victims(definition, value);
    } else if (key == "once") {
      definition.once = read_types("\"once\"", value);
    } else if (key == "kept") {
      const bool smaller = read_choice("\"kept\"", value, {"from-larger", "from-smaller"}) == 1;
      definition.kept = smaller ? KeptDirection::from_smaller : KeptDirection::from_larger;
    } else if (key == "mirrored") {
      const std::size_t choice =
          read_choice("\"mirrored\"", value, {"never", "king-on-e-to-h", "king-on-a-to-d"});
      definition.mirroring = static_cast<Mirroring>(choice);
    } else if (key == "blocks") {
      read_blocks(definition, value);
    } else if (key != "comment") {
      fail(fmt::format("\"{}\"", key), "name, victims, once, kept, mirrored, blocks or comment");
    }
  }

  // It becomes part of file names.
  std::string read_name(const Json& value) const {
    std::string name = value.is_string() ? value.get<std::string>() : "";
    const auto fits = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
             c == '_';
    };
    if (name.empty() || name.size() > 40 || !std::all_of(name.begin(), name.end(), fits)) {
      fail("\"name\"", "1 to 40 letters, digits, '-' and '_'");
    }
    return name;
  }

  TypeSet read_types(const std::string& where, const Json& value) const {
    if (!value.is_string()) fail(where, "a text of the letters PNBRQK");
    TypeSet set = 0;
    for (const char letter : value.get<std::string>()) {
      const std::size_t type = kTypes.find(letter);
      if (type == std::string_view::npos) fail(where, "a text of the letters PNBRQK");
      if ((set >> type & 1) != 0) fail(where, "each letter once");
      set = static_cast<TypeSet>(set | 1u << type);
    }
    return set;
  }

  void read_victims(LayoutDefinition& definition, const Json& value) const {
    if (!value.is_object()) fail("\"victims\"", "an object with the attackers P, N, B, R, Q and K");
    for (const auto& [attacker, victims] : value.items()) {
      const std::size_t type = attacker.size() == 1 ? kTypes.find(attacker[0]) : std::string_view::npos;
      if (type == std::string_view::npos) fail("\"victims\"", "attackers P, N, B, R, Q and K only");
      definition.victims[type] = read_types(fmt::format("\"victims\", \"{}\"", attacker), victims);
    }
  }

  std::size_t read_choice(const std::string& where, const Json& value,
                          const std::vector<std::string>& choices) const {
    const std::string text = value.is_string() ? value.get<std::string>() : "";
    const auto found = std::find(choices.begin(), choices.end(), text);
    if (found == choices.end()) fail(where, fmt::format("{}", fmt::join(choices, " or ")));
    return static_cast<std::size_t>(found - choices.begin());
  }

  Piece read_piece(const std::string& where, const Json& block, const char* key) const {
    const Json* value = block.contains(key) ? &block[key] : nullptr;
    const std::string text = value != nullptr && value->is_string() ? value->get<std::string>() : "";
    const auto piece = text.size() == 1 ? piece_of(text[0]) : std::nullopt;
    if (!piece)
      fail(fmt::format("{}, \"{}\"", where, key), "one of PNBRQK (own) and pnbrqk (the opponent's)");
    return *piece;
  }

  void read_blocks(LayoutDefinition& definition, const Json& value) const {
    if (!value.is_array() || value.empty()) fail("\"blocks\"", "a list of blocks");
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string where = fmt::format("\"blocks\", entry {}", i + 1);
      const Json& block = value[i];
      if (!block.is_object() || block.size() != 3) fail(where, "attacker, victim and start");
      LayoutBlock read{};
      read.attacker = read_piece(where, block, "attacker");
      read.victim = read_piece(where, block, "victim");
      const bool number = block.contains("start") && block["start"].is_number_unsigned();
      const std::uint64_t start = number ? block["start"].get<std::uint64_t>() : 0;
      if (!number || start > 1'000'000) fail(where + ", \"start\"", "a whole number up to 1000000");
      read.start = static_cast<std::uint32_t>(start);
      definition.blocks.push_back(read);
    }
  }

  std::string source_;
};

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw UserError(fmt::format("--layouts: {} is no known size, and cannot be read as a file", path));
  std::string text(kMaxFileSize + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (file.bad()) throw UserError(fmt::format("{}: cannot be read", path));
  if (text.size() > kMaxFileSize) throw UserError(fmt::format("{}: is too large for a layout", path));
  return text;
}

Layout made(LayoutDefinition definition, const std::string& source) {
  auto result = Layout::make(std::move(definition));
  if (const auto* error = std::get_if<std::string>(&result))
    throw UserError(fmt::format("{}: {}", source, *error));
  return std::get<Layout>(std::move(result));
}

Layout layout_named(const std::string& word) {
  for (const LayoutDefinition& known : known_layouts()) {
    if (known.name == word) return made(known, word);
  }
  return parse_layout(file_text(word), word);
}

std::string type_letters(TypeSet set) {
  std::string letters;
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    if ((set >> i & 1) != 0) letters += kTypes[i];
  }
  return letters;
}

}  // namespace

std::vector<Layout> read_layouts(std::string_view list) {
  std::vector<Layout> layouts;
  if (list == "none") return layouts;
  if (list.empty()) {
    for (const LayoutDefinition& known : known_layouts()) layouts.push_back(made(known, known.name));
    return layouts;
  }
  std::istringstream words{std::string(list)};
  for (std::string word; std::getline(words, word, ',');) {
    Layout layout = layout_named(word);
    const auto same = [&](const Layout& other) { return other.name() == layout.name(); };
    if (std::any_of(layouts.begin(), layouts.end(), same)) {
      throw UserError(fmt::format("--layouts: two layouts are named {}", layout.name()));
    }
    layouts.push_back(std::move(layout));
  }
  if (layouts.size() > kMaxLayouts) {
    throw UserError(
        fmt::format("--layouts: found {} layouts, expected at most {}", layouts.size(), kMaxLayouts));
  }
  return layouts;
}

Layout parse_layout(std::string_view text, const std::string& source) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw UserError(fmt::format("{}: byte {}: no JSON", source, error.byte));
  } catch (const Json::out_of_range&) {
    throw UserError(fmt::format("{}: holds a number that is too large", source));
  }
  return made(LayoutReader(source).read(json), source);
}

nlohmann::ordered_json layout_json(const LayoutDefinition& definition) {
  Json victims;
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    victims[std::string{kTypes[i]}] = type_letters(definition.victims[i]);
  }
  constexpr const char* kMirrored[] = {"never", "king-on-e-to-h", "king-on-a-to-d"};
  Json json = {{"name", definition.name},
               {"victims", std::move(victims)},
               {"once", type_letters(definition.once)},
               {"kept", definition.kept == KeptDirection::from_larger ? "from-larger" : "from-smaller"},
               {"mirrored", kMirrored[static_cast<std::size_t>(definition.mirroring)]}};
  if (definition.blocks.empty()) return json;
  Json blocks = Json::array();
  for (const LayoutBlock& block : definition.blocks) {
    blocks.push_back({{"attacker", std::string{letter_of(block.attacker)}},
                      {"victim", std::string{letter_of(block.victim)}},
                      {"start", block.start}});
  }
  json["blocks"] = std::move(blocks);
  return json;
}

}  // namespace threatperft
