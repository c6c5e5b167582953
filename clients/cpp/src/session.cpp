#include "session.h"

#include <algorithm>

#include "mailbox.h"
#include "text.h"

namespace tianming {
namespace {

using Messages = google::protobuf::RepeatedPtrField<v1::RefereeMessage>;

/// Bytes that announce a message in its frame, at most.
constexpr std::size_t message_head = 6;

/// What a referee accepts until `Welcome` says it.
v1::Limits first_limits() {
  v1::Limits limits;
  limits.set_max_frame_bytes(1 << 16);
  limits.set_max_note_characters(200);
  limits.set_max_reasoning_bytes(1 << 14);
  return limits;
}

/// Whether a message needs the bot's thread.
bool concerns_bot(const v1::RefereeMessage& message) {
  switch (message.kind_case()) {
    case v1::RefereeMessage::kQuestion:
    case v1::RefereeMessage::kMatchStarted:
    case v1::RefereeMessage::kMatchEvents:
    case v1::RefereeMessage::kFaultNotice:
    case v1::RefereeMessage::kMatchEnded:
    case v1::RefereeMessage::kRejection: return true;
    default: return false;
  }
}

}  // namespace

std::string connected(const std::string& address, const v1::Welcome& welcome,
                      const v1::Hello& hello) {
  std::string games;
  for (const auto& game : hello.games()) games += (games.empty() ? "" : ", ") + game.name();
  return "connected to " + address + " as " + welcome.bot() +
         ", games: " + (games.empty() ? "all" : games);
}

std::string benched(const v1::BenchNotice& notice) {
  return "benched in the league " + one_line(notice.league()) + ": " + one_line(notice.reason()) +
         ". " + one_line(notice.advice());
}

Session::Session(std::shared_ptr<Referee> referee, std::shared_ptr<Stream> stream, Mailbox& mailbox,
                 Callbacks callbacks)
    : referee_(std::move(referee)),
      stream_(std::move(stream)),
      mailbox_(mailbox),
      callbacks_(std::move(callbacks)),
      limits_(first_limits()) {}

void Session::introduce(v1::Hello hello) {
  referee_->resume.name_in(hello);
  v1::PlayRequest frame;
  *frame.add_messages()->mutable_hello() = std::move(hello);
  stream_->send(frame);
}

void Session::receive(Messages& messages) {
  const auto arrival = std::chrono::steady_clock::now();
  for (const auto& message : messages) {
    if (message.has_ping()) {
      v1::PlayRequest frame;
      frame.add_messages()->mutable_pong()->set_id(message.ping().id());
      stream_->send(frame);
    } else if (message.has_welcome()) {
      welcome(message.welcome());
    } else if (message.has_invitation()) {
      callbacks_.invited(message.invitation());
    } else if (message.has_bench_notice()) {
      callbacks_.benched(message.bench_notice());
    } else {
      referee_->resume.follow(message);
    }
  }
  if (std::any_of(messages.begin(), messages.end(), concerns_bot)) {
    mailbox_.push({shared_from_this(), arrival, std::move(messages)});
  }
}

void Session::welcome(const v1::Welcome& welcome) {
  limits_.MergeFrom(welcome.limits());
  was_welcomed_ = true;
  callbacks_.welcomed(welcome);
}

void Session::send(v1::PlayRequest& answers) {
  if (answers.ByteSizeLong() <= limits_.max_frame_bytes()) return stream_->send(answers);
  v1::PlayRequest part;
  std::size_t size = 0;
  for (auto& message : *answers.mutable_messages()) {
    const auto more = message.ByteSizeLong() + message_head;
    if (size != 0 && size + more > limits_.max_frame_bytes()) {
      stream_->send(part);
      part.Clear();
      size = 0;
    }
    part.add_messages()->Swap(&message);
    size += more;
  }
  stream_->send(part);
}

void Session::leave() {
  is_over_ = true;
  if (!was_welcomed_) return stream_->cancel();
  v1::PlayRequest frame;
  frame.add_messages()->mutable_goodbye()->set_reason("the bot stops");
  stream_->leave(frame);
}

void Session::cancel() {
  stream_->cancel();
}

}  // namespace tianming
