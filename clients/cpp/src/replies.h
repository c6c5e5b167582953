#pragma once

#include <tianming/bot.h>
#include <tianming/v1/play.pb.h>

#include <chrono>
#include <cstddef>

namespace tianming {

class Session;

/// The answers to one frame of questions: gathered while the bot is quick, sent while it thinks.
class Replies final : public Answers {
 public:
  explicit Replies(Session& session);

  void give(const Question& question, const Answer& answer) override;

  /// Sends what has gathered.
  void flush();

  /// Returns the number of answers so far.
  std::size_t count() const { return count_; }

 private:
  Session& session_;
  v1::PlayRequest frame_;
  std::chrono::steady_clock::time_point begin_;
  std::size_t count_ = 0;
};

}  // namespace tianming
