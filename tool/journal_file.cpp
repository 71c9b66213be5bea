#include "tool/journal_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/crc.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "tool/exit_status.h"

namespace threatperft {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kChecksumDigits = 8;

std::string checksum(std::string_view text) {
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return fmt::format("{:08x}", crc.checksum());
}

std::string line_of(const Json& record) {
  const std::string text = record.dump(-1, ' ', false, Json::error_handler_t::replace);
  return checksum(text) + " " + text + "\n";
}

/// The record that a line (without its end) holds; nothing if it is damaged.
std::optional<Json> record_of(std::string_view line) {
  if (line.size() <= kChecksumDigits || line[kChecksumDigits] != ' ') return std::nullopt;
  const std::string_view text = line.substr(kChecksumDigits + 1);
  if (line.substr(0, kChecksumDigits) != checksum(text)) return std::nullopt;
  Json record = Json::parse(text, nullptr, false);
  if (record.is_discarded()) return std::nullopt;
  return record;
}

}  // namespace

JournalFile::JournalFile(std::string path, const Json& identity) : path_(std::move(path)) {
  open_file();
  try {
    scan(identity);
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

JournalFile::~JournalFile() { close(descriptor_); }

void JournalFile::open_file() {
  struct stat status {};
  if (stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) fail("is not a regular file");
  descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("cannot be opened", errno);
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    close(descriptor_);
    if (error == EWOULDBLOCK) fail("is in use by another run");
    fail("cannot be locked", error);
  }
}

void JournalFile::begin(const std::string& header) {
  if (ftruncate(descriptor_, 0) != 0) fail("cannot be written", errno);
  pending_ = header;
  sync();
  const std::string folder = std::filesystem::path(path_).parent_path().string();
  const int parent = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (parent < 0) return;
  fsync(parent);  // some systems cannot sync a folder; the file itself is on the disk
  close(parent);
}

// Everything is looked at once before any of it is used.
void JournalFile::scan(const Json& identity) {
  const std::string header = line_of(identity);
  reader_.open(path_, std::ios::binary);
  if (!reader_) fail("cannot be read");
  std::string line;
  std::uint64_t number = 0;
  std::optional<std::uint64_t> damaged;
  while (std::getline(reader_, line)) {
    ++number;
    if (damaged == 1) fail("is no journal");
    if (damaged) fail(fmt::format("line {} is damaged", *damaged));
    const std::optional<Json> record = reader_.eof() ? std::nullopt : record_of(line);
    if (!record) {
      damaged = number;
      continue;
    }
    if (number == 1) refuse_another(*record, identity);
    end_ += line.size() + 1;
  }
  if (reader_.bad()) fail("cannot be read");
  // A run that ended while it wrote the first line.
  if (number == 0 || (number == 1 && damaged && header.starts_with(line))) return begin(header);
  if (number == 1 && damaged) fail("is no journal");
  resumed_ = true;
  torn_ = damaged.has_value();
  if (torn_ && ftruncate(descriptor_, static_cast<off_t>(end_)) != 0) fail("cannot be written", errno);
  reader_.clear();
  reader_.seekg(0);
  std::getline(reader_, line);
  read_ = line.size() + 1;
}

void JournalFile::refuse_another(const Json& theirs, const Json& ours) const {
  if (!theirs.is_object() || !theirs.contains("schema")) fail("is no journal");
  const Json difference = Json::diff(theirs, ours);
  if (difference.empty()) return;
  const std::string where = difference[0]["path"];
  const auto text_at = [&where](const Json& json) {
    const Json::json_pointer pointer(where);
    return json.contains(pointer) ? json.at(pointer).dump() : std::string("nothing");
  };
  fail(fmt::format("belongs to another run: {} is {} there, {} here", where.substr(1), text_at(theirs),
                   text_at(ours)));
}

std::optional<Json> JournalFile::next() {
  std::string line;
  if (read_ >= end_ || !std::getline(reader_, line)) return std::nullopt;
  read_ += line.size() + 1;
  std::optional<Json> record = record_of(line);
  if (!record) fail("has changed meanwhile");
  return record;
}

void JournalFile::append(const Json& record) { pending_ += line_of(record); }

void JournalFile::sync() {
  std::string_view rest = pending_;
  auto at = static_cast<off_t>(end_);
  int error = 0;
  while (!rest.empty() && error == 0) {
    const ssize_t written = pwrite(descriptor_, rest.data(), rest.size(), at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) error = errno;
    if (written < 0) break;
    rest.remove_prefix(static_cast<std::size_t>(written));
    at += written;
  }
  if (error == 0 && fdatasync(descriptor_) != 0) error = errno;
  if (error != 0) {
    // What is left of it would be dropped by the next run anyway.
    [[maybe_unused]] const int ignored = ftruncate(descriptor_, static_cast<off_t>(end_));
    pending_.clear();
    fail("cannot be written", error);
  }
  end_ = static_cast<std::uint64_t>(at);
  pending_.clear();
}

void JournalFile::fail(const std::string& what, int error) const {
  throw UserError(fmt::format("--journal {}: {}{}{}", path_, what, error != 0 ? ": " : "",
                              error != 0 ? std::strerror(error) : ""));
}

}  // namespace threatperft
