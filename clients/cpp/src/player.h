#pragma once

#include <tianming/bot.h>

#include "mailbox.h"

namespace tianming {

/// Calls a bot with what its referees send. Everything happens on the bot's thread.
class Player {
 public:
  explicit Player(Bot& bot) : bot_(bot) {}

  /// Takes a frame, and answers its questions.
  /// @throws BotError if the bot throws, or answers what cannot be sent.
  void play(Frame frame);

 private:
  void start(Session& session, v1::MatchStarted& started);
  void report(Session& session, const v1::MatchEvents& happened);
  void notify(Session& session, const v1::FaultNotice& notice);
  void end(Session& session, const v1::MatchEnded& ended);
  void reject(Session& session, const v1::Rejection& rejection);
  void answer(Session& session, const std::vector<Question>& questions);

  Bot& bot_;
};

}  // namespace tianming
