#pragma once

#include <tianming/bot.h>

#include <deque>

#include "mailbox.h"

namespace tianming {

/// Calls a bot with what its referees send. Everything happens on the bot's thread.
class Player {
 public:
  explicit Player(Bot& bot) : bot_(bot) {}

  /// Takes frames, and answers their questions. Frames that have only questions are answered
  /// together.
  /// @throws BotError if the bot throws, or answers what cannot be sent.
  void play(std::deque<Frame> frames);

 private:
  void take(Session& session, v1::RefereeMessage& message);
  void start(Session& session, v1::MatchStarted& started);
  void report(Session& session, const v1::MatchEvents& happened);
  void notify(Session& session, const v1::FaultNotice& notice);
  void end(Session& session, const v1::MatchEnded& ended);
  void reject(Session& session, const v1::Rejection& rejection);
  void answer(Session& session, const std::vector<Question>& questions);

  Bot& bot_;
};

}  // namespace tianming
