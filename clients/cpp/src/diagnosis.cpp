#include "diagnosis.h"

#include <sys/socket.h>
#include <tianming/error.h>
#include <tianming/options.h>

#include <string_view>

#include "probe.h"

namespace tianming {
namespace {

using namespace std::string_view_literals;

/// The first bytes of an HTTP/2 client without TLS: the preface and a SETTINGS frame.
constexpr auto preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"sv;

/// The first message of a TLS client, which every server with TLS answers with a record of TLS.
constexpr auto client_hello =
    "\x16\x03\x01\0\x7c\x01\0\0\x78\x03\x03"
    "tianming asks whether this is TL"
    "\0\0\x08\x13\x01\x13\x02\xc0\x2b\xc0\x2f\x01\0\0\x47"
    "\0\x0a\0\x06\0\x04\0\x1d\0\x17"
    "\0\x0b\0\x02\x01\0"
    "\0\x0d\0\x12\0\x10\x04\x03\x08\x04\x04\x01\x05\x03\x08\x05\x05\x01\x08\x06\x06\x01"
    "\0\x10\0\x05\0\x03\x02h2"
    "\0\x2b\0\x05\x04\x03\x04\x03\x03"
    "\0\x33\0\x02\0\0"
    "\0\x17\0\0\xff\x01\0\x01\0"sv;

constexpr char settings = 4;  ///< The type of the frame with which an HTTP/2 server answers.

/// Returns the first bytes of a server's answer; nothing if it does not answer.
std::string reply(const Address& address, std::string_view bytes) {
  std::string answer(64, '\0');
  const bool is_answered = with_connection(address, [&](int descriptor) {
    if (send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0) return false;
    const auto size = recv(descriptor, answer.data(), answer.size(), 0);
    answer.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return !answer.empty();
  });
  return is_answered ? answer : std::string();
}

/// Removes `user:password@` from an address.
std::string without_user(std::string text) {
  const auto end = text.rfind('@');
  if (end == std::string::npos) return text;
  const auto scheme = text.find("://");
  const auto begin = scheme == std::string::npos ? 0 : scheme + 3;
  return text.erase(begin, end + 1 - begin);
}

}  // namespace

void check_tls(const std::string& server) {
  const Address address = parse_address(server);
  if (is_path(address)) return;
  if (address.uses_tls) {
    const std::string answer = reply(address, preface);
    if (answer.size() > 3 && answer[3] == settings) {
      throw Unreachable("the referee at " + server + " does not use TLS: give http://" +
                        address.target);
    }
  } else {
    const std::string answer = reply(address, client_hello);
    if (answer.size() > 1 && (answer[0] == '\x15' || answer[0] == '\x16') && answer[1] == 3) {
      throw Unreachable("the referee at " + server + " uses TLS: give https://" + address.target);
    }
  }
}

std::string proxy_note(const Address& address) {
  if (is_local(address)) return {};
  for (const char* variable : {"grpc_proxy", "https_proxy", "http_proxy"}) {
    const std::string value = environment(variable);
    if (!value.empty())
      return std::string("; the proxy of ") + variable + " is " + without_user(value);
  }
  return {};
}

}  // namespace tianming
