// What a journal of statistics holds is what was gathered.

#include "tool/stats_journal.h"

#include <stdlib.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <memory>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/perft/kernels.h"
#include "engine_core/threats/layout.h"
#include "tool/exit_status.h"
#include "tool/stats_gather.h"

using namespace threatperft;
using Json = nlohmann::ordered_json;

namespace {

const std::vector<GatherJob> kTrees = [] {
  std::vector<GatherJob> trees;
  for (const char* fen : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                          "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                          "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"}) {
    trees.push_back({*parse_fen(fen).position, 2});
  }
  return trees;
}();

LaneWeights weights() {
  std::vector<Layout> layouts;
  for (const LayoutDefinition& known : known_layouts())
    layouts.push_back(std::get<Layout>(Layout::make(known)));
  return lane_weights(layouts);
}

/// Gathers from the first trees, as a run that is stopped behind them does. Trees so small are one unit each.
void gather(std::size_t trees, ThreadStatistics& statistics) {
  GatherSettings settings;
  settings.kernel = find_kernel(Updater::scalar);
  settings.threads = 2;
  std::size_t next = 0;
  const StopFlag never = false;
  BOOST_TEST(gather_trees([&] { return next < trees ? std::optional(kTrees[next++]) : std::nullopt; },
                          settings, statistics, never));
}

struct ScratchFolder {
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "stats_journal_test.XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~ScratchFolder() { std::filesystem::remove_all(path); }
  std::filesystem::path path;
};

}  // namespace

BOOST_AUTO_TEST_CASE(statistics_are_read_back_as_they_were_written) {
  ThreadStatistics statistics(weights(), *find_kernel(Updater::scalar), 2);
  gather(3, statistics);
  const auto gathered = statistics.merged();
  BOOST_REQUIRE(gathered->extreme(Extreme::lost).has_value());
  const auto again = std::make_unique<Statistics>(weights());
  parse_statistics(Json::parse(statistics_json(*gathered).dump()), *again);
  BOOST_TEST((*again == *gathered));
}

BOOST_AUTO_TEST_CASE(a_run_goes_on_behind_the_last_round) {
  ThreadStatistics whole(weights(), *find_kernel(Updater::scalar), 2);
  gather(3, whole);
  const auto expected = whole.merged();

  const ScratchFolder folder;
  const std::string path = folder.path / "journal";
  for (std::size_t trees = 1; trees <= 3; ++trees) {
    StatsJournal journal(path, {{"schema", "test"}});
    BOOST_TEST(journal.is_resumed() == (trees > 1));
    ThreadStatistics statistics(weights(), *find_kernel(Updater::scalar), 2);
    statistics.use(journal);
    BOOST_TEST(statistics.units_done() == trees - 1);
    gather(trees, statistics);
    const auto gathered = statistics.merged();
    BOOST_TEST((*gathered == *expected) == (trees == 3));
  }
  // All is done: nothing is gathered twice.
  StatsJournal journal(path, {{"schema", "test"}});
  ThreadStatistics statistics(weights(), *find_kernel(Updater::scalar), 2);
  statistics.use(journal);
  gather(3, statistics);
  BOOST_TEST((*statistics.merged() == *expected));
}

BOOST_AUTO_TEST_CASE(a_record_of_another_kind_is_refused) {
  const ScratchFolder folder;
  const std::string path = folder.path / "journal";
  {
    JournalFile file(path, {{"schema", "test"}});
    file.append({{"units", 1}});
    file.sync();
  }
  StatsJournal journal(path, {{"schema", "test"}});
  ThreadStatistics statistics(weights(), *find_kernel(Updater::scalar), 2);
  BOOST_CHECK_THROW(statistics.use(journal), UserError);
}

BOOST_AUTO_TEST_CASE(damaged_statistics_are_refused) {
  const auto refused = [](const char* pointer, const Json& value) {
    Json json = statistics_json(Statistics(weights()));
    json[Json::json_pointer(pointer)] = value;
    const auto statistics = std::make_unique<Statistics>(weights());
    BOOST_CHECK_THROW(parse_statistics(json, *statistics), std::exception);
  };
  refused("/counters", {{260, {0, 1}}});
  refused("/counters", {{0, {90048, 1}}});
  refused("/moves", {1});
  refused("/most_added", {1, 2});
  refused("/extremes/0", {{"value", 1}, {"unit", 0}, {"fen", "nonsense"}, {"move", nullptr}});
}
