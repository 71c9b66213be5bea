#include "shell.h"

#include <sys/wait.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace threatperft {

namespace fs = std::filesystem;

namespace {

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The outer shell only redirects; the inner one runs the command and reports how it ended.
std::string script(const fs::path& folder) {
  const std::string program_folder = fs::path(THREATPERFT_PROGRAM).parent_path().string();
  return "mkdir '" + (folder / "work").string() + "' && cd '" + (folder / "work").string() +
         "' && unset NO_COLOR THREATPERFT_UPDATER && T='" THREATPERFT_PROGRAM "' PATH='" + program_folder +
         "':\"$PATH\" sh ../command <../input >../out 2>../err";
}

}  // namespace

Outcome shell(const std::string& command, const std::string& input) {
  std::string name = (fs::temp_directory_path() / "command_line_test.XXXXXX").string();
  BOOST_REQUIRE(mkdtemp(name.data()) != nullptr);
  const fs::path folder = name;
  std::ofstream(folder / "command") << command << '\n';
  std::ofstream(folder / "input", std::ios::binary) << input;
  const int status = std::system(script(folder).c_str());
  Outcome outcome;
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = content(folder / "out");
  outcome.err = content(folder / "err");
  fs::remove_all(folder);
  return outcome;
}

}  // namespace threatperft
