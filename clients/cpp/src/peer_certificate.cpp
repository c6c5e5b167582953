#include "peer_certificate.h"

#include <arpa/inet.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <array>
#include <ctime>
#include <memory>

#include "probe.h"

namespace tianming {
namespace {

/// Returns a name of a certificate; nothing if it is no name of a host.
std::string text_of(const GENERAL_NAME& name) {
  if (name.type != GEN_DNS && name.type != GEN_IPADD) return {};
  const ASN1_STRING* value = name.type == GEN_DNS ? name.d.dNSName : name.d.iPAddress;
  const auto* bytes = ASN1_STRING_get0_data(value);
  const auto size = static_cast<std::size_t>(ASN1_STRING_length(value));
  if (name.type == GEN_DNS) return {reinterpret_cast<const char*>(bytes), size};
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(size == 4 ? AF_INET : AF_INET6, bytes, text.data(), text.size());
  return text.data();
}

std::string names_of(const X509* certificate) {
  const std::unique_ptr<GENERAL_NAMES, decltype(&GENERAL_NAMES_free)> all(
      static_cast<GENERAL_NAMES*>(
          X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
      GENERAL_NAMES_free);
  std::string names;
  for (int index = 0; all && index < sk_GENERAL_NAME_num(all.get()); ++index) {
    const std::string name = text_of(*sk_GENERAL_NAME_value(all.get(), index));
    if (!name.empty()) names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

std::string end_of(const X509* certificate) {
  const ASN1_TIME* end = X509_get0_notAfter(certificate);
  std::tm date{};
  if (X509_cmp_current_time(end) >= 0 || ASN1_TIME_to_tm(end, &date) != 1) return {};
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", &date);
  return text.data();
}

}  // namespace

PeerCertificate peer_certificate(const Address& address) {
  PeerCertificate found;
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()),
                                                                  SSL_CTX_free);
  if (!context) return found;
  with_connection(address, [&](int descriptor) {
    const std::unique_ptr<SSL, decltype(&SSL_free)> ssl(SSL_new(context.get()), SSL_free);
    constexpr std::array<unsigned char, 3> protocols{2, 'h', '2'};
    SSL_set_alpn_protos(ssl.get(), protocols.data(), protocols.size());
    SSL_set_tlsext_host_name(ssl.get(), bare_host(address).c_str());
    SSL_set_fd(ssl.get(), descriptor);
    if (SSL_connect(ssl.get()) != 1) return false;
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(
        SSL_get_peer_certificate(ssl.get()), X509_free);
    if (!certificate) return false;
    found = {names_of(certificate.get()), end_of(certificate.get())};
    return true;
  });
  return found;
}

}  // namespace tianming
