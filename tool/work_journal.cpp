#include "tool/work_journal.h"

#include <utility>

#include "tool/exit_status.h"
#include "tool/json_number.h"

namespace threatperft {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::chrono::milliseconds kSyncInterval{200};

Json threats_json(const std::vector<Threat>& threats) {
  Json list = Json::array();
  for (const Threat threat : threats) list.push_back(pack(threat));
  return list;
}

std::vector<Threat> parse_threats(const Json& json) {
  std::vector<Threat> threats;
  for (const Json& packed : json) threats.push_back(unpack(whole_number<std::uint32_t>(packed)));
  return threats;
}

Json mismatch_json(const Mismatch& mismatch) {
  Json path = Json::array();
  for (const Move move : mismatch.path) {
    path.push_back({index(move.from), index(move.to), static_cast<unsigned>(move.kind), index(move.placed)});
  }
  return {{"path", std::move(path)},
          {"walk_start", mismatch.walk_start},
          {"unmade", mismatch.stage == CheckStage::unmade},
          {"added", threats_json(mismatch.added)},
          {"removed", threats_json(mismatch.removed)},
          {"overlong", mismatch.overlong}};
}

Mismatch parse_mismatch(const Json& json) {
  Mismatch mismatch;
  for (const Json& move : json.at("path")) {
    constexpr auto kLastKind = static_cast<std::uint64_t>(MoveKind::promotion_capture);
    mismatch.path.push_back(
        {square_at(whole_number<unsigned>(move.at(0), 63)), square_at(whole_number<unsigned>(move.at(1), 63)),
         static_cast<MoveKind>(whole_number<unsigned>(move.at(2), kLastKind)),
         static_cast<PieceType>(whole_number<unsigned>(move.at(3), kPieceTypeCount - 1))});
  }
  mismatch.walk_start = whole_number<std::size_t>(json.at("walk_start"), mismatch.path.size());
  mismatch.stage = json.at("unmade").get<bool>() ? CheckStage::unmade : CheckStage::made;
  mismatch.added = parse_threats(json.at("added"));
  mismatch.removed = parse_threats(json.at("removed"));
  mismatch.overlong = json.at("overlong");
  return mismatch;
}

void add(WorkPart& sum, const WorkPart& part) {
  sum.units += part.units;
  sum.last = part.last;
  sum.found.complete &= part.found.complete;
  sum.found.seconds += part.found.seconds;
  add_totals(sum.found.totals, part.found.totals);
  sum.found.mismatches.insert(sum.found.mismatches.end(), part.found.mismatches.begin(),
                              part.found.mismatches.end());
}

}  // namespace

Json part_json(const WorkPart& part) {
  const WalkTotals& totals = part.found.totals;
  Json depths = Json::array();
  for (std::size_t depth = 0; depth < totals.depths.size(); ++depth) {
    const DepthTotals& at = totals.depths[depth];
    if (at.nodes == 0) continue;
    depths.push_back({depth, at.nodes, at.threats, at.signature, at.checked, at.mismatches});
  }
  Json mismatches = Json::array();
  for (const Mismatch& mismatch : part.found.mismatches) mismatches.push_back(mismatch_json(mismatch));
  return {{"job", part.job},
          {"units", part.units},
          {"last", part.last},
          {"complete", part.found.complete},
          {"seconds", part.found.seconds},
          {"depths", std::move(depths)},
          {"redundant", totals.redundant},
          {"largest", {totals.largest_list, totals.largest_added, totals.largest_removed}},
          {"mismatches", std::move(mismatches)}};
}

WorkPart parse_part(const Json& json) {
  WorkPart part;
  part.job = whole_number<std::size_t>(json.at("job"));
  part.units = whole_number<std::uint64_t>(json.at("units"));
  part.last = json.at("last");
  part.found.complete = json.at("complete");
  part.found.seconds = json.at("seconds");
  WalkTotals& totals = part.found.totals;
  for (const Json& row : json.at("depths")) {
    const auto number = [&row](std::size_t i) { return whole_number<std::uint64_t>(row.at(i)); };
    totals.depths.at(number(0)) = {number(1), number(2), number(3), number(4), number(5)};
  }
  totals.redundant = whole_number<std::uint64_t>(json.at("redundant"));
  totals.largest_list = whole_number<std::uint32_t>(json.at("largest").at(0));
  totals.largest_added = whole_number<std::uint32_t>(json.at("largest").at(1));
  totals.largest_removed = whole_number<std::uint32_t>(json.at("largest").at(2));
  for (const Json& mismatch : json.at("mismatches")) {
    part.found.mismatches.push_back(parse_mismatch(mismatch));
  }
  return part;
}

std::optional<WorkPart> WorkJournal::next_done() {
  const std::optional<Json> record = file_.next();
  if (!record) return std::nullopt;
  try {
    return parse_part(*record);
  } catch (const std::exception&) {
    throw UserError("--journal: holds a record that this program did not write");
  }
}

void WorkJournal::note(const WorkPart& part) {
  if (pending_ && pending_->job == part.job) {
    add(*pending_, part);
  } else {
    append_pending();
    pending_ = part;
  }
  if (Clock::now() - synced_ < kSyncInterval) return;
  finish();
}

void WorkJournal::append_pending() {
  if (pending_) file_.append(part_json(*std::exchange(pending_, std::nullopt)));
}

void WorkJournal::finish() {
  append_pending();
  file_.sync();
  synced_ = Clock::now();
}

}  // namespace threatperft
