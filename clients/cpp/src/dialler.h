#pragma once

#include <grpcpp/support/status.h>
#include <tianming/options.h>

#include <future>
#include <list>
#include <map>
#include <memory>
#include <string>

#include "session.h"

namespace tianming {

class Mailbox;
class OpenSessions;

/// Calls the referee of a bot, and those that invite it.
class Dialler {
 public:
  /// Takes `Hello` without resume points.
  /// @throws OptionError if the address, the token or a certificate cannot be used.
  Dialler(const Options& options, v1::Hello hello, Mailbox& mailbox, OpenSessions& open);

  /// Keeps up a stream to the referee until the client leaves.
  /// @throws Refused, Unreachable or UntrustedCertificate.
  void keep_up();

 private:
  /// How a stream ended.
  struct End {
    grpc::Status status;
    bool was_welcomed = false;
  };

  /// Plays one stream from its begin to its end.
  End visit(const std::string& address, const std::string& token, std::shared_ptr<Referee> referee,
            std::function<void(const v1::Invitation&)> invited);

  /// Plays one stream to a referee that invites the bot, on another thread.
  void accept(const v1::Invitation& invitation);

  /// Returns what the bot knows of a referee that invites it, and forgets those without matches.
  std::shared_ptr<Referee> host(const std::string& address);

  /// Throws the error of a stream after which no other try can succeed.
  void check(const grpc::Status& status) const;

  [[noreturn]] void throw_certificate_error(const grpc::Status& status) const;

  const Options& options_;
  const v1::Hello hello_;
  const std::string token_;
  Mailbox& mailbox_;
  OpenSessions& open_;
  std::map<std::string, std::shared_ptr<Referee>> hosts_;
  std::list<std::future<void>> visits_;
};

}  // namespace tianming
