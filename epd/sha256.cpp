#include "epd/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace threatperft {
namespace {

void require(int status) {
  if (status != 1) throw std::runtime_error("the cryptographic library cannot compute SHA-256");
}

}  // namespace

struct Sha256::Context {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  require(context_->digest ? EVP_DigestInit_ex(context_->digest.get(), EVP_sha256(), nullptr) : 0);
}

Sha256::~Sha256() = default;

void Sha256::add(const char* bytes, std::size_t size) {
  require(EVP_DigestUpdate(context_->digest.get(), bytes, size));
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  require(EVP_DigestFinal_ex(context_->digest.get(), digest.data(), &size));
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    text += kDigits[digest[i] >> 4];
    text += kDigits[digest[i] & 15];
  }
  return text;
}

}  // namespace threatperft
