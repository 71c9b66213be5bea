#include "tool/result_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "tool/exit_status.h"

namespace threatperft {

namespace {

/// Where a rename must go: a symbolic link stays a link, and the file it leads to is replaced.
std::string behind_links(const std::string& path) {
  std::error_code error;
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, error);
  return error ? path : resolved.string();
}

/// What a new file may be, less what the user's umask takes away.
mode_t default_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/// Makes the rename itself survive a power cut. Some file systems cannot sync a folder: then there is nothing
/// to do.
void sync_folder_of(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

}  // namespace

void require_other_than(const std::string& output, const std::vector<std::string>& inputs) {
  if (output.empty() || output == "-") return;
  for (const std::string& input : inputs) {
    if (input.empty() || input == "-") continue;
    std::error_code error;  // one of them is not there
    if (input == output || (std::filesystem::equivalent(input, output, error) && !error)) {
      throw UserError(fmt::format("--output {}: is read by this run, as {}; name another", output, input));
    }
  }
}

ResultFile::ResultFile(std::string path) : path_(std::move(path)) {
  target_ = behind_links(path_);
  struct stat status {};
  if (stat(target_.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    throw UserError(fmt::format("--output {}: is not a regular file; '-' writes to standard output", path_));
  }
  temporary_ = target_ + ".XXXXXX";
  descriptor_ = mkostemp(temporary_.data(), O_CLOEXEC);
  if (descriptor_ < 0) {
    const int error = errno;
    temporary_.clear();
    fail("cannot create a file beside it", error);
  }
}

ResultFile::~ResultFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void ResultFile::commit(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write", errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (fchmod(descriptor_, default_mode()) != 0) fail("cannot set its mode", errno);
  if (fsync(descriptor_) != 0) fail("cannot write", errno);
  if (close(std::exchange(descriptor_, -1)) != 0) fail("cannot write", errno);
  if (rename(temporary_.c_str(), target_.c_str()) != 0) fail("cannot put it in place", errno);
  temporary_.clear();
  sync_folder_of(target_);
}

void ResultFile::fail(std::string_view doing, int error) {
  throw UserError(fmt::format("--output {}: {}: {}", path_, doing, std::strerror(error)));
}

}  // namespace threatperft
