#include "wire.h"

#include <google/protobuf/util/time_util.h>
#include <tianming/error.h>

#include <utility>

namespace tianming {
namespace {

using google::protobuf::RepeatedPtrField;
using google::protobuf::util::TimeUtil;

Payload payload(google::protobuf::Any& any) {
  return {std::move(*any.mutable_type_url()), std::move(*any.mutable_value())};
}

Clock clock(const v1::Clock& message) {
  return {nanoseconds(message.decision()), nanoseconds(message.bank()),
          nanoseconds(message.increment()), nanoseconds(message.grace()),
          nanoseconds(message.first())};
}

std::mt19937_64 random(const std::string& seed) {
  std::seed_seq sequence(seed.begin(), seed.end());
  return std::mt19937_64(sequence);
}

}  // namespace

std::chrono::nanoseconds nanoseconds(const google::protobuf::Duration& duration) {
  return std::chrono::nanoseconds(TimeUtil::DurationToNanoseconds(duration));
}

std::vector<Event> events(const Match& match, RepeatedPtrField<v1::Event>& messages) {
  const std::string& setup = match.setup.type_url;
  const std::string type_url = setup.substr(0, setup.rfind('.') + 1) + "Event";
  std::vector<Event> events;
  events.reserve(static_cast<std::size_t>(messages.size()));
  for (auto& message : messages) {
    Event& event = events.emplace_back();
    event.index = message.index();
    if (message.has_seat()) event.seat = message.seat();
    event.notation = std::move(*message.mutable_notation());
    event.detail = {type_url, std::move(*message.mutable_detail())};
  }
  return events;
}

std::shared_ptr<Match> new_match(v1::MatchStarted& message) {
  auto match = std::make_shared<Match>();
  match->id = message.match_id();
  match->game = std::move(*message.mutable_game());
  match->rules_version = message.rules_version();
  match->options.insert(message.options().begin(), message.options().end());
  for (auto& seat : *message.mutable_seats()) {
    match->bots.push_back(std::move(*seat.mutable_bot()));
  }
  match->seat = message.seat();
  match->clock = clock(message.clock());
  match->strikes = message.strikes();
  match->seed_commitment = std::move(*message.mutable_seed_commitment());
  match->setup = payload(*message.mutable_setup());
  match->random = random(message.bot_seed());
  match->bot_seed = std::move(*message.mutable_bot_seed());
  return match;
}

Question new_question(v1::Question& message, std::shared_ptr<Match> match,
                      std::chrono::steady_clock::time_point arrival) {
  Question question;
  question.match = std::move(match);
  question.number = message.number();
  question.seat = message.seat();
  question.option_count = message.option_count();
  question.budget = nanoseconds(message.budget());
  question.deadline = arrival + question.budget;
  question.since = events(*question.match, *message.mutable_since());
  question.position = payload(*message.mutable_position());
  return question;
}

Question Question::from_frame(const std::string& frame) {
  v1::PlayResponse response;
  std::shared_ptr<Match> match;
  if (response.ParseFromString(frame)) {
    for (auto& message : *response.mutable_messages()) {
      if (message.has_match_started()) match = new_match(*message.mutable_match_started());
      if (message.has_question() && match) {
        return new_question(*message.mutable_question(), match, std::chrono::steady_clock::now());
      }
    }
  }
  throw PayloadError("the frame is no recorded question: it needs a MatchStarted, then a Question");
}

Outcome outcome(const v1::Outcome& message) {
  Outcome outcome;
  const int termination = message.termination();
  if (termination == v1::TERMINATION_FORFEITED || termination == v1::TERMINATION_VOID) {
    outcome.termination = static_cast<Termination>(termination);
  }
  for (const auto& one : message.results()) {
    outcome.results.push_back(
        {one.seat(), one.place(), one.score(), one.strikes(), one.forfeited()});
  }
  outcome.reason = message.reason();
  return outcome;
}

}  // namespace tianming
