#pragma once

#include <grpcpp/server.h>
#include <tianming/options.h>
#include <tianming/v1/play.grpc.pb.h>

#include <memory>
#include <string>

#include "session.h"

namespace tianming {

class Mailbox;
class OpenSessions;

/// Serves a bot to referees that call it, with a health check.
class Listener {
 public:
  /// Takes `Hello` without resume points, and listens.
  /// @throws OptionError if the address, the token or a certificate cannot be used.
  Listener(const Options& options, v1::Hello hello, Mailbox& mailbox, OpenSessions& open);

  /// Closes all connections.
  ~Listener();

  /// Tells load balancers that the bot leaves.
  void refuse_health_checks();

 private:
  class Service;

  std::unique_ptr<Service> service_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace tianming
