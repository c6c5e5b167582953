#include "probe.h"

#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <memory>

namespace tianming {
namespace {

constexpr timeval patience{2, 0};

/// A blocking socket that closes itself.
class Socket {
 public:
  explicit Socket(const addrinfo& info)
      : descriptor_(socket(info.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    is_connected_ = connect(descriptor_, info.ai_addr, info.ai_addrlen) == 0;
  }
  ~Socket() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  bool is_connected() const { return is_connected_; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
  bool is_connected_ = false;
};

}  // namespace

bool with_connection(const Address& address, const std::function<bool(int descriptor)>& use) {
  const std::string port = address.target.substr(address.target.rfind(':') + 1);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(bare_host(address).c_str(), port.c_str(), &hints, &found) != 0) return false;
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, freeaddrinfo);
  for (const addrinfo* info = found; info != nullptr; info = info->ai_next) {
    const Socket one(*info);
    if (one.is_connected() && use(one.descriptor())) return true;
  }
  return false;
}

}  // namespace tianming
