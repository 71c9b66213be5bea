#include "tool/machine.h"

#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>

using namespace threatperft;

namespace {

std::string name_in(const std::string& cpuinfo) {
  std::istringstream stream(cpuinfo);
  return processor_name(stream);
}

}  // namespace

BOOST_AUTO_TEST_CASE(models_of_one_name_are_told_apart) {
  const std::string before = "processor\t: 0\nvendor_id\t: AuthenticAMD\n";
  const std::string after = "model name\t: AMD EPYC\nstepping\t: 1\n";
  const std::string zen3 = before + "cpu family\t: 25\nmodel\t\t: 1\n" + after;
  const std::string zen5 = before + "cpu family\t: 26\nmodel\t\t: 2\n" + after;
  BOOST_TEST(name_in(zen3) == "AMD EPYC (family 25, model 1)");
  BOOST_TEST(name_in(zen5) == "AMD EPYC (family 26, model 2)");
  // The first of several cores.
  BOOST_TEST(name_in(zen5 + "\n" + zen3) == "AMD EPYC (family 26, model 2)");
}

BOOST_AUTO_TEST_CASE(what_the_system_does_not_say_is_left_out) {
  BOOST_TEST(name_in("processor\t: 0\nBogoMIPS\t: 108.00\n\nModel\t: Raspberry Pi 4 Model B Rev 1.4 \n") ==
             "Raspberry Pi 4 Model B Rev 1.4");
  BOOST_TEST(name_in("model name\t: some processor\nmodel\t:\n") == "some processor");
  BOOST_TEST(name_in("processor\t\t: 0\nModel Name\t\t: Loongson-3A5000\n") == "Loongson-3A5000");
  BOOST_TEST(name_in("model name\t: one\n\nmodel name\t: other\ncpu family\t: 6\nmodel\t: 1\n") == "one");
  BOOST_TEST(name_in("") == "unknown");
  BOOST_TEST(name_in("model name\t:\nno colon\n") == "unknown");
}
