#include "tests/faults/listening.h"

#include <stdexcept>
#include <utility>

#include "epd/embedded.h"
#include "tests/faults/faulty_walk.h"
#include "tests/faults/spoil.h"

namespace threatperft {
namespace {

class Recorder final : public CheckListener {
 public:
  Recorder(const Position& root, std::size_t limit) : root_(root), limit_(limit) {}

  bool on_mismatch(const Move* path, std::size_t length, CheckStage stage, const Delta& delta) override {
    Mismatch mismatch;
    mismatch.root = root_;
    mismatch.path.assign(path, path + length);
    mismatch.stage = stage;
    copy_delta(delta, mismatch);
    mismatches.push_back(std::move(mismatch));
    return mismatches.size() < limit_;
  }

  std::vector<Mismatch> mismatches;

 private:
  const Position root_;  // a copy: one of the faults changes the walk's
  const std::size_t limit_;
};

}  // namespace

FaultyCheck check_with(Fault fault, const Position& start, int depth, std::size_t limit) {
  Position root = start;  // a variable: one of the faults writes to it
  fault_state = {.fault = fault, .root_ply = ply_of(root)};
  Recorder recorder{root, limit};
  FaultyCheck check;
  check_with_fault(root, depth, check.totals, recorder);
  check.mismatches = std::move(recorder.mismatches);
  check.wrong_deltas = fault_state.wrong_deltas;
  check.parents_changed = fault_state.parents_changed;
  check.redundant = fault_state.redundant;
  fault_state = {};
  return check;
}

FaultyCheck check_with(const Kernel& kernel, const Position& root, int depth) {
  const StopFlag stop{false};
  Recorder recorder{root, 1};
  FaultyCheck check;
  kernel.check(root, depth, check.totals, recorder, stop);
  check.mismatches = std::move(recorder.mismatches);
  return check;
}

std::vector<SuitePosition> embedded_positions() {
  std::vector<SuitePosition> positions;
  for (const EmbeddedSuite& embedded : embedded_suites()) {
    Suite suite = parse_suite(std::string(embedded.name), embedded.bytes);
    if (!suite.errors.empty()) throw std::runtime_error("a faulty embedded suite");
    for (SuitePosition& position : suite.positions) positions.push_back(std::move(position));
  }
  return positions;
}

int deepest_within(const SuitePosition& position, std::uint64_t nodes) {
  int deepest = 0;
  for (const DepthExpectation& expected : position.depths) {
    if (expected.nodes && *expected.nodes <= nodes) deepest = expected.depth;
  }
  return deepest;
}

}  // namespace threatperft
