#include "tool/mismatch.h"

#include <algorithm>
#include <map>

namespace threatperft {

namespace {

std::vector<Threat> copy_list(const DeltaList& list, bool& overlong) {
  overlong |= list.count > DeltaList::capacity;
  const std::uint32_t kept = std::min(list.count, DeltaList::capacity);
  return {list.begin(), list.begin() + kept};
}

}  // namespace

void copy_delta(const Delta& delta, Mismatch& mismatch) {
  mismatch.overlong = false;
  mismatch.added = copy_list(delta.added, mismatch.overlong);
  mismatch.removed = copy_list(delta.removed, mismatch.overlong);
}

ListDifference compare_lists(const std::vector<Threat>& before, const std::vector<Threat>& added,
                             const std::vector<Threat>& removed, const std::vector<Threat>& expected) {
  struct Counts {
    int have = 0;
    int want = 0;
  };
  std::map<std::uint32_t, Counts> counts;
  for (const Threat threat : before) ++counts[pack(threat)].have;
  for (const Threat threat : added) ++counts[pack(threat)].have;
  for (const Threat threat : removed) --counts[pack(threat)].have;
  for (const Threat threat : expected) ++counts[pack(threat)].want;

  ListDifference difference;
  for (const auto& [packed, count] : counts) {
    const Threat threat = unpack(packed);
    if (count.have < 0) difference.absent.push_back(threat);
    if (count.have > 1) difference.doubled.push_back(threat);
    if (count.have <= 0 && count.want > 0) difference.missing.push_back(threat);
    if (count.have > 0 && count.want == 0) difference.extra.push_back(threat);
  }
  return difference;
}

}  // namespace threatperft
