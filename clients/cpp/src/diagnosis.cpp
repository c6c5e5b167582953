#include "diagnosis.h"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <tianming/error.h>
#include <tianming/options.h>
#include <unistd.h>

#include <memory>
#include <string_view>

namespace tianming {
namespace {

using namespace std::string_view_literals;

constexpr int patience_ms = 2000;  ///< With the connection, and with the answer to a probe.

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

/// A connection that closes itself.
class Connection {
 public:
  explicit Connection(const addrinfo& info)
      : descriptor_(socket(info.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    if (descriptor_ >= 0) connect(descriptor_, info.ai_addr, info.ai_addrlen);  // `ask` waits
  }
  ~Connection() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Sends bytes, and returns the first bytes of the answer; nothing if there is none.
  std::string ask(std::string_view bytes) const {
    std::string answer(64, '\0');
    if (!wait(POLLOUT) || send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0 ||
        !wait(POLLIN)) {
      return {};
    }
    const auto size = recv(descriptor_, answer.data(), answer.size(), 0);
    answer.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return answer;
  }

 private:
  bool wait(short event) const {
    pollfd waiting{descriptor_, event, 0};
    return descriptor_ >= 0 && poll(&waiting, 1, patience_ms) == 1;
  }

  int descriptor_;
};

/// Returns the first bytes of a server's answer; nothing if it does not answer.
std::string reply(const Address& address, std::string_view bytes) {
  const std::string port = address.target.substr(address.target.rfind(':') + 1);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(bare_host(address).c_str(), port.c_str(), &hints, &found) != 0) return {};
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, freeaddrinfo);
  for (const addrinfo* info = found; info != nullptr; info = info->ai_next) {
    std::string answer = Connection(*info).ask(bytes);
    if (!answer.empty()) return answer;
  }
  return {};
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
