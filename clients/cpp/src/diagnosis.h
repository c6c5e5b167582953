#pragma once

#include <string>

#include "address.h"

namespace tianming {

/// Asks the server at an address whether it uses TLS.
/// @throws Unreachable if only one of the two sides does: no other try can succeed.
void check_tls(const std::string& server);

/// Returns `; the proxy of VARIABLE is VALUE` if gRPC calls an address through a proxy, else
/// nothing. User and password are left out.
std::string proxy_note(const Address& address);

}  // namespace tianming
