#pragma once

#include <tianming/match.h>
#include <tianming/v1/play.pb.h>

#include <chrono>
#include <memory>
#include <vector>

namespace tianming {

// The types of the SDK from the messages of the contract. They take the texts out of a message that
// is not const.

std::chrono::nanoseconds nanoseconds(const google::protobuf::Duration& duration);

std::shared_ptr<Match> new_match(v1::MatchStarted& message);

Question new_question(v1::Question& message, std::shared_ptr<Match> match,
                      std::chrono::steady_clock::time_point arrival);

std::vector<Event> events(const Match& match,
                          google::protobuf::RepeatedPtrField<v1::Event>& messages);

Outcome outcome(const v1::Outcome& message);

}  // namespace tianming
