#pragma once

#include <tianming/v1/play.pb.h>

namespace tianming {

/// The sending half of a stream, whichever side opened it. Any thread may call it.
class Stream {
 public:
  virtual ~Stream() = default;

  /// Sends a frame. After the end of the stream, and after `leave`, it does nothing.
  virtual void send(v1::PlayRequest& frame) = 0;

  /// Sends a last frame and ends the bot's side of the stream.
  virtual void leave(v1::PlayRequest& goodbye) = 0;

  /// Ends the stream without a farewell.
  virtual void cancel() = 0;
};

}  // namespace tianming
