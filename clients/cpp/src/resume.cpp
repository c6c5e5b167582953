#include "resume.h"

#include <algorithm>

namespace tianming {
namespace {

constexpr std::size_t max_points = 256;

}  // namespace

void ResumePoints::follow(const v1::RefereeMessage& message) {
  const std::lock_guard lock(mutex_);
  switch (message.kind_case()) {
    case v1::RefereeMessage::kMatchStarted:
      points_.try_emplace(message.match_started().match_id(), Point{++count_, 0});
      break;
    case v1::RefereeMessage::kQuestion:
      see(message.question().match_id(), message.question().since());
      break;
    case v1::RefereeMessage::kMatchEvents:
      see(message.match_events().match_id(), message.match_events().events());
      break;
    case v1::RefereeMessage::kMatchEnded: points_.erase(message.match_ended().match_id()); break;
    case v1::RefereeMessage::kRejection: points_.erase(message.rejection().match_id()); break;
    default: break;
  }
}

void ResumePoints::see(const std::string& match_id,
                       const google::protobuf::RepeatedPtrField<v1::Event>& events) {
  const auto point = points_.find(match_id);
  if (events.empty() || point == points_.end()) return;
  auto& next = point->second.next_event;
  next = std::max(next, events.rbegin()->index() + 1);
}

bool ResumePoints::empty() const {
  const std::lock_guard lock(mutex_);
  return points_.empty();
}

void ResumePoints::name_in(v1::Hello& hello) const {
  const std::lock_guard lock(mutex_);
  std::map<std::uint64_t, const std::string*> newest;
  for (const auto& [match_id, point] : points_) {
    newest.emplace(point.order, &match_id);
    if (newest.size() > max_points) newest.erase(newest.begin());
  }
  for (const auto& [order, match_id] : newest) {
    auto& point = *hello.add_resume();
    point.set_match_id(*match_id);
    point.set_next_event(points_.at(*match_id).next_event);
  }
}

}  // namespace tianming
