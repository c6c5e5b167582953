/// @file
/// A client, for programs that have their own main loop, signals and threads.
#pragma once

#include <tianming/bot.h>
#include <tianming/options.h>

#include <memory>

namespace tianming {

/// A bot's streams to its referee, which it opens again until somebody stops it.
class Client {
 public:
  /// Checks the options. The bot must outlive the client.
  /// @throws OptionError if an option cannot be used.
  explicit Client(Bot& bot, const Options& options = {});
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Plays on this thread until `stop`: all methods of the bot are called here. Call it once.
  /// @throws Refused, Unreachable, UntrustedCertificate or BotError.
  void play();

  /// Leaves the referee: sends `Goodbye`, and lets `play` return within two seconds, or as soon
  /// as the bot returns. Any thread may call it, also the bot itself; the client must outlive the
  /// call.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tianming
