#include "tool/compare_result.h"
#include "tool/result_json.h"

namespace threatperft {

using Json = nlohmann::ordered_json;

namespace {

Json document_json(const ResultDocument& document) {
  return {{"path", document.path},
          {"schema", document.json["schema"]},
          {"tool", document.json["tool"]},
          {"machine", document.json["machine"]},
          {"command", document.json["command"]}};
}

/// A number where the difference of two numbers fits into one; the values themselves are exact anyway.
Json change_json(const Difference& difference) {
  const std::string text = change_text(difference);
  if (text.empty()) return nullptr;
  return Json::parse(text.front() == '+' ? text.substr(1) : text);
}

Json difference_json(const Difference& difference) {
  return {{"kind", to_string(difference.kind)},
          {"suite", difference.suite.empty() ? Json(nullptr) : Json(difference.suite)},
          {"id", difference.id.empty() ? Json(nullptr) : Json(difference.id)},
          {"fen", difference.fen.empty() ? Json(nullptr) : Json(difference.fen)},
          {"depth", difference.depth ? Json(*difference.depth) : Json(nullptr)},
          {"field", difference.field},
          {"old", difference.before},
          {"new", difference.after},
          {"change", change_json(difference)}};
}

Json list_json(const DifferenceList& list) {
  Json listed = Json::array();
  for (const Difference& difference : list.listed()) listed.push_back(difference_json(difference));
  return {{"of", list.title()}, {"count", list.count()}, {"listed", std::move(listed)}};
}

Json side_json(const Spread& spread, std::size_t rounds) {
  return {{"median", spread.median}, {"deviation", spread.deviation}, {"rounds", rounds}};
}

std::string verdict_word(SpeedVerdict verdict) {
  switch (verdict) {
    case SpeedVerdict::shown:
      return "shown";
    case SpeedVerdict::within:
      return "within";
    case SpeedVerdict::lost:
      return "lost";
    case SpeedVerdict::undecided:
      return "undecided";
    case SpeedVerdict::too_few:
      break;
  }
  return "too_few_rounds";
}

Json row_json(const SpeedRow& row) {
  return {{"walk", row.walk},
          {"updater", row.updater.empty() ? Json(nullptr) : Json(row.updater)},
          {"position", row.position},
          {"old", side_json(row.before, row.rounds_before)},
          {"new", side_json(row.after, row.rounds_after)},
          {"change", row.change},
          {"low", row.interval ? Json(row.interval->low) : Json(nullptr)},
          {"high", row.interval ? Json(row.interval->high) : Json(nullptr)},
          {"verdict", verdict_word(row.verdict)}};
}

Json speed_json(const SpeedComparison& speed) {
  const bool compared = speed.not_compared.empty();
  Json rows = Json::array();
  for (const SpeedRow& row : speed.rows) rows.push_back(row_json(row));
  return {{"compared", compared},
          {"reason", compared ? Json(nullptr) : Json(speed.not_compared)},
          {"clock", compared ? Json(speed.clock) : Json(nullptr)},
          {"max_slowdown", speed.max_slowdown ? Json(*speed.max_slowdown) : Json(nullptr)},
          {"risk", kSpeedRisk},
          {"rows", std::move(rows)}};
}

}  // namespace

Json comparison_json(const Comparison& comparison) {
  Json lists = Json::array();
  for (const DifferenceList* list : comparison.differences.lists()) lists.push_back(list_json(*list));
  return {{"schema", "threatperft.compare/1"},
          {"tool", tool_json()},
          {"baseline", document_json(comparison.baseline)},
          {"current", document_json(comparison.current)},
          {"good", comparison.is_good()},
          {"verdict", verdict_text(comparison)},
          {"differences", comparison.differences.count()},
          {"lists", std::move(lists)},
          {"notes", comparison.differences.notes()},
          {"speed", speed_json(comparison.speed)}};
}

}  // namespace threatperft
