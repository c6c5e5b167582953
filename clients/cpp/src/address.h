#pragma once

#include <string>

namespace tianming {

/// Where a referee listens, for gRPC.
struct Address {
  std::string target;  ///< `host:port` or `unix:/path`.
  bool uses_tls = false;
};

/// Parses `host:port`, `https://host:port`, `http://host:port` or `unix:/path`.
/// @throws OptionError if the text is no address; it says of what, and names the variable.
Address parse_address(const std::string& text,
                      const std::string& use = "of a referee (TIANMING_SERVER)");

/// Returns whether what is sent to the address stays on this machine.
bool is_local(const Address& address);

/// Returns whether the address is the path of a Unix domain socket.
bool is_path(const Address& address);

/// Returns the host, an IPv6 address in brackets.
std::string host_of(const Address& address);

/// Returns the host, an IPv6 address without its brackets.
std::string bare_host(const Address& address);

}  // namespace tianming
