#include "player.h"

#include <tianming/error.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "replies.h"
#include "session.h"
#include "text.h"
#include "wire.h"

namespace tianming {
namespace {

using MatchPointer = std::shared_ptr<Match>;

/// Returns a match of a bot's seat, or nothing if the referee never announced it.
MatchPointer find(const Referee& referee, const std::string& match_id, std::uint32_t seat) {
  const auto found = referee.matches.find({match_id, seat});
  return found == referee.matches.end() ? nullptr : found->second;
}

/// Returns the match as each seat of the bot sees it.
std::vector<MatchPointer> seats_in(const Referee& referee, const std::string& match_id) {
  std::vector<MatchPointer> seats;
  auto place = referee.matches.lower_bound({match_id, 0});
  for (; place != referee.matches.end() && place->first.first == match_id; ++place) {
    seats.push_back(place->second);
  }
  return seats;
}

void forget(Referee& referee, const MatchPointer& match) {
  referee.matches.erase({match->id, match->seat});
}

bool has_only_questions(const Frame& frame) {
  return std::all_of(frame.messages.begin(), frame.messages.end(),
                     [](const auto& message) { return message.has_question(); });
}

/// Calls a method of the bot, and says which one failed.
template <class Call>
void call_bot(const char* method, Call call) {
  try {
    call();
  } catch (const BotError&) {
    throw;
  } catch (const std::exception& error) {
    std::throw_with_nested(
        BotError(std::string("the bot failed in ") + method + ": " + one_line(error.what())));
  } catch (...) {
    std::throw_with_nested(BotError(std::string("the bot failed in ") + method));
  }
}

}  // namespace

void Player::play(std::deque<Frame> frames) {
  std::vector<Question> questions;
  for (auto frame = frames.begin(); frame != frames.end(); ++frame) {
    Session& session = *frame->session;
    for (auto& message : frame->messages) take(session, message);
    for (auto& message : frame->messages) {
      if (message.has_question()) {
        v1::Question& asked = *message.mutable_question();
        const auto match = find(session.referee(), asked.match_id(), asked.seat());
        if (match) questions.push_back(new_question(asked, match, frame->arrival));
      }
    }
    const auto next = std::next(frame);
    if (next != frames.end() && next->session == frame->session && has_only_questions(*next)) {
      continue;
    }
    if (!questions.empty() && !session.is_over()) answer(session, questions);
    questions.clear();
  }
}

void Player::take(Session& session, v1::RefereeMessage& message) {
  switch (message.kind_case()) {
    case v1::RefereeMessage::kMatchStarted: return start(session, *message.mutable_match_started());
    case v1::RefereeMessage::kMatchEvents: return report(session, message.match_events());
    case v1::RefereeMessage::kFaultNotice: return notify(session, message.fault_notice());
    case v1::RefereeMessage::kMatchEnded: return end(session, message.match_ended());
    case v1::RefereeMessage::kRejection: return reject(session, message.rejection());
    default: return;
  }
}

void Player::start(Session& session, v1::MatchStarted& started) {
  MatchPointer& match = session.referee().matches[{started.match_id(), started.seat()}];
  const bool is_new = !match;
  if (is_new) match = new_match(started);
  match->strikes_left = started.strikes_left();
  match->bank = nanoseconds(started.bank());
  if (is_new) call_bot("start", [&] { bot_.start(*match); });
}

void Player::report(Session& session, const v1::MatchEvents& happened) {
  for (const auto& match : seats_in(session.referee(), happened.match_id())) {
    auto messages = happened.events();
    call_bot("events", [&] { bot_.events(*match, events(*match, messages)); });
  }
}

void Player::notify(Session& session, const v1::FaultNotice& notice) {
  const MatchPointer match = find(session.referee(), notice.match_id(), notice.seat());
  if (!match) return;
  match->strikes_left = notice.strikes_left();
  FaultNotice fault{match,
                    std::nullopt,
                    static_cast<Fault>(notice.fault()),
                    notice.substituted(),
                    notice.strikes_left(),
                    notice.reason()};
  if (notice.has_number()) fault.number = notice.number();
  call_bot("fault", [&] { bot_.fault(fault); });
}

void Player::end(Session& session, const v1::MatchEnded& ended) {
  for (const auto& match : seats_in(session.referee(), ended.match_id())) {
    auto since = ended.since();
    forget(session.referee(), match);
    const MatchResult result{match,
                             outcome(ended.outcome()),
                             ended.seed(),
                             ended.seed_nonce(),
                             ended.record_digest(),
                             events(*match, since)};
    call_bot("end", [&] { bot_.end(result); });
  }
}

void Player::reject(Session& session, const v1::Rejection& rejection) {
  for (const auto& match : seats_in(session.referee(), rejection.match_id())) {
    forget(session.referee(), match);
  }
}

void Player::answer(Session& session, const std::vector<Question>& questions) {
  Replies replies(session);
  call_bot("choose", [&] { bot_.choose_batch(questions, replies); });
  if (replies.count() != questions.size()) {
    throw BotError("choose_batch got " + std::to_string(questions.size()) + " questions and gave " +
                   std::to_string(replies.count()) + " answers: give one answer to each question");
  }
  replies.flush();
}

}  // namespace tianming
