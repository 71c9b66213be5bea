#include "tool/schedule.h"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"
#include "engine_core/perft/kernels.h"
#include "tool/progress.h"

using namespace threatperft;

namespace {

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr std::string_view kThird = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

Position position_of(std::string_view fen) {
  const FenResult result = parse_fen(fen);
  BOOST_REQUIRE(result.position.has_value());
  return *result.position;
}

/// A kernel whose check finds fault with every castling and en-passant move, and is slow where the tree is
/// small, so that units end in another order than they began.
bool faulty_walk(const Position& position, int depth, std::vector<Move>& path, WalkTotals& totals,
                 CheckListener& listener) {
  ++totals.depths[path.size()].nodes;
  if (depth == 0) return true;
  for (const Move move : legal_moves(position)) {
    path.push_back(move);
    if (move.kind == MoveKind::castling || move.kind == MoveKind::en_passant) {
      ++totals.depths[path.size()].mismatches;
      if (!listener.on_mismatch(path.data(), path.size(), CheckStage::made, Delta{})) return false;
    }
    if (!faulty_walk(after(position, move), depth - 1, path, totals, listener)) return false;
    path.pop_back();
  }
  return true;
}

void faulty_check(const Position& root, int depth, WalkTotals& totals, CheckListener& listener,
                  const StopFlag& /*stop*/) {
  std::vector<Move> path;
  faulty_walk(root, depth, path, totals, listener);
  if (totals.depths[1].nodes % 3 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

const Kernel& faulty_kernel() {
  static const Kernel kernel = [] {
    Kernel faulty = *find_kernel(Updater::scalar);
    faulty.check = faulty_check;
    return faulty;
  }();
  return kernel;
}

/// Keeps what it is given, as text, so that two runs can be compared.
class Recorder final : public JobClient {
 public:
  explicit Recorder(std::vector<WalkJob> jobs) : jobs_(std::move(jobs)) {}

  std::optional<WalkJob> next_job() override {
    if (next_ == jobs_.size()) return std::nullopt;
    return jobs_[next_++];
  }
  std::size_t job_done(std::size_t job, JobResult result) override {
    BOOST_TEST(job == results.size());
    log += "job " + std::to_string(job) + (result.complete ? "" : " cut short") + ":";
    for (const DepthTotals& depth : result.totals.depths) {
      log += " " + std::to_string(depth.nodes) + "/" + std::to_string(depth.threats) + "/" +
             std::to_string(depth.signature) + "/" + std::to_string(depth.mismatches);
    }
    for (const Mismatch& mismatch : result.mismatches) {
      log += "\n ";
      for (const Move move : mismatch.path) log += " " + to_uci(move, CastlingNotation::standard);
    }
    log += "\n";
    results.push_back(std::move(result));
    if (on_job_done) on_job_done();
    return failures_of_client;
  }

  std::vector<JobResult> results;
  std::string log;
  std::size_t failures_of_client = 0;
  std::function<void()> on_job_done;

 private:
  std::vector<WalkJob> jobs_;
  std::size_t next_ = 0;
};

std::vector<WalkJob> three_jobs() {
  return {{position_of(kThird), 3}, {position_of(kKiwipete), 3}, {position_of(kStart), 3}};
}

ScheduleSettings settings_for(WalkMode mode, int threads) {
  ScheduleSettings settings;
  settings.kernel = find_kernel(Updater::scalar);
  settings.mode = mode;
  settings.threads = threads;
  settings.max_failures = 10;
  settings.unit_leaves = 300;
  return settings;
}

const StopFlag kNeverStopped = false;

}  // namespace

BOOST_AUTO_TEST_CASE(all_modes_find_the_reference_values) {
  for (const WalkMode mode : {WalkMode::count, WalkMode::sum, WalkMode::check}) {
    Recorder recorder(three_jobs());
    const ScheduleOutcome outcome = run_jobs(settings_for(mode, 2), recorder, kNeverStopped);
    BOOST_TEST(outcome.jobs_done == 3U);
    BOOST_TEST(outcome.failures == 0U);
    BOOST_TEST(!outcome.interrupted);
    BOOST_REQUIRE(recorder.results.size() == 3U);
    const DepthTotals& kiwipete = recorder.results[1].totals.depths[3];
    const DepthTotals& start = recorder.results[2].totals.depths[3];
    BOOST_TEST(kiwipete.nodes == 97862U);
    BOOST_TEST(start.nodes == 8902U);
    if (mode == WalkMode::count) continue;
    BOOST_TEST(kiwipete.threats == 5810169U);
    BOOST_TEST(kiwipete.signature == 0x045724015d16a5aaU);
    BOOST_TEST(start.signature == 0x61e96230a05264e5U);
    BOOST_TEST(recorder.results[1].totals.depths[0].nodes == 1U);
    BOOST_TEST(kiwipete.checked == (mode == WalkMode::check ? 97862U : 0U));
  }
}

BOOST_AUTO_TEST_CASE(the_size_of_units_changes_nothing) {
  for (const WalkMode mode : {WalkMode::count, WalkMode::sum, WalkMode::check}) {
    Recorder whole(three_jobs());
    Recorder cut(three_jobs());
    ScheduleSettings settings = settings_for(mode, 1);
    settings.unit_leaves = 1e9;
    run_jobs(settings, whole, kNeverStopped);
    settings.unit_leaves = 10;
    run_jobs(settings, cut, kNeverStopped);
    BOOST_TEST(whole.log == cut.log);
    for (std::size_t job = 0; job < 3; ++job) {
      BOOST_TEST(whole.results[job].totals.redundant == cut.results[job].totals.redundant);
      BOOST_TEST(whole.results[job].totals.largest_list == cut.results[job].totals.largest_list);
      BOOST_TEST(whole.results[job].totals.largest_added == cut.results[job].totals.largest_added);
      BOOST_TEST(whole.results[job].totals.largest_removed == cut.results[job].totals.largest_removed);
    }
  }
}

BOOST_AUTO_TEST_CASE(failures_come_in_one_order_and_stop_at_one_place) {
  for (const std::size_t limit : {1U, 2U, 3U, 10U, 100U, 100000U}) {
    std::string expected;
    for (const int threads : {1, 2, 4, 7}) {
      Recorder recorder(three_jobs());
      ScheduleSettings settings = settings_for(WalkMode::check, threads);
      settings.kernel = &faulty_kernel();
      settings.max_failures = limit;
      const ScheduleOutcome outcome = run_jobs(settings, recorder, kNeverStopped);
      std::size_t reported = 0;
      for (const JobResult& result : recorder.results) reported += result.mismatches.size();
      BOOST_TEST(reported == outcome.failures);
      BOOST_TEST(outcome.failures <= limit);
      BOOST_TEST(outcome.failures_reached == (outcome.failures == limit));
      if (threads == 1) expected = recorder.log;
      BOOST_TEST(recorder.log == expected);
    }
    BOOST_TEST(!expected.empty());
  }
}

BOOST_AUTO_TEST_CASE(mismatches_carry_the_whole_path) {
  Recorder recorder({{position_of(kKiwipete), 3}});
  ScheduleSettings settings = settings_for(WalkMode::check, 2);
  settings.kernel = &faulty_kernel();
  settings.max_failures = 1000000;
  run_jobs(settings, recorder, kNeverStopped);
  BOOST_REQUIRE(recorder.results.size() == 1U);
  const JobResult& result = recorder.results[0];
  std::uint64_t mismatches = 0;
  for (const DepthTotals& depth : result.totals.depths) mismatches += depth.mismatches;
  BOOST_TEST(mismatches == result.mismatches.size());
  // Published for this position: 2 + 91 + 3162 castling moves, 0 + 1 + 45 en-passant captures.
  BOOST_TEST(mismatches == 3301U);
  for (const Mismatch& mismatch : result.mismatches) {
    BOOST_TEST(same_position(mismatch.root, position_of(kKiwipete)));
    BOOST_TEST(mismatch.walk_start < mismatch.path.size());
    Position position = mismatch.root;
    for (const Move move : mismatch.path) {
      BOOST_REQUIRE(parse_uci(position, to_uci(move, CastlingNotation::chess960)) == move);
      position = after(position, move);
    }
  }
}

BOOST_AUTO_TEST_CASE(failures_of_the_client_count_too) {
  Recorder recorder(three_jobs());
  recorder.failures_of_client = 2;
  ScheduleSettings settings = settings_for(WalkMode::sum, 2);
  settings.max_failures = 3;
  const ScheduleOutcome outcome = run_jobs(settings, recorder, kNeverStopped);
  BOOST_TEST(outcome.jobs_done == 2U);
  BOOST_TEST(outcome.failures_reached);
  BOOST_TEST(recorder.results.back().complete);
}

BOOST_AUTO_TEST_CASE(a_raised_flag_ends_the_run) {
  const StopFlag raised = true;
  Recorder recorder(three_jobs());
  const ScheduleOutcome outcome = run_jobs(settings_for(WalkMode::check, 2), recorder, raised);
  BOOST_TEST(outcome.interrupted);
  BOOST_TEST(outcome.jobs_done == 0U);
}

BOOST_AUTO_TEST_CASE(a_flag_raised_in_the_middle_leaves_what_is_complete) {
  StopFlag stop = false;
  Recorder recorder({{position_of(kStart), 3}, {position_of(kStart), 12}});
  recorder.on_job_done = [&stop] { stop = true; };
  const auto start = std::chrono::steady_clock::now();
  const ScheduleOutcome outcome = run_jobs(settings_for(WalkMode::sum, 2), recorder, stop);
  BOOST_TEST(outcome.interrupted);
  BOOST_TEST((std::chrono::steady_clock::now() - start < std::chrono::seconds(60)));
  BOOST_REQUIRE(!recorder.results.empty());
  BOOST_TEST(recorder.results[0].complete);
  BOOST_TEST(recorder.results[0].totals.depths[3].nodes == 8902U);
  if (recorder.results.size() > 1) BOOST_TEST(!recorder.results[1].complete);
}

BOOST_AUTO_TEST_CASE(progress_counts_every_node_once) {
  Recorder recorder(three_jobs());
  ScheduleSettings settings = settings_for(WalkMode::sum, 2);
  ProgressCounter counter;
  settings.progress = &counter;
  run_jobs(settings, recorder, kNeverStopped);
  std::uint64_t nodes = 0;
  for (const JobResult& result : recorder.results) {
    for (std::size_t depth = 1; depth <= 3; ++depth) nodes += result.totals.depths[depth].nodes;
  }
  BOOST_TEST(counter.nodes() == nodes);
}
