#pragma once

#include <string>

#include "address.h"

namespace tianming {

/// What the certificate of a server says.
struct PeerCertificate {
  std::string names;       ///< The names that it is for, with commas.
  std::string expired_on;  ///< The date on which it expired, such as `2026-11-26`; else empty.
};

/// Asks a server for its certificate, which gRPC does not show. Returns an empty one if it has
/// none.
PeerCertificate peer_certificate(const Address& address);

}  // namespace tianming
