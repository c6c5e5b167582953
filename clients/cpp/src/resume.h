#pragma once

#include <tianming/v1/play.pb.h>

#include <map>
#include <mutex>
#include <string>

namespace tianming {

/// The events that a bot has seen of its matches at one referee. Any thread may call it.
class ResumePoints {
 public:
  /// Learns from a message of the referee.
  void follow(const v1::RefereeMessage& message);

  /// Returns whether all matches have ended.
  bool empty() const;

  /// Names the matches in a `Hello`, at most as many as a referee accepts.
  void name_in(v1::Hello& hello) const;

 private:
  void see(const std::string& match_id,
           const google::protobuf::RepeatedPtrField<v1::Event>& events);

  mutable std::mutex mutex_;
  std::map<std::string, std::uint32_t> next_events_;
};

}  // namespace tianming
