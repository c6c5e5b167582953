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

}  // namespace tianming
