#include "epd/decoder.h"

#include <zstd.h>

#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <ios>
#include <string>
#include <string_view>
#include <vector>

namespace threatperft {
namespace {

constexpr std::size_t kBufferSize = 64 * 1024;

InputError damaged(const char* format) {
  return InputError(std::string("the ") + format + " data is cut short or damaged");
}

// The raw bytes as a device of Boost.Iostreams.
struct RawDevice {
  using char_type = char;
  using category = boost::iostreams::source_tag;
  std::streamsize read(char* buffer, std::streamsize size) {
    const std::size_t count = raw->read(buffer, static_cast<std::size_t>(size));
    return count == 0 ? -1 : static_cast<std::streamsize>(count);
  }
  RawBytes* raw;
};

class BoostDecoder final : public ByteSource {
 public:
  template <class Filter>
  BoostDecoder(RawBytes& raw, const char* format, const Filter& filter) : format_(format) {
    stream_.push(filter, kBufferSize);
    stream_.push(RawDevice{&raw}, kBufferSize);
  }

  std::size_t read(char* buffer, std::size_t size) override {
    try {
      const std::streamsize count = stream_.sgetn(buffer, static_cast<std::streamsize>(size));
      return count > 0 ? static_cast<std::size_t>(count) : 0;
    } catch (const std::ios_base::failure&) {
      throw damaged(format_);
    }
  }

 private:
  const char* format_;
  boost::iostreams::filtering_istreambuf stream_;
};

// Boost's filter takes a frame that is cut short for a whole one, hence libzstd itself.
class ZstdDecoder final : public ByteSource {
 public:
  explicit ZstdDecoder(RawBytes& raw)
      : raw_(raw), stream_(ZSTD_createDStream(), &ZSTD_freeDStream), input_(kBufferSize) {
    if (!stream_) throw std::bad_alloc();
  }

  std::size_t read(char* buffer, std::size_t size) override {
    ZSTD_outBuffer output{buffer, size, 0};
    while (output.pos == 0) {
      // A full output buffer may leave bytes inside the stream: ask it again before reading on.
      if (unread_.pos == unread_.size && !may_hold_more_) {
        unread_ = {input_.data(), raw_.read(input_.data(), input_.size()), 0};
        if (unread_.size == 0) {
          if (inside_frame_) throw damaged("zstd");
          return 0;
        }
      }
      const std::size_t wanted = ZSTD_decompressStream(stream_.get(), &output, &unread_);
      if (ZSTD_isError(wanted) != 0) throw damaged("zstd");
      inside_frame_ = wanted != 0;
      may_hold_more_ = inside_frame_ && output.pos == output.size;
    }
    return output.pos;
  }

 private:
  RawBytes& raw_;
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
  std::vector<char> input_;
  ZSTD_inBuffer unread_{nullptr, 0, 0};
  bool inside_frame_ = false;
  bool may_hold_more_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> make_decoder(RawBytes& raw) {
  using namespace std::string_view_literals;
  namespace filters = boost::iostreams;
  const std::string_view magic = raw.peek(6);
  if (magic.starts_with("\x1F\x8B"sv)) {
    return std::make_unique<BoostDecoder>(raw, "gzip", filters::gzip_decompressor());
  }
  if (magic.starts_with("BZh"sv)) {
    return std::make_unique<BoostDecoder>(raw, "bzip2", filters::bzip2_decompressor());
  }
  if (magic.starts_with("\xFD"
                        "7zXZ\0"sv)) {
    return std::make_unique<BoostDecoder>(raw, "xz", filters::lzma_decompressor());
  }
  if (magic.starts_with("\x28\xB5\x2F\xFD"sv)) return std::make_unique<ZstdDecoder>(raw);
  return nullptr;
}

}  // namespace threatperft
