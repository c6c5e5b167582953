/// @file
/// What a bot knows of its matches: the agreement, the questions, the events and the end.
#pragma once

#include <tianming/payload.h>

#include <any>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace tianming {

/// The clock of a match. All seats have the same clock.
struct Clock {
  std::chrono::nanoseconds decision{};   ///< Time for each decision.
  std::chrono::nanoseconds bank{};       ///< Reserve for the whole match.
  std::chrono::nanoseconds increment{};  ///< Time that each decision adds to the bank.
  std::chrono::nanoseconds grace{};      ///< Time after the budget in which an answer counts.
  std::chrono::nanoseconds first{};      ///< Extra time for the first question to a seat.
};

/// A match, as one seat of the bot sees it. It survives a broken stream.
struct Match {
  std::string id;                              ///< Name of the match, also in its record.
  std::string game;                            ///< Name of the game, such as `dragon`.
  std::uint32_t rules_version = 0;             ///< Version of the game's rules.
  std::map<std::string, std::string> options;  ///< All options of the game with their values.
  std::vector<std::string> bots;               ///< Names of the bots, in seat order.
  std::uint32_t seat = 0;                      ///< The bot's own seat.
  Clock clock;                                 ///< The clock of every seat.
  std::uint32_t strikes = 0;                   ///< Number of strikes that forfeit a seat.
  std::uint32_t strikes_left = 0;              ///< Strikes that this seat has left.
  std::chrono::nanoseconds bank{};             ///< Time in the bank when the stream began.
  std::string seed_commitment;                 ///< Hash of the seed, 32 bytes.
  std::string bot_seed;                        ///< 32 bytes for the bot's own random choices.
  Payload setup;                               ///< What stays the same, such as the map.

  /// Random numbers that follow from `bot_seed`. A bot that takes its randomness from them plays
  /// the same way each time.
  std::mt19937_64 random;

  /// What the bot remembers of this match. The SDK leaves it alone.
  std::any memory;
};

/// An action of a seat, or a draw of the referee.
struct Event {
  std::uint32_t index = 0;            ///< Index of the event in its match, from 0.
  std::optional<std::uint32_t> seat;  ///< The seat that acted; nothing for a draw.
  std::string notation;               ///< The event in the game's notation.
  Payload detail;                     ///< The same as data: the `Event` of the game's package.
};

/// Asks for a decision. Answer with an index from 0 to `option_count` - 1.
struct Question {
  std::shared_ptr<Match> match;                    ///< The match, as the seat sees it.
  std::uint32_t number = 0;                        ///< Its number; questions to all seats count.
  std::uint32_t seat = 0;                          ///< The seat that the referee asks.
  std::uint32_t option_count = 0;                  ///< Number of options.
  std::chrono::nanoseconds budget{};               ///< Time that the referee gave for the answer.
  std::chrono::steady_clock::time_point deadline;  ///< The end of the budget, from the arrival.
  std::vector<Event> since;                        ///< Events since the seat's last question.
  Payload position;                                ///< What the seat sees, and its options.

  /// Returns the question of a recorded frame (a serialized `PlayResponse`), which also announces
  /// its match: for a test of a bot.
  /// @throws PayloadError if the bytes are no frame, or it lacks a match or a question.
  static Question from_frame(const std::string& frame);
};

/// A kind of fault. The contract may have more: treat them as faults of an unknown kind.
enum class Fault {
  late = 1,      ///< The budget ran out while the bot was connected.
  illegal,       ///< The index was out of range.
  malformed,     ///< The referee could not use a message.
  disconnected,  ///< The budget ran out while the bot was not connected.
  flood,         ///< The bot sent too many messages.
  resigned,      ///< The bot resigned.
};

/// Reports a fault of the bot.
struct FaultNotice {
  std::shared_ptr<Match> match;
  std::optional<std::uint32_t> number;  ///< The question; nothing if it concerns no question.
  Fault fault{};
  bool substituted = false;        ///< Whether the referee has played a substitute choice.
  std::uint32_t strikes_left = 0;  ///< At 0 the seat is forfeited.
  std::string reason;              ///< The reason in a sentence.
};

/// Why a match ended.
enum class Termination {
  finished = 1,  ///< The rules ended the game.
  forfeited,     ///< The same, and a substitute player had taken over a seat.
  void_match,    ///< The referee failed. The match does not count.
};

/// How a match ended for one seat.
struct SeatResult {
  std::uint32_t seat = 0;
  std::uint32_t place = 0;  ///< From 1. Tied seats share a place.
  std::int32_t score = 0;
  std::uint32_t strikes = 0;
  bool forfeited = false;
};

/// How a match ended.
struct Outcome {
  Termination termination = Termination::finished;
  std::vector<SeatResult> results;  ///< In seat order. Empty for a void match.
  std::string reason;               ///< The outcome in a sentence.
};

/// The end of a match, and the seed of its draws.
struct MatchResult {
  std::shared_ptr<Match> match;
  Outcome outcome;
  std::string seed;           ///< Seed of all draws, 32 bytes.
  std::string seed_nonce;     ///< Nonce of the commitment, 32 bytes.
  std::string record_digest;  ///< Digest of the last entry of the record.
  std::vector<Event> since;   ///< Events after the bot's last question.

  /// Returns whether the seed is the one that the referee committed to before the first draw.
  bool fair() const;

  /// Returns the place of the bot's seat, from 1; nothing for a void match.
  std::optional<std::uint32_t> place() const;
};

/// Returns the hash that commits a referee to a seed: SHA-256 of a label, the nonce and the seed.
std::string commitment(const std::string& seed, const std::string& nonce);

}  // namespace tianming
