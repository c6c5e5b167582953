#include "credentials.h"

#include <tianming/error.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

namespace tianming {
namespace {

std::string file(const char* variable, const std::string& path) {
  if (path.empty()) return {};
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  const bool is_read = stream.is_open() && !stream.bad();
  if (!is_read || text.find("-----BEGIN ") == std::string::npos) {
    const std::string why = is_read ? "it has no certificate and no key" : std::strerror(errno);
    throw OptionError(std::string(variable) + " is \"" + path + "\", which cannot be read: " + why +
                      "; name a PEM file");
  }
  return text;
}

grpc::SslServerCredentialsOptions::PemKeyCertPair own_certificate(const Options& options) {
  if (options.certificate.empty() != options.key.empty()) {
    throw OptionError("TIANMING_CERTIFICATE and TIANMING_KEY go together: set both or none");
  }
  return {file("TIANMING_KEY", options.key), file("TIANMING_CERTIFICATE", options.certificate)};
}

}  // namespace

std::string bare_token(const std::string& token) {
  constexpr auto space = " \t\r\n\f\v";
  const auto first = token.find_first_not_of(space);
  if (first == std::string::npos) return {};
  const auto bare = token.substr(first, token.find_last_not_of(space) - first + 1);
  if (!std::all_of(bare.begin(), bare.end(), [](char c) { return '!' <= c && c <= '~'; })) {
    throw OptionError(
        "the token (Options::token, or TIANMING_TOKEN) has characters that no token has, such as "
        "spaces, line breaks or accents: give what `referee token` printed, and nothing else");
  }
  return bare;
}

std::shared_ptr<grpc::ChannelCredentials> channel_credentials(const Options& options,
                                                              bool uses_tls) {
  if (!uses_tls) return grpc::InsecureChannelCredentials();
  auto own = own_certificate(options);
  return grpc::SslCredentials(
      {file("TIANMING_CA", options.ca), std::move(own.private_key), std::move(own.cert_chain)});
}

std::shared_ptr<grpc::ServerCredentials> server_credentials(const Options& options) {
  auto own = own_certificate(options);
  if (own.cert_chain.empty()) return grpc::InsecureServerCredentials();
  grpc::SslServerCredentialsOptions tls;
  tls.pem_key_cert_pairs.push_back(std::move(own));
  tls.pem_root_certs = file("TIANMING_CA", options.ca);
  if (!options.ca.empty()) {
    tls.client_certificate_request = GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY;
  }
  return grpc::SslServerCredentials(tls);
}

}  // namespace tianming
