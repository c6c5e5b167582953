/// @file
/// The errors of the SDK.
#pragma once

#include <stdexcept>
#include <string>

namespace tianming {

/// The root of all errors. Each says in a sentence what is wrong, and how to mend it.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An option has a value that cannot be used.
class OptionError : public Error {
 public:
  using Error::Error;
};

/// The referee refused the bot. Another try would end the same way.
class Refused : public Error {
 public:
  /// Takes the reason and the name of the gRPC code, such as `UNAUTHENTICATED`.
  Refused(const std::string& reason, std::string code);

  /// Returns the name of the gRPC code.
  const std::string& code() const { return code_; }

 private:
  std::string code_;
};

/// No referee answered in time.
class Unreachable : public Error {
 public:
  using Error::Error;
};

/// The certificate of the referee is not trusted.
class UntrustedCertificate : public Error {
 public:
  using Error::Error;
};

/// The bot threw, or its answer was out of range. If it threw, its exception is nested.
class BotError : public Error {
 public:
  using Error::Error;
};

/// A message of a game has another type, or cannot be parsed.
class PayloadError : public Error {
 public:
  using Error::Error;
};

}  // namespace tianming
