#include "tests/epd/scratch.h"

#include <stdlib.h>

#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

namespace threatperft {

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "threatperft-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  folder_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string ScratchFolder::write(const std::string& name, std::string_view bytes) const {
  std::ofstream file(path(name), std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return path(name);
}

const char* name_of(Compression compression) {
  switch (compression) {
    case Compression::gzip:
      return "gzip";
    case Compression::bzip2:
      return "bzip2";
    case Compression::xz:
      return "xz";
    case Compression::zstd:
      return "zstd";
  }
  return "";
}

std::string compressed(std::string_view bytes, Compression compression) {
  namespace io = boost::iostreams;
  std::string result;
  io::filtering_ostream stream;
  switch (compression) {
    case Compression::gzip:
      stream.push(io::gzip_compressor());
      break;
    case Compression::bzip2:
      stream.push(io::bzip2_compressor());
      break;
    case Compression::xz:
      stream.push(io::lzma_compressor());
      break;
    case Compression::zstd:
      stream.push(io::zstd_compressor());
      break;
  }
  stream.push(std::back_inserter(result));
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.reset();
  return result;
}

}  // namespace threatperft
