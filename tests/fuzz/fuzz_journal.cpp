// Any bytes as a journal: it is refused and left as it is, or its records are read, and one more can be
// added.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/require.h"
#include "tool/exit_status.h"
#include "tool/journal_file.h"
#include "tool/work_journal.h"

namespace threatperft {
namespace {

using Json = nlohmann::ordered_json;

const Json kIdentity = {{"schema", "threatperft.journal/1"}};

/// In memory where the system has such a folder.
const std::string& path() {
  static const std::string path =
      (access("/dev/shm", W_OK) == 0 ? "/dev/shm/fuzz_journal." : "/tmp/fuzz_journal.") +
      std::to_string(getpid());
  return path;
}

struct RemoveAtExit {
  ~RemoveAtExit() { unlink(path().c_str()); }
};

void write(std::string_view bytes) { std::ofstream(path(), std::ios::binary) << bytes; }

std::string content() {
  std::ifstream file(path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> records_of(JournalFile& journal) {
  std::vector<std::string> records;
  while (const auto record = journal.next()) {
    records.push_back(record->dump());
    try {
      const WorkPart part = parse_part(*record);
      require(part_json(parse_part(part_json(part))) == part_json(part), "a part is read as it was written",
              records.back());
    } catch (const Json::exception&) {  // a record of something else
    } catch (const std::out_of_range&) {
    }
  }
  return records;
}

void check_bytes(std::string_view bytes) {
  const RemoveAtExit remove;
  const std::string input{bytes};
  write(bytes);
  std::vector<std::string> records;
  try {
    JournalFile journal(path(), kIdentity);
    records = records_of(journal);
    journal.append({{"more", records.size()}});
    journal.sync();
  } catch (const UserError&) {
    require(content() == input, "what is refused is left alone", input);
    return;
  }
  JournalFile again(path(), kIdentity);
  require(again.is_resumed() && !again.was_torn(), "the journal is whole", input);
  std::vector<std::string> more = records_of(again);
  require(more.size() == records.size() + 1, "one record more is there", input);
  more.pop_back();
  require(more == records, "the others are as they were", input);
}

/// Half of the inputs get right checksums, so that what stands behind them is reached.
std::string with_checksums(std::string_view bytes) {
  const RemoveAtExit remove;
  unlink(path().c_str());
  {
    JournalFile journal(path(), kIdentity);
    while (!bytes.empty()) {
      const std::size_t end = std::min(bytes.find('\n'), bytes.size());
      const Json record = Json::parse(bytes.substr(0, end), nullptr, false);
      if (!record.is_discarded()) journal.append(record);
      bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
    journal.sync();
  }
  return content();
}

}  // namespace
}  // namespace threatperft

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  threatperft::check_bytes(bytes);
  if (!bytes.empty() && bytes[0] == '{') threatperft::check_bytes(threatperft::with_checksums(bytes));
  return 0;
}
