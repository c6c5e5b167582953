#include <openssl/sha.h>
#include <tianming/match.h>

#include <algorithm>

namespace tianming {

std::string commitment(const std::string& seed, const std::string& nonce) {
  const std::string text = "tianming.v1.seed" + nonce + seed;
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(),
         reinterpret_cast<unsigned char*>(digest.data()));
  return digest;
}

bool MatchResult::fair() const {
  return match->seed_commitment == commitment(seed, seed_nonce);
}

std::optional<std::uint32_t> MatchResult::place() const {
  const auto& results = outcome.results;
  const auto own = std::find_if(results.begin(), results.end(),
                                [&](const auto& result) { return result.seat == match->seat; });
  return own == results.end() ? std::nullopt : std::optional(own->place);
}

}  // namespace tianming
