#include "dialled_stream.h"

namespace tianming {

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
  const std::lock_guard lock(mutex_);
  is_over_ = true;
  return call_->Finish();
}

}  // namespace tianming
