#pragma once

#include <functional>

#include "address.h"

namespace tianming {

/// Connects to each IP address of a host, until `use` returns true for the descriptor of a socket.
/// Connecting, reading and writing each wait for at most 2 s. Returns whether `use` returned true.
bool with_connection(const Address& address, const std::function<bool(int descriptor)>& use);

}  // namespace tianming
