#pragma once

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>
#include <tianming/v1/play.pb.h>

#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "stream.h"

namespace tianming {

class Session;

/// A stream that the referee opened. gRPC calls it on its own threads.
class ServedStream final : public Stream,
                           public grpc::ServerBidiReactor<v1::ServeRequest, v1::ServeResponse>,
                           public std::enable_shared_from_this<ServedStream> {
 public:
  explicit ServedStream(grpc::CallbackServerContext& context) : context_(context) {}

  /// Begins to read. Calls `ending` before the referee learns that the stream ends, and `done` when
  /// gRPC needs it no more. The stream keeps itself until then.
  ServedStream* start(std::shared_ptr<Session> session, std::function<void()> ending,
                      std::function<void()> done);

  void send(v1::PlayRequest& frame) override;
  void leave(v1::PlayRequest& goodbye) override;
  void cancel() override;

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnDone() override;

 private:
  void push(v1::PlayRequest& frame);
  void finish();

  grpc::CallbackServerContext& context_;
  std::shared_ptr<ServedStream> self_;
  std::shared_ptr<Session> session_;
  std::function<void()> ending_;
  std::function<void()> done_;
  v1::ServeRequest request_;

  std::mutex mutex_;
  std::deque<v1::ServeResponse> frames_;  ///< The first is the one that gRPC writes.
  bool is_leaving_ = false;
  bool is_finished_ = false;
};

}  // namespace tianming
