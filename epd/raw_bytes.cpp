#include "epd/raw_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace threatperft {
namespace {

InputError system_error() { return InputError(std::generic_category().message(errno)); }

}  // namespace

RawBytes::RawBytes(const std::string& path) {
  if (path == "-") {
    descriptor_ = STDIN_FILENO;
  } else {
    // The name is the user's and may be a pipe; a path with a NUL inside is no path.
    if (path.find('\0') != std::string::npos) throw InputError("not a file name");
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  }
  struct stat status {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) throw system_error();
  if (S_ISDIR(status.st_mode)) {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
    throw InputError("is a directory, not a file");
  }
}

RawBytes::~RawBytes() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

std::size_t RawBytes::read_file(char* buffer, std::size_t size) {
  for (;;) {
    const ssize_t count = ::read(descriptor_, buffer, size);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) throw system_error();
  }
}

std::size_t RawBytes::read(char* buffer, std::size_t size) {
  std::size_t count = 0;
  if (!peeked_.empty()) {
    count = std::min(size, peeked_.size());
    std::memcpy(buffer, peeked_.data(), count);
    peeked_.erase(0, count);
  } else if (descriptor_ >= 0) {
    count = read_file(buffer, size);
  } else {
    count = std::min(size, memory_.size());
    std::memcpy(buffer, memory_.data(), count);
    memory_.remove_prefix(count);
  }
  hash_.add(buffer, count);
  return count;
}

std::string_view RawBytes::peek(std::size_t size) {
  if (descriptor_ < 0) return memory_.substr(0, size);
  peeked_.resize(size);
  std::size_t have = 0;
  while (have < size) {
    const std::size_t count = read_file(peeked_.data() + have, size - have);
    if (count == 0) break;
    have += count;
  }
  peeked_.resize(have);
  return peeked_;
}

std::string RawBytes::drain_and_hash() {
  std::array<char, 4096> buffer;
  while (read(buffer.data(), buffer.size()) != 0) {
  }
  return hash_.finish();
}

}  // namespace threatperft
