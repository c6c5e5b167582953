#pragma once

#include <grpcpp/support/status.h>

#include <string>

namespace tianming {

/// Returns the name of a gRPC code, such as `UNAVAILABLE`.
std::string code_name(grpc::StatusCode code);

}  // namespace tianming
