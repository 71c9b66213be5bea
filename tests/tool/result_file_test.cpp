#include "tool/result_file.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tool/exit_status.h"

using namespace threatperft;
namespace fs = std::filesystem;

namespace {

/// A folder of its own that goes with it.
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "result_file_test.XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  std::string operator/(const char* name) const { return (path / name).string(); }
  std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(path), fs::directory_iterator());
  }
};

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_result_appears_when_it_is_complete) {
  const Folder folder;
  const std::string path = folder / "result.json";
  {
    ResultFile file(path);
    BOOST_TEST(!fs::exists(path));
    file.commit("{}\n");
  }
  BOOST_TEST(content(path) == "{}\n");
  BOOST_TEST(folder.files() == 1);
}

BOOST_AUTO_TEST_CASE(without_a_commit_the_old_result_stays) {
  const Folder folder;
  const std::string path = folder / "result.json";
  std::ofstream(path) << "old";
  { const ResultFile file(path); }
  BOOST_TEST(content(path) == "old");
  BOOST_TEST(folder.files() == 1);
}

BOOST_AUTO_TEST_CASE(an_old_result_is_replaced) {
  const Folder folder;
  const std::string path = folder / "result.json";
  std::ofstream(path) << "an older and longer text";
  ResultFile(path).commit("new");
  BOOST_TEST(content(path) == "new");
}

BOOST_AUTO_TEST_CASE(a_link_stays_a_link) {
  const Folder folder;
  std::ofstream(folder / "real.json") << "old";
  fs::create_symlink("real.json", folder / "link.json");
  ResultFile(folder / "link.json").commit("new");
  BOOST_TEST(fs::is_symlink(folder / "link.json"));
  BOOST_TEST(content(folder / "real.json") == "new");
}

BOOST_AUTO_TEST_CASE(the_mode_is_that_of_any_new_file) {
  const Folder folder;
  const mode_t mask = umask(027);
  ResultFile(folder / "result.json").commit("{}");
  umask(mask);
  struct stat status {};
  BOOST_REQUIRE(stat((folder / "result.json").c_str(), &status) == 0);
  BOOST_TEST((status.st_mode & 0777) == 0640U);
}

BOOST_AUTO_TEST_CASE(a_place_that_cannot_be_written_is_refused_at_once) {
  const Folder folder;
  BOOST_CHECK_THROW(ResultFile(folder / "no/such/folder/result.json"), UserError);
  BOOST_CHECK_THROW(ResultFile(folder.path.string()), UserError);
  BOOST_CHECK_THROW(ResultFile("/dev/full"), UserError);
  BOOST_TEST(folder.files() == 0);
}
