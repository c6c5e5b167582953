#pragma once

#include <tianming/v1/play.pb.h>

#include <cstdint>
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

  /// Names the newest matches in a `Hello`, at most as many as a referee accepts.
  void name_in(v1::Hello& hello) const;

 private:
  /// Where a bot stands in a match.
  struct Point {
    std::uint64_t order = 0;  ///< Rises with the first `MatchStarted` of each match.
    std::uint32_t next_event = 0;
  };

  void see(const std::string& match_id,
           const google::protobuf::RepeatedPtrField<v1::Event>& events);

  mutable std::mutex mutex_;
  std::map<std::string, Point> points_;
  std::uint64_t count_ = 0;
};

}  // namespace tianming
