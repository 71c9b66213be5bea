#include "tool/options.h"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <string>

#include "engine_core/perft/kernels.h"
#include "tool/check_settings.h"
#include "tool/common_options.h"
#include "tool/exit_status.h"

using namespace threatperft;

namespace {

ParsedOptions parse(const Arguments& arguments) { return parse_options(arguments, check_options()); }

std::string error_of(const Arguments& arguments) {
  try {
    read_check_settings(parse(arguments));
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

BOOST_AUTO_TEST_CASE(words_and_options_mix) {
  const ParsedOptions parsed = parse({"a.epd", "--depth", "3", "-", "--max-nodes=10", "b.epd"});
  BOOST_TEST(parsed.words == (std::vector<std::string>{"a.epd", "-", "b.epd"}),
             boost::test_tools::per_element());
  BOOST_TEST(parsed.text("depth") == "3");
  BOOST_TEST(parsed.text("max-nodes") == "10");
  BOOST_TEST(!parsed.has("threads"));
}

BOOST_AUTO_TEST_CASE(words_behind_two_dashes_are_no_options) {
  const ParsedOptions parsed = parse({"--", "--depth"});
  BOOST_TEST(parsed.words == (std::vector<std::string>{"--depth"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(nothing_is_guessed) {
  BOOST_TEST(error_of({"--dep", "3"}) == "unknown option --dep; did you mean --depth?");
  BOOST_TEST(error_of({"--detph", "3"}) == "unknown option --detph; did you mean --depth?");
  BOOST_TEST(error_of({"--detph=3"}) == "unknown option --detph; did you mean --depth?");
  BOOST_TEST(error_of({"-d", "3"}) == "unknown option -d; did you mean --depth?");
  BOOST_TEST(error_of({"--flavour"}) == "unknown option --flavour; --help lists the options");
}

BOOST_AUTO_TEST_CASE(values_are_demanded_and_refused) {
  BOOST_TEST(error_of({"--depth"}) == "--depth needs a value");
  BOOST_TEST(error_of({"--depth="}) == "--depth needs a value");
  BOOST_TEST(error_of({"--verbose=1"}) == "--verbose takes no value");
  BOOST_TEST(error_of({"--depth", "1", "--depth", "2"}) == "--depth is given more than once");
}

BOOST_AUTO_TEST_CASE(numbers_are_whole_and_in_range) {
  BOOST_TEST(parse_number("depth", "0", 0, 32) == 0U);
  BOOST_TEST(parse_number("depth", "32", 0, 32) == 32U);
  BOOST_TEST(error_of({"--depth", "33"}) == "--depth: found '33', expected a whole number from 0 to 32");
  for (const char* text : {"", " 3", "3 ", "+3", "-3", "3x", "3.0", "1e1", "0x3", "99999999999999999999"}) {
    BOOST_TEST_CONTEXT(text) { BOOST_CHECK_THROW(parse_number("depth", text, 0, 32), UserError); }
  }
  BOOST_TEST(error_of({"--threads", "0"}) == "--threads: found '0', expected a whole number from 1 to 1024");
}

BOOST_AUTO_TEST_CASE(words_with_few_values_name_them) {
  BOOST_TEST(error_of({"--chess960", "alway"}) ==
             "--chess960: found 'alway', expected one of auto, always, never; did you mean always?");
  BOOST_TEST(error_of({"--updater", "scaler"}) ==
             "--updater: found 'scaler', expected one of auto, scalar, avx2, avx512; did you mean scalar?");
}

BOOST_AUTO_TEST_CASE(filters_must_be_regular_expressions) {
  BOOST_TEST(error_of({"--filter", "(kiwi"}) == "--filter: found '(kiwi', expected a regular expression");
}

BOOST_AUTO_TEST_CASE(standard_input_is_read_once) {
  BOOST_TEST(error_of({"-", "-"}) == "standard input ('-') is named more than once");
}

BOOST_AUTO_TEST_CASE(an_updater_that_cannot_run_here_is_refused_by_name) {
  for (const UpdaterInfo& info : updaters()) {
    const std::string name(to_string(info.updater));
    if (info.kernel != nullptr) {
      BOOST_TEST(&read_kernel(parse({"--updater", name})) == info.kernel);
    } else {
      const std::string error = error_of({"--updater", name});
      BOOST_TEST(error.starts_with("--updater: "));
      BOOST_TEST(error.find(name) != std::string::npos);
      if (!info.built) continue;
      for (const std::string& feature : info.missing) BOOST_TEST(error.find(feature) != std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_environment_chooses_the_updater_unless_an_option_does) {
  BOOST_REQUIRE(setenv("THREATPERFT_UPDATER", "scalar", 1) == 0);
  BOOST_TEST((read_kernel(parse({})).updater == Updater::scalar));
  BOOST_TEST(&read_kernel(parse({"--updater", "auto"})) == &best_kernel());
  BOOST_REQUIRE(setenv("THREATPERFT_UPDATER", "mmx", 1) == 0);
  BOOST_TEST(error_of({}) == "THREATPERFT_UPDATER: found 'mmx', expected one of auto, scalar, avx2, avx512");
  BOOST_REQUIRE(setenv("THREATPERFT_UPDATER", "", 1) == 0);
  BOOST_TEST(&read_kernel(parse({})) == &best_kernel());
  BOOST_REQUIRE(unsetenv("THREATPERFT_UPDATER") == 0);
}
