#pragma once

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>
#include <tianming/v1/play.pb.h>

#include <deque>
#include <memory>
#include <mutex>

#include "stream.h"

namespace tianming {

class OpenSessions;
class Session;

/// A stream that the referee opened. gRPC calls it on its own threads.
class ServedStream final : public Stream,
                           public grpc::ServerBidiReactor<v1::ServeRequest, v1::ServeResponse>,
                           public std::enable_shared_from_this<ServedStream> {
 public:
  ServedStream(grpc::CallbackServerContext& context, OpenSessions& open)
      : context_(context), open_(open) {}

  /// Begins to read. The stream keeps itself until its end.
  ServedStream* start(std::shared_ptr<Session> session);

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
  OpenSessions& open_;
  std::shared_ptr<ServedStream> self_;
  std::shared_ptr<Session> session_;
  v1::ServeRequest request_;

  std::mutex mutex_;
  std::deque<v1::ServeResponse> frames_;  ///< The first is the one that gRPC writes.
  bool is_leaving_ = false;
  bool is_finished_ = false;
};

}  // namespace tianming
