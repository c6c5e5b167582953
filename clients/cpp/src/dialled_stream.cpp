#include "dialled_stream.h"

#include <chrono>
#include <future>

namespace tianming {
namespace {

/// With the end of a stream. After a frame that cannot be parsed the referee keeps it open.
constexpr auto patience = std::chrono::seconds(1);

}  // namespace

DialledStream::DialledStream(std::shared_ptr<grpc::Channel> channel, const std::string& token)
    : stub_(v1::RefereeService::NewStub(std::move(channel))) {
  context_.AddMetadata("authorization", "Bearer " + token);
  context_.set_initial_metadata_corked(true);  // it goes with `Hello`, so nothing blocks here
  call_ = stub_->Play(&context_);
}

void DialledStream::send(v1::PlayRequest& frame) {
  const std::lock_guard lock(mutex_);
  if (!is_over_) call_->Write(frame);
}

void DialledStream::leave(v1::PlayRequest& goodbye) {
  const std::lock_guard lock(mutex_);
  if (!is_over_) call_->WriteLast(goodbye, {});
  is_over_ = true;
}

grpc::Status DialledStream::finish() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  auto status = std::async(std::launch::async, [this] { return call_->Finish(); });
  if (status.wait_for(patience) == std::future_status::timeout) context_.TryCancel();
  return status.get();
}

}  // namespace tianming
