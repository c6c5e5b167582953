#include "mailbox.h"

#include <utility>

namespace tianming {

void Mailbox::push(Frame frame) {
  {
    const std::lock_guard lock(mutex_);
    frames_.push_back(std::move(frame));
  }
  changed_.notify_one();
}

std::deque<Frame> Mailbox::take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_closed_ || !frames_.empty() || failure_; });
  if (is_closed_) return {};
  if (frames_.empty()) std::rethrow_exception(failure_);
  return std::exchange(frames_, {});
}

void Mailbox::close() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_one();
}

void Mailbox::fail(std::exception_ptr failure) {
  {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
  }
  changed_.notify_one();
}

}  // namespace tianming
