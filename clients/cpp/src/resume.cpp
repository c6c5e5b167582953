#include "resume.h"

#include <algorithm>

namespace tianming {
namespace {

constexpr int max_points = 256;

}  // namespace

void ResumePoints::follow(const v1::RefereeMessage& message) {
  const std::lock_guard lock(mutex_);
  switch (message.kind_case()) {
    case v1::RefereeMessage::kMatchStarted:
      next_events_.try_emplace(message.match_started().match_id(), 0);
      break;
    case v1::RefereeMessage::kQuestion:
      see(message.question().match_id(), message.question().since());
      break;
    case v1::RefereeMessage::kMatchEvents:
      see(message.match_events().match_id(), message.match_events().events());
      break;
    case v1::RefereeMessage::kMatchEnded:
      next_events_.erase(message.match_ended().match_id());
      break;
    case v1::RefereeMessage::kRejection: next_events_.erase(message.rejection().match_id()); break;
    default: break;
  }
}

void ResumePoints::see(const std::string& match_id,
                       const google::protobuf::RepeatedPtrField<v1::Event>& events) {
  if (events.empty()) return;
  auto& next = next_events_[match_id];
  next = std::max(next, events.rbegin()->index() + 1);
}

bool ResumePoints::empty() const {
  const std::lock_guard lock(mutex_);
  return next_events_.empty();
}

void ResumePoints::name_in(v1::Hello& hello) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [match_id, next_event] : next_events_) {
    if (hello.resume_size() == max_points) return;
    auto& point = *hello.add_resume();
    point.set_match_id(match_id);
    point.set_next_event(next_event);
  }
}

}  // namespace tianming
