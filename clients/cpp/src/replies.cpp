#include "replies.h"

#include <tianming/error.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "session.h"
#include "text.h"

namespace tianming {
namespace {

using std::chrono::steady_clock;

/// Time of thinking after which answers do not wait for the rest of their frame.
constexpr auto flush_after = std::chrono::milliseconds(1);

v1::Choose& add_choose(v1::PlayRequest& frame, const Question& question, std::int64_t option) {
  if (option < 0 || option >= question.option_count) {
    throw BotError("choose gave " + std::to_string(option) + " to question " +
                   std::to_string(question.number) + ": give 0 to " +
                   std::to_string(std::int64_t{question.option_count} - 1));
  }
  v1::Choose& choose = *frame.add_messages()->mutable_choose();
  choose.set_match_id(question.match->id);
  choose.set_number(question.number);
  choose.set_option(static_cast<std::uint32_t>(option));
  return choose;
}

/// A cost in millionths of a US dollar; 0 for NaN and negative costs.
std::uint64_t micros(double cost) {
  constexpr double most = 1e18;
  return cost > 0 ? static_cast<std::uint64_t>(std::round(std::min(cost * 1e6, most))) : 0;
}

void set_thought(v1::Thought& message, const Thought& thought, std::size_t max_reasoning_bytes) {
  if (thought.value) message.set_value(*thought.value);
  message.set_nodes(thought.nodes);
  message.set_depth(thought.depth);
  for (const std::string& action : thought.principal_line) {
    message.add_principal_line(clean(action, std::numeric_limits<std::size_t>::max()));
  }
  message.set_reasoning(clean_bytes(thought.reasoning, max_reasoning_bytes));
  message.set_tokens_in(thought.tokens_in);
  message.set_tokens_out(thought.tokens_out);
  message.set_cost_micros(micros(thought.cost));
}

/// Adds an answer of any form to a frame.
class Writer {
 public:
  Writer(v1::PlayRequest& frame, const Question& question, const v1::Limits& limits)
      : frame_(frame), question_(question), limits_(limits) {}

  void operator()(std::int64_t option) const { add_choose(frame_, question_, option); }

  void operator()(const Choice& choice) const {
    v1::Choose& choose = add_choose(frame_, question_, choice.option);
    choose.set_note(clean(choice.note, limits_.max_note_characters()));
    if (choice.thought) {
      set_thought(*choose.mutable_thought(), *choice.thought, limits_.max_reasoning_bytes());
    }
  }

  void operator()(Resign /*resign*/) const {
    frame_.add_messages()->mutable_resign()->set_match_id(question_.match->id);
  }

 private:
  v1::PlayRequest& frame_;
  const Question& question_;
  const v1::Limits& limits_;
};

}  // namespace

Replies::Replies(Session& session) : session_(session), begin_(steady_clock::now()) {}

void Replies::give(const Question& question, const Answer& answer) {
  const std::variant<std::int64_t, Choice, Resign>& any = answer;
  std::visit(Writer(frame_, question, session_.limits()), any);
  ++count_;
  if (steady_clock::now() - begin_ > flush_after) flush();
}

void Replies::flush() {
  if (frame_.messages().empty()) return;
  session_.send(frame_);
  frame_.Clear();
  begin_ = steady_clock::now();
}

}  // namespace tianming
