#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>

namespace tianming {

class Session;

/// The sessions of a client that have not ended. Any thread may call it.
class OpenSessions {
 public:
  /// Adds a session, unless the client leaves already. Returns whether it did.
  bool add(std::shared_ptr<Session> session);

  void remove(const std::shared_ptr<Session>& session);

  /// Leaves all referees, and lets `sleep` return.
  void leave();

  /// Ends all streams without a farewell, and lets `sleep` return.
  void cancel();

  /// Returns whether the client leaves.
  bool is_leaving() const;

  /// Sleeps, but not longer than until the client leaves.
  void sleep(std::chrono::duration<double> time);

  /// Waits until all streams ended. Returns whether they did before the time was over.
  bool wait(std::chrono::steady_clock::duration time);

 private:
  std::set<std::shared_ptr<Session>> start_leaving();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::shared_ptr<Session>> sessions_;
  bool is_leaving_ = false;
};

}  // namespace tianming
