/// @file
/// A bot: what its author writes.
#pragma once

#include <tianming/answer.h>
#include <tianming/match.h>

#include <vector>

namespace tianming {

/// Takes the answers to a frame of questions.
class Answers {
 public:
  virtual ~Answers() = default;

  /// Answers a question. Answers that come within a millisecond share a frame.
  /// @throws BotError if the index is out of range; let it pass.
  virtual void give(const Question& question, const Answer& answer) = 0;
};

/// A bot. The client calls it on one thread, one method at a time, so it needs no locks.
class Bot {
 public:
  virtual ~Bot() = default;

  /// Answers a question.
  virtual Answer choose(const Question& question) = 0;

  /// Answers all questions of a frame. The default calls `choose` for each. A bot that evaluates
  /// positions together overrides it, and gives one answer to each question.
  virtual void choose_batch(const std::vector<Question>& questions, Answers& answers) {
    for (const Question& question : questions) answers.give(question, choose(question));
  }

  /// A match begins, or the bot comes to one that runs.
  virtual void start(const Match& /*match*/) {}

  /// Returns whether the referee reports events as they happen, and not only with questions.
  virtual bool wants_events() const { return false; }

  /// Events happened outside a question.
  virtual void events(const Match& /*match*/, const std::vector<Event>& /*events*/) {}

  /// The referee reports a fault of the bot.
  virtual void fault(const FaultNotice& /*notice*/) {}

  /// A match ended.
  virtual void end(const MatchResult& /*result*/) {}
};

}  // namespace tianming
