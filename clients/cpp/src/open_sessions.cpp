#include "open_sessions.h"

#include <utility>

#include "session.h"

namespace tianming {

bool OpenSessions::add(std::shared_ptr<Session> session) {
  const std::lock_guard lock(mutex_);
  if (is_leaving_) return false;
  sessions_.insert(std::move(session));
  return true;
}

void OpenSessions::remove(const std::shared_ptr<Session>& session) {
  {
    const std::lock_guard lock(mutex_);
    sessions_.erase(session);
  }
  changed_.notify_all();
}

void OpenSessions::leave() {
  for (const auto& session : start_leaving()) session->leave();
}

void OpenSessions::cancel() {
  for (const auto& session : start_leaving()) session->cancel();
}

std::set<std::shared_ptr<Session>> OpenSessions::start_leaving() {
  const std::lock_guard lock(mutex_);
  is_leaving_ = true;
  changed_.notify_all();
  return sessions_;
}

bool OpenSessions::is_leaving() const {
  const std::lock_guard lock(mutex_);
  return is_leaving_;
}

void OpenSessions::sleep(std::chrono::duration<double> time) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, time, [&] { return is_leaving_; });
}

bool OpenSessions::wait(std::chrono::steady_clock::duration time) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, time, [&] { return sessions_.empty(); });
}

}  // namespace tianming
