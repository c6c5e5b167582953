#pragma once

#include <tianming/v1/play.pb.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>

namespace tianming {

class Session;

/// Messages of one frame, for the bot's thread.
struct Frame {
  std::shared_ptr<Session> session;
  std::chrono::steady_clock::time_point arrival;
  google::protobuf::RepeatedPtrField<v1::RefereeMessage> messages;
};

/// A queue of frames from the threads that read to the bot's thread.
class Mailbox {
 public:
  void push(Frame frame);

  /// Waits for a frame, and returns all that wait, oldest first. Returns none after `close`.
  /// @throws what `fail` was given, after all frames that came before it.
  std::deque<Frame> take();

  /// Drops the frames, and lets `take` return.
  void close();

  /// Lets `take` throw. Only the first failure counts.
  void fail(std::exception_ptr failure);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Frame> frames_;
  std::exception_ptr failure_;
  bool is_closed_ = false;
};

}  // namespace tianming
