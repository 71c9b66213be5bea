#include "epd/embedded.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "epd/suite.h"

namespace threatperft {

BOOST_AUTO_TEST_SUITE(embedded)

BOOST_AUTO_TEST_CASE(every_suite_byte_by_byte) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SUITES_FOLDER)) {
    files += entry.path().extension() == ".epd" ? 1 : 0;
  }
  BOOST_TEST(files > 0u);
  BOOST_TEST(embedded_suites().size() == files);
  for (const EmbeddedSuite& suite : embedded_suites()) {
    const std::string path = std::string(SUITES_FOLDER) + "/../../" + std::string(suite.name);
    std::ifstream file(path, std::ios::binary);
    BOOST_REQUIRE_MESSAGE(file, path);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    BOOST_TEST((suite.bytes == bytes), suite.name);
  }
}

BOOST_AUTO_TEST_CASE(their_order) {
  std::vector<std::string> expected;
  for (const char* name : {"known", "standard", "chess960", "edge"}) {
    if (std::filesystem::exists(SUITES_FOLDER + std::string("/") + name + ".epd")) {
      expected.push_back("epd/suites/" + std::string(name) + ".epd");
    }
  }
  BOOST_REQUIRE(embedded_suites().size() >= expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) BOOST_TEST(embedded_suites()[i].name == expected[i]);
}

// Every position stands there under its own name, and brings numbers for some depth.
BOOST_AUTO_TEST_CASE(they_are_read_without_errors) {
  for (const EmbeddedSuite& embedded : embedded_suites()) {
    const Suite suite = parse_suite(std::string(embedded.name), embedded.bytes);
    for (const Diagnostic& error : suite.errors) BOOST_ERROR(error.text());
    BOOST_TEST(!suite.positions.empty());
    for (const SuitePosition& position : suite.positions) BOOST_TEST(!position.depths.empty(), position.id);
    for (const Diagnostic& warning : suite.warnings)
      BOOST_TEST(warning.kind != "id-repeated", warning.text());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace threatperft
