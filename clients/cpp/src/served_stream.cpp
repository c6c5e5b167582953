#include "served_stream.h"

#include <utility>

#include "session.h"

namespace tianming {

ServedStream* ServedStream::start(std::shared_ptr<Session> session, std::function<void()> ending,
                                  std::function<void()> done) {
  self_ = shared_from_this();
  session_ = std::move(session);
  ending_ = std::move(ending);
  done_ = std::move(done);
  StartRead(&request_);
  return this;
}

void ServedStream::send(v1::PlayRequest& frame) {
  const std::lock_guard lock(mutex_);
  push(frame);
}

void ServedStream::leave(v1::PlayRequest& goodbye) {
  const std::lock_guard lock(mutex_);
  push(goodbye);
  is_leaving_ = true;
}

void ServedStream::cancel() {
  const std::lock_guard lock(mutex_);
  if (!is_finished_) context_.TryCancel();
}

void ServedStream::push(v1::PlayRequest& frame) {
  if (is_leaving_ || is_finished_) return;
  frames_.emplace_back().mutable_messages()->Swap(frame.mutable_messages());
  if (frames_.size() == 1) StartWrite(&frames_.front());
}

void ServedStream::OnReadDone(bool ok) {
  if (ok) {
    session_->receive(*request_.mutable_messages());
    return StartRead(&request_);
  }
  const std::lock_guard lock(mutex_);
  finish();
}

void ServedStream::OnWriteDone(bool ok) {
  const std::lock_guard lock(mutex_);
  frames_.pop_front();
  if (ok && !frames_.empty()) return StartWrite(&frames_.front());
  if (!ok || is_leaving_) finish();
}

void ServedStream::finish() {
  if (is_finished_) return;
  is_finished_ = true;
  session_->close();
  ending_();
  Finish(grpc::Status::OK);
}

void ServedStream::OnDone() {
  const auto self = std::move(self_);
  session_.reset();
  std::exchange(done_, nullptr)();  // it holds the session, which holds the stream
}

}  // namespace tianming
