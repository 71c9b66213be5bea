#include "tool/check_settings.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "epd/suite.h"
#include "tool/check_result.h"

using namespace threatperft;

namespace {

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

SuitePosition position_of(std::string_view operations) {
  const Suite suite = parse_suite("test", std::string(kStart) + std::string(operations));
  BOOST_REQUIRE(suite.positions.size() == 1);
  return suite.positions.front();
}

CheckSettings settings_of(Arguments arguments) {
  arguments.emplace_back("test.epd");
  return read_check_settings(parse_options(arguments, check_options()));
}

std::vector<int> planned(std::string_view operations, const Arguments& arguments) {
  return planned_depths(position_of(operations), settings_of(arguments));
}

using Depths = std::vector<int>;

}  // namespace

BOOST_TEST_DONT_PRINT_LOG_VALUE(Depths)

BOOST_AUTO_TEST_CASE(the_suite_says_how_deep) {
  BOOST_TEST(planned(" ;D1 20 ;D2 400 ;D3 8902", {}) == (Depths{1, 2, 3}));
  BOOST_TEST(planned(" ;D5 4865609", {}) == (Depths{1, 2, 3, 4, 5}));
  BOOST_TEST(planned("", {}) == (Depths{1, 2, 3, 4}));
  BOOST_TEST(planned(" ;D0 1 ;D2 400", {}) == (Depths{0, 1, 2}));
}

BOOST_AUTO_TEST_CASE(a_depth_that_was_asked_for_goes_first) {
  BOOST_TEST(planned(" ;D1 20 ;D2 400 ;D3 8902", {"--depth", "2"}) == (Depths{1, 2}));
  BOOST_TEST(planned(" ;D1 20", {"--depth", "3"}) == (Depths{1, 2, 3}));
  BOOST_TEST(planned(" ;D3 8902", {"--depth", "0"}) == (Depths{0}));
}

BOOST_AUTO_TEST_CASE(depths_with_too_many_nodes_are_left_out) {
  BOOST_TEST(planned(" ;D1 20 ;D2 400 ;D3 8902", {"--max-nodes", "8901"}) == (Depths{1, 2}));
  BOOST_TEST(planned(" ;D1 20 ;D2 400 ;D3 8902", {"--max-nodes", "8902"}) == (Depths{1, 2, 3}));
  BOOST_TEST(planned(" ;D4 197281", {"--max-nodes", "1000"}) == Depths{});
  // No count, so an estimate: 20 * 20 * 20.
  BOOST_TEST(planned(" ;D2 400", {"--depth", "3", "--max-nodes", "5000"}) == (Depths{1, 2}));
}

BOOST_AUTO_TEST_CASE(counting_alone_goes_where_there_are_counts) {
  BOOST_TEST(planned(" ;D1 20 ;D3 8902", {"--counts-only"}) == (Depths{1, 3}));
  BOOST_TEST(planned("", {"--counts-only"}) == (Depths{4}));
  BOOST_TEST(planned(" ;D1 20 ;D3 8902", {"--counts-only", "--depth", "2"}) == (Depths{1, 2}));
}

BOOST_AUTO_TEST_CASE(the_embedded_suites_have_a_limit_of_their_own) {
  const auto read = [](const Arguments& arguments) {
    return read_check_settings(parse_options(arguments, check_options())).max_nodes;
  };
  BOOST_TEST(read({}).value() == kEmbeddedMaxNodes);
  BOOST_TEST(read({"--max-nodes", "7"}).value() == 7U);
  BOOST_TEST(!read({"--depth", "3"}));
  BOOST_TEST(!read({"suite.epd"}));
}

BOOST_AUTO_TEST_CASE(wrong_values_are_told_with_their_difference) {
  DepthResult depth;
  depth.expected = {3, 8902, 364218, 0x61e96230a05264e5u};
  depth.found.nodes = 8902;
  depth.found.threats = 364218;
  depth.found.signature = 0x61e96230a05264e5u;
  BOOST_TEST(wrong_values(depth, true).empty());

  depth.found = {8901, 364219, 1, 0, 0};
  const std::vector<std::string> wrong = wrong_values(depth, true);
  BOOST_REQUIRE(wrong.size() == 3);
  BOOST_TEST(wrong[0] == "depth 3: nodes 8901, expected 8902 (-1)");
  BOOST_TEST(wrong[1] == "depth 3: threats 364219, expected 364218 (+1)");
  BOOST_TEST(wrong[2] == "depth 3: signature 0000000000000001, expected 61e96230a05264e5");
  BOOST_TEST(wrong_values(depth, false).size() == 1);

  depth.complete = false;
  BOOST_TEST(wrong_values(depth, true).empty());
}
