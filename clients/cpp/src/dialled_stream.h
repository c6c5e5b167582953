#pragma once

#include <grpcpp/channel.h>
#include <tianming/v1/play.grpc.pb.h>

#include <memory>
#include <mutex>
#include <string>

#include "stream.h"

namespace tianming {

/// A stream that the bot opened. One thread reads, any thread sends.
class DialledStream final : public Stream {
 public:
  DialledStream(std::shared_ptr<grpc::Channel> channel, const std::string& token);

  void send(v1::PlayRequest& frame) override;
  void leave(v1::PlayRequest& goodbye) override;
  void cancel() override { context_.TryCancel(); }

  /// Waits for a frame. Returns whether there was one before the end of the stream.
  bool read(v1::PlayResponse& frame) { return call_->Read(&frame); }

  /// Returns how the stream ended, after `read` returned false.
  grpc::Status finish();

 private:
  const std::unique_ptr<v1::RefereeService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>> call_;
  std::mutex mutex_;
  bool is_over_ = false;
};

}  // namespace tianming
