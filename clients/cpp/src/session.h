#pragma once

#include <tianming/match.h>
#include <tianming/v1/play.pb.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "resume.h"
#include "stream.h"

namespace tianming {

class Mailbox;

/// What a bot knows of one referee. It survives the streams.
struct Referee {
  /// A match and the seat of the bot in it.
  using Key = std::pair<std::string, std::uint32_t>;

  ResumePoints resume;
  std::map<Key, std::shared_ptr<Match>> matches;  ///< Only the bot's thread uses it.
};

/// Returns the line of the log for a welcome.
std::string connected(const std::string& address, const v1::Welcome& welcome,
                      const v1::Hello& hello);

/// Returns the line of the log for a notice that a league starts no more matches with the bot.
std::string benched(const v1::BenchNotice& notice);

/// One stream from `Hello` to its end: the part that does not wait for the bot.
class Session : public std::enable_shared_from_this<Session> {
 public:
  /// What a session leaves to others, from the thread that reads.
  struct Callbacks {
    std::function<void(const v1::Welcome&)> welcomed;
    std::function<void(const v1::Invitation&)> invited;
    std::function<void(const v1::BenchNotice&)> benched;
  };

  Session(std::shared_ptr<Referee> referee, std::shared_ptr<Stream> stream, Mailbox& mailbox,
          Callbacks callbacks);

  /// Opens the conversation.
  void introduce(v1::Hello hello);

  /// Takes a frame: answers pings at once, and leaves the rest to the bot's thread.
  void receive(google::protobuf::RepeatedPtrField<v1::RefereeMessage>& messages);

  /// Sends answers, in several frames if one would be too large.
  void send(v1::PlayRequest& answers);

  /// Sends `Goodbye` and ends the bot's side; before a welcome it only ends the stream.
  void leave();

  /// Ends the stream without a farewell.
  void cancel();

  /// Marks the end of the stream: nobody waits for answers any more.
  void close() { is_over_ = true; }

  bool is_over() const { return is_over_; }
  bool was_welcomed() const { return was_welcomed_; }
  Referee& referee() { return *referee_; }

  /// Limits of the referee. They are set before the first question.
  const v1::Limits& limits() const { return limits_; }

 private:
  void welcome(const v1::Welcome& welcome);

  const std::shared_ptr<Referee> referee_;
  const std::shared_ptr<Stream> stream_;
  Mailbox& mailbox_;
  const Callbacks callbacks_;
  v1::Limits limits_;
  std::atomic<bool> was_welcomed_ = false;
  std::atomic<bool> is_over_ = false;
};

}  // namespace tianming
