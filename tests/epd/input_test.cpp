#include "epd/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <random>
#include <string>
#include <thread>

#include "tests/epd/scratch.h"

namespace threatperft {

std::ostream& operator<<(std::ostream& out, Compression compression) { return out << name_of(compression); }

namespace {

namespace data = boost::unit_test::data;

std::string all_of(ByteSource& source, std::size_t buffer_size = 1000) {
  std::string text;
  std::string buffer(buffer_size, '\0');
  for (std::size_t count; (count = source.read(buffer.data(), buffer.size())) != 0;)
    text.append(buffer, 0, count);
  return text;
}

std::string text_of_memory(std::string_view bytes, std::size_t buffer_size = 1000) {
  Input input = Input::from_memory(bytes);
  return all_of(input, buffer_size);
}

std::string error_of(const std::string& path) {
  try {
    Input input(path);
    all_of(input);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// Text that does not compress to nothing.
std::string noise(std::size_t size) {
  std::mt19937 random(size == 0 ? 1 : static_cast<unsigned>(size));
  std::string text;
  while (text.size() < size) text += static_cast<char>('!' + random() % 90);
  return text;
}

// Standard input, replaced while this lives.
class StandardInput {
 public:
  explicit StandardInput(int descriptor) : saved_(::dup(STDIN_FILENO)) { ::dup2(descriptor, STDIN_FILENO); }
  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int saved_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(input)

BOOST_AUTO_TEST_CASE(plain_file_with_its_hash) {
  const ScratchFolder folder;
  Input input(folder.write("a.txt", "abc"));
  BOOST_TEST(all_of(input) == "abc");
  BOOST_TEST(input.sha256() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

BOOST_AUTO_TEST_CASE(empty_file) {
  const ScratchFolder folder;
  Input input(folder.write("empty", ""));
  BOOST_TEST(all_of(input).empty());
  BOOST_TEST(input.sha256() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

BOOST_DATA_TEST_CASE(shorter_than_any_magic_number, data::xrange(1, 6), size) {
  const std::string text = noise(static_cast<std::size_t>(size));
  BOOST_TEST(text_of_memory(text) == text);
}

BOOST_DATA_TEST_CASE(decompresses_by_content, data::make(kCompressions), compression) {
  for (const std::size_t size : {0u, 1u, 5000u, 300000u}) {
    const std::string text = noise(size);
    const std::string bytes = compressed(text, compression);
    BOOST_REQUIRE(bytes != text);
    for (const std::size_t buffer : {1u, 100u, 1u << 20}) BOOST_TEST((text_of_memory(bytes, buffer) == text));
  }
  const std::string highly_compressible(3000000, 'x');
  BOOST_TEST((text_of_memory(compressed(highly_compressible, compression), 777) == highly_compressible));
}

BOOST_DATA_TEST_CASE(the_name_plays_no_part, data::make(kCompressions), compression) {
  const ScratchFolder folder;
  const std::string bytes = compressed("some text", compression);
  Input input(folder.write("plain.epd", bytes));
  BOOST_TEST(all_of(input) == "some text");
  // The hash is that of the file, not of the text in it.
  Input again = Input::from_memory(bytes);
  all_of(again);
  BOOST_TEST(input.sha256() == again.sha256());
  Input text = Input::from_memory("some text");
  all_of(text);
  BOOST_TEST(input.sha256() != text.sha256());
}

BOOST_DATA_TEST_CASE(several_streams_one_behind_the_other, data::make(kCompressions), compression) {
  const std::string bytes =
      compressed("one ", compression) + compressed("two ", compression) + compressed("three", compression);
  BOOST_TEST(text_of_memory(bytes) == "one two three");
}

BOOST_DATA_TEST_CASE(every_truncation_is_an_error, data::make(kCompressions), compression) {
  const std::string bytes = compressed(noise(300), compression);
  for (std::size_t size = 6; size < bytes.size(); ++size) {
    BOOST_CHECK_THROW(text_of_memory(std::string_view(bytes).substr(0, size)), InputError);
  }
  const std::string second = compressed(noise(100000), compression);
  BOOST_CHECK_THROW(text_of_memory(bytes + second.substr(0, second.size() / 2)), InputError);
  BOOST_CHECK_THROW(text_of_memory(bytes + second.substr(0, second.size() - 1)), InputError);
}

BOOST_DATA_TEST_CASE(damage_is_an_error, data::make(kCompressions), compression) {
  std::string bytes = compressed(noise(100000), compression);
  for (std::size_t i = 0; i < 4; ++i) bytes[bytes.size() / 3 + i] ^= 0x55;
  // The compressor of zstd writes no checksum: damage to what it stores raw can go unseen.
  if (compression != Compression::zstd) BOOST_CHECK_THROW(text_of_memory(bytes), InputError);
  BOOST_CHECK_THROW(text_of_memory(compressed("text", compression) + "garbage behind it"), InputError);
}

BOOST_DATA_TEST_CASE(the_error_names_the_format, data::make(kCompressions), compression) {
  const ScratchFolder folder;
  const std::string bytes = compressed(noise(1000), compression);
  BOOST_TEST(error_of(folder.write("cut", bytes.substr(0, 500))) ==
             std::string("the ") + name_of(compression) + " data is cut short or damaged");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read) {
  const ScratchFolder folder;
  BOOST_TEST(error_of(folder.path("missing")) == "No such file or directory");
  BOOST_TEST(error_of(folder.path("")) == "is a directory, not a file");
  BOOST_TEST(error_of("") == "No such file or directory");
  BOOST_TEST(error_of(std::string("a\0b", 3)) == "not a file name");
  BOOST_TEST(error_of(folder.write("file", "x") + "/below") == "Not a directory");
  if (std::ifstream("/proc/self/mem")) BOOST_TEST(error_of("/proc/self/mem") == "Input/output error");
  if (::geteuid() != 0) {
    const std::string secret = folder.write("secret", "x");
    ::chmod(secret.c_str(), 0);
    BOOST_TEST(error_of(secret) == "Permission denied");
  }
}

BOOST_AUTO_TEST_CASE(named_pipes_and_slow_writers) {
  const ScratchFolder folder;
  const std::string path = folder.path("pipe");
  BOOST_REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const std::string bytes = compressed("through a pipe", Compression::gzip);
  std::thread writer([&] {
    std::ofstream pipe(path, std::ios::binary);
    for (const char byte : bytes) pipe << byte << std::flush;
  });
  Input input(path);
  BOOST_TEST(all_of(input) == "through a pipe");
  writer.join();
}

BOOST_AUTO_TEST_CASE(standard_input) {
  int ends[2];
  BOOST_REQUIRE(::pipe(ends) == 0);
  BOOST_REQUIRE(::write(ends[1], "hello", 5) == 5);
  ::close(ends[1]);
  const StandardInput replaced(ends[0]);
  {
    Input input("-");
    BOOST_TEST(all_of(input) == "hello");
  }
  BOOST_TEST(::fcntl(STDIN_FILENO, F_GETFD) != -1);  // still open
  ::close(ends[0]);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace threatperft
