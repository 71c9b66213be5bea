#include "tool/compare_schemas.h"

#include <initializer_list>
#include <string_view>

namespace threatperft {

using Json = nlohmann::ordered_json;

namespace {

using Names = std::initializer_list<std::string_view>;

template <class Function>
void for_each_in(const JsonPlace& list, Function function) {
  const std::size_t size = list.array_size();
  for (std::size_t i = 0; i < size; ++i) function(list.element(i));
}

void need_numbers(const JsonPlace& place, Names names) {
  for (const std::string_view name : names) place.member(name).number();
}

void need_numbers_or_null(const JsonPlace& place, Names names) {
  for (const std::string_view name : names) place.member(name).number_or_null();
}

void need_texts(const JsonPlace& place, Names names) {
  for (const std::string_view name : names) place.member(name).text();
}

/// 16 hexadecimal digits: what is no signature must not pass for one that differs.
void need_signature_or_null(const JsonPlace& place) {
  if (place.json().is_null()) return;
  const std::string& text = place.text();
  if (text.size() != 16 || text.find_first_not_of("0123456789abcdef") != std::string::npos) {
    place.fail("16 hexadecimal digits");
  }
}

void need_tool(const JsonPlace& file) {
  need_texts(file.member("tool"), {"version", "revision", "compiler"});
  need_texts(file.member("machine"), {"processor"});
  need_texts(file.member("command"), {"name"});
}

void need_sources(const JsonPlace& list) {
  for_each_in(list, [](const JsonPlace& source) {
    need_texts(source, {"path", "sha256"});
    need_numbers(source, {"positions"});
  });
}

void need_depth(const JsonPlace& depth) {
  need_numbers(depth, {"depth", "nodes", "checked", "mismatches"});
  need_numbers_or_null(depth, {"threats", "expected_nodes", "expected_threats"});
  need_signature_or_null(depth.member("signature"));
  need_signature_or_null(depth.member("expected_signature"));
  depth.member("complete").boolean();
}

void need_failure(const JsonPlace& failure) {
  need_texts(failure, {"id", "stage", "root", "reached", "move", "verdict"});
  for (const std::string_view list : {"moves", "missing", "extra", "doubled", "removed_but_absent"}) {
    const JsonPlace place = failure.member(list);
    if (!place.json().is_string()) for_each_in(place, [](const JsonPlace& word) { word.text(); });
  }
}

/// The members of an object that are lists of objects, and what names their entries.
void need_keyed(const JsonPlace& file, std::string_view list, Names texts, Names numbers) {
  for_each_in(file.member(list), [&](const JsonPlace& entry) {
    need_texts(entry, texts);
    need_numbers(entry, numbers);
  });
}

void need_rounds(const JsonPlace& figures) {
  for (const std::string_view rounds : {"rounds", "processor_rounds"}) {
    if (rounds != "rounds" && !figures.has(rounds)) continue;
    for_each_in(figures.member(rounds), [](const JsonPlace& seconds) {
      if (seconds.real() <= 0) seconds.fail("more than 0 seconds");
    });
  }
}

}  // namespace

void read_result_1(Json& json, const std::string& path) {
  const JsonPlace file(json, path);
  need_tool(file);
  need_sources(file.member("suites"));
  for_each_in(file.member("positions"), [](const JsonPlace& position) {
    need_texts(position, {"id", "fen", "state"});
    position.member("chess960").boolean();
    for_each_in(position.member("depths"), need_depth);
  });
  need_numbers(file.member("totals"), {"nodes"});
  need_numbers_or_null(file.member("totals"), {"threats"});
  need_signature_or_null(file.member("totals").member("signature"));
  file.member("complete").boolean();
  for_each_in(file.member("failures"), need_failure);
  file.member("input_errors").array_size();
}

void read_bench_1(Json& json, const std::string& path) {
  const JsonPlace file(json, path);
  need_tool(file);
  need_numbers(file.member("command"), {"rounds", "threads"});
  need_keyed(file, "positions", {"id", "fen"}, {"depth", "moves"});
  for_each_in(file.member("walks"), [](const JsonPlace& walk) {
    need_texts(walk, {"walk", "build"});
    walk.member("updater").text_or_null();
    for_each_in(walk.member("positions"), [](const JsonPlace& position) {
      need_texts(position, {"id"});
      need_rounds(position);
    });
  });
}

void read_stats_1(Json& json, const std::string& path) {
  const JsonPlace file(json, path);
  need_tool(file);
  need_sources(file.member("inputs"));
  need_numbers(file.member("totals"), {"roots", "nodes", "threats", "moves"});
  need_signature_or_null(file.member("totals").member("signature"));
  file.member("active").object();
  file.member("moves").object();
  need_keyed(file, "maxima", {"of", "fen"}, {"value"});
  need_keyed(file, "moves_by_kind", {"kind", "moved"}, {"moves"});
  need_keyed(file, "by_pieces", {}, {"pieces", "positions"});
  need_keyed(file, "move_classes", {"kind", "moved", "color"}, {"crossings"});
  for_each_in(file.member("layouts"), [](const JsonPlace& layout) {
    need_texts(layout, {"name"});
    need_numbers(layout, {"size"});
    layout.member("definition").object();
  });
  for_each_in(file.member("move_classes"), [](const JsonPlace& entry) {
    for_each_in(entry.member("cells"), [](const JsonPlace& cell) {
      for (std::size_t i = 0; i < 3; ++i) cell.element(i).number();
    });
  });
}

}  // namespace threatperft
