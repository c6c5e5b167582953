/// @file
/// How a bot reaches its referee.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tianming {

/// Returns a variable of the environment, or the default if it is not set or empty.
std::string environment(const char* variable, const char* otherwise = "");

/// Writes a line to standard error, after `tianming: `.
void log_to_stderr(std::string_view line);

/// Options of a client. Their defaults come from the environment.
struct Options {
  /// `host:port`, `https://host:port`, `http://host:port` or `unix:/path`. Plain `host:port` uses
  /// TLS unless the host is this machine.
  std::string server = environment("TIANMING_SERVER", "127.0.0.1:50051");

  /// An address to listen on for a referee that calls the bot; empty to call the referee.
  std::string listen = environment("TIANMING_LISTEN");

  /// The bot's token. White space around it does no harm.
  std::string token = environment("TIANMING_TOKEN");

  std::string ca = environment("TIANMING_CA");  ///< PEM file of the authority to trust.
  std::string certificate = environment("TIANMING_CERTIFICATE");  ///< PEM file of the bot's own.
  std::string key = environment("TIANMING_KEY");                  ///< PEM file of its key.

  /// Time in which a first stream must begin. Nothing means `TIANMING_WAIT`, in seconds, or 300 s.
  std::optional<std::chrono::duration<double>> wait;

  std::string name = "bot";        ///< Name of the bot for the referee's log.
  std::string version;             ///< Version of the bot for the referee's log.
  std::vector<std::string> games;  ///< Games that the bot plays; empty for all.
  std::uint32_t max_matches = 0;   ///< Largest number of matches at once; 0 for no limit.

  /// Takes what the user should know, from any thread.
  std::function<void(std::string_view line)> log = log_to_stderr;
};

}  // namespace tianming
