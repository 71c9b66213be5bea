#include "tool/stats_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "tool/exit_status.h"

namespace threatperft {

namespace {

namespace fs = std::filesystem;

/// The file that tells a folder of statistics from any other.
constexpr const char* kSummary = "summary.json";

std::string target_of(const std::string& path) {
  std::error_code error;
  std::string target = fs::weakly_canonical(path, error).string();
  if (error) target = path;
  while (target.size() > 1 && target.back() == '/') target.pop_back();
  return target;
}

/// Waits until a file's or folder's contents are on the disk; 0 or what went wrong.
int sync_path(const std::string& path, int flags) {
  const int descriptor = open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int error =
      fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;  // some systems cannot sync folders
  close(descriptor);
  return error;
}

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(descriptor) == 0 ? 0 : errno;
}

mode_t folder_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0777 & ~mask;
}

}  // namespace

StatsDirectory::StatsDirectory(std::string path, bool force)
    : path_(std::move(path)), target_(target_of(path_)), force_(force) {
  refuse_if_occupied();
  temporary_ = target_ + ".XXXXXX";
  if (mkdtemp(temporary_.data()) == nullptr) {
    const int error = errno;
    temporary_.clear();
    fail("cannot create a folder beside it", error);
  }
}

StatsDirectory::~StatsDirectory() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
}

// What is there is only ever replaced if it is known to be ours.
void StatsDirectory::refuse_if_occupied() const {
  struct stat status {};
  if (lstat(target_.c_str(), &status) != 0) return;
  if (!S_ISDIR(status.st_mode)) throw UserError(fmt::format("--output {}: exists and is no folder", path_));
  if (!force_) throw UserError(fmt::format("--output {}: exists; --force replaces it", path_));
  std::error_code error;
  const bool empty = fs::is_empty(target_, error);
  if (error) fail("cannot be read", error.value());
  if (!empty && !fs::exists(fs::path(target_) / kSummary, error)) {
    throw UserError(
        fmt::format("--output {}: holds something else than statistics; remove it yourself", path_));
  }
}

void StatsDirectory::write(const std::string& name, std::string_view bytes) {
  const std::string file = temporary_ + "/" + name;
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) fail(fmt::format("cannot create {}", name), errno);
  const int error = write_all(descriptor, bytes);
  if (close(descriptor) != 0 && error == 0) fail(fmt::format("cannot write {}", name), errno);
  if (error != 0) fail(fmt::format("cannot write {}", name), error);
}

void StatsDirectory::commit() {
  if (chmod(temporary_.c_str(), folder_mode()) != 0) fail("cannot set its mode", errno);
  if (const int error = sync_path(temporary_, O_RDONLY | O_DIRECTORY)) fail("cannot write", error);
  refuse_if_occupied();
  const std::string parent = fs::path(target_).parent_path().string();
  if (renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, target_.c_str(), RENAME_NOREPLACE) == 0) {
    temporary_.clear();
  } else if (errno != EEXIST) {
    fail("cannot put it in place", errno);
  } else if (renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) != 0) {
    fail("cannot replace the old one", errno);
  }  // else the old folder stands under the temporary name now, and goes with this object
  sync_path(parent.empty() ? "." : parent, O_RDONLY | O_DIRECTORY);
}

void StatsDirectory::fail(std::string_view doing, int error) const {
  throw UserError(fmt::format("--output {}: {}: {}", path_, doing, std::strerror(error)));
}

}  // namespace threatperft
