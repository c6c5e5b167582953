#include <gtest/gtest.h>
#include <tianming/games/dragon/v1/dragon.pb.h>
#include <tianming/tianming.h>

#include <algorithm>
#include <future>

#include "scripted_referee.h"

namespace tianming::testing {
namespace {

namespace dragon = games::dragon::v1;

/// A bot that keeps all that it is told.
class Witness final : public Bot {
 public:
  Answer choose(const Question& question) override {
    questions.push_back(question);
    return 0;
  }
  void start(const Match& match) override { starts.push_back(match); }
  bool wants_events() const override { return true; }
  void events(const Match& match, const std::vector<Event>& events) override {
    seats.push_back(match.seat);
    happened = events;
  }
  void fault(const FaultNotice& notice) override { faults.push_back(notice); }
  void end(const MatchResult& result) override { results.push_back(result); }

  std::vector<Match> starts;
  std::vector<Question> questions;
  std::vector<std::uint32_t> seats;
  std::vector<Event> happened;
  std::vector<FaultNotice> faults;
  std::vector<MatchResult> results;
};

TEST(Matches, AMatchHasAllThatItsMessageHas) {
  v1::RefereeMessage message = started("m", 1);
  v1::MatchStarted& details = *message.mutable_match_started();
  details.set_rules_version(2);
  (*details.mutable_options())["great_wall"] = "yes";
  details.mutable_clock()->mutable_decision()->set_seconds(5);
  details.mutable_bank()->set_nanos(7);
  dragon::Setup setup;
  setup.set_seats(2);
  ASSERT_TRUE(details.mutable_setup()->PackFrom(setup));
  v1::RefereeMessage asked = question("m", 1);
  asked.mutable_question()->set_seat(1);
  Witness bot;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({message, asked});
    stream.read();
    return true;
  });
  const Match& match = bot.starts.at(0);
  EXPECT_EQ(match.id, "m");
  EXPECT_EQ(match.game, "dragon");
  EXPECT_EQ(match.rules_version, 2U);
  EXPECT_EQ(match.options.at("great_wall"), "yes");
  EXPECT_EQ(match.bots, (std::vector<std::string>{"ann", "ben"}));
  EXPECT_EQ(match.seat, 1U);
  EXPECT_EQ(match.clock.decision, std::chrono::seconds(5));
  EXPECT_EQ(match.bank, std::chrono::nanoseconds(7));
  EXPECT_EQ(match.strikes, 3U);
  EXPECT_EQ(match.strikes_left, 3U);
  EXPECT_EQ(match.bot_seed, std::string(32, 's'));
  EXPECT_EQ(match.setup.as<dragon::Setup>().seats(), 2U);
}

TEST(Matches, TheSameBotSeedGivesTheSameRandomNumbers) {
  Witness bot;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    v1::RefereeMessage other = started("c");
    other.mutable_match_started()->set_bot_seed(std::string(32, 't'));
    stream.write({started("a"), started("b"), other, question("a", 1)});
    stream.read();
    return true;
  });
  const auto first = bot.starts.at(0).random();
  EXPECT_EQ(bot.starts.at(1).random(), first);
  EXPECT_NE(bot.starts.at(2).random(), first);
}

TEST(Matches, AQuestionHasItsPositionAndItsEvents) {
  v1::RefereeMessage message = question("m", 3);
  v1::Question& asked = *message.mutable_question();
  dragon::Position position;
  position.mutable_observation()->set_month(4);
  ASSERT_TRUE(asked.mutable_position()->PackFrom(position));
  dragon::Event detail;
  detail.mutable_action()->mutable_pass_action();
  v1::Event& event = *asked.add_since();
  event.set_index(8);
  event.set_seat(1);
  event.set_notation("pass");
  event.set_detail(detail.SerializeAsString());
  asked.add_since()->set_index(9);
  Witness bot;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m"), message});
    stream.read();
    return true;
  });
  const Question& question = bot.questions.at(0);
  EXPECT_EQ(question.match->game, "dragon");
  EXPECT_EQ(question.number, 3U);
  EXPECT_EQ(question.option_count, 4U);
  EXPECT_EQ(question.budget, std::chrono::seconds(5));
  EXPECT_EQ(question.position.type(), "tianming.games.dragon.v1.Position");
  EXPECT_EQ(question.position.as<dragon::Position>().observation().month(), 4U);
  EXPECT_THROW(question.position.as<dragon::Setup>(), PayloadError);
  EXPECT_EQ(question.since.at(0).index, 8U);
  EXPECT_EQ(question.since.at(0).seat, 1U);
  EXPECT_EQ(question.since.at(0).notation, "pass");
  EXPECT_TRUE(question.since.at(0).detail.as<dragon::Event>().action().has_pass_action());
  EXPECT_EQ(question.since.at(1).seat, std::nullopt);
}

TEST(Matches, ManyMatchesShareAStream) {
  constexpr std::uint32_t count = 200;
  Witness bot;
  std::vector<std::string> answered;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    std::vector<v1::RefereeMessage> starts;
    for (std::uint32_t n = 0; n < count; ++n) starts.push_back(started("m" + std::to_string(n)));
    stream.write(starts);
    for (std::uint32_t n = 0; n < count; ++n) {
      stream.write({question("m" + std::to_string(n), n + 1)});
    }
    while (answered.size() < count) {
      const v1::PlayRequest frame = stream.read();
      for (const auto& message : frame.messages()) answered.push_back(message.choose().match_id());
    }
    return true;
  });
  for (std::uint32_t n = 0; n < count; ++n) {
    EXPECT_EQ(answered.at(n), "m" + std::to_string(n));
    EXPECT_EQ(bot.questions.at(n).match->id, "m" + std::to_string(n));
  }
}

TEST(Matches, QuestionsThatWaitAreAnsweredTogether) {
  class BatchBot final : public FunctionBot {
   public:
    using FunctionBot::FunctionBot;
    void choose_batch(const std::vector<Question>& questions, Answers& answers) override {
      most = std::max(most, questions.size());
      FunctionBot::choose_batch(questions, answers);
    }
    std::size_t most = 0;
  };
  std::promise<void> sent;
  BatchBot bot([wait = sent.get_future().share()](const Question&) {
    wait.wait();
    return 0;
  });
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m"), question("m", 1)});
    stream.write({question("m", 2)});
    stream.write({question("m", 3)});
    stream.write({ping(1)});
    stream.read();  // the pong: the bot has what came before it
    sent.set_value();
    for (int answers = 0; answers < 3;) answers += stream.read().messages_size();
    return true;
  });
  EXPECT_GE(bot.most, 2U);
}

TEST(Matches, AMatchThatNobodyAnnouncedIsIgnoredAndNotResumed) {
  FunctionBot bot([](const Question&) { return 0; });
  v1::RefereeMessage of_nobody = question("of nobody", 1);
  of_nobody.mutable_question()->add_since()->set_index(4);
  v1::PlayRequest answers;
  v1::Hello hello;
  meet(bot, [&](Conversation& stream) {
    hello = stream.welcome();
    stream.write({of_nobody, started("m"), question("m", 2)});
    answers = stream.read();
    return stream.number == 2;
  });
  ASSERT_EQ(answers.messages_size(), 1);
  EXPECT_EQ(answers.messages(0).choose().match_id(), "m");
  ASSERT_EQ(hello.resume_size(), 1);
  EXPECT_EQ(hello.resume(0).match_id(), "m");
}

TEST(Matches, AHelloNamesTheNewest256Matches) {
  FunctionBot bot([](const Question&) { return 0; });
  v1::Hello hello;
  meet(bot, [&](Conversation& stream) {
    hello = stream.welcome();
    if (stream.number == 2) return true;
    for (int number = 300; number > 0; --number) stream.write({started(std::to_string(number))});
    stream.write({ping(1)});
    stream.read();
    return false;
  });
  ASSERT_EQ(hello.resume_size(), 256);
  EXPECT_EQ(hello.resume(0).match_id(), "256");
  EXPECT_EQ(hello.resume(255).match_id(), "1");
}

TEST(Matches, ABotRemembersWhatItLikesOfAMatch) {
  FunctionBot bot([](const Question& question) {
    auto& memory = question.match->memory;
    memory = memory.has_value() ? std::any_cast<int>(memory) + 1 : 0;
    return std::any_cast<int>(memory);
  });
  v1::PlayRequest answers;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m"), question("m", 1), question("m", 2), question("m", 3)});
    answers = stream.read();
    return true;
  });
  EXPECT_EQ(answers.messages(2).choose().option(), 2U);
}

TEST(Matches, ABotLearnsTheEndOfAMatchAfterItsQuestionsThatWait) {
  class Order final : public FunctionBot {
   public:
    using FunctionBot::FunctionBot;
    void end(const MatchResult&) override { steps += "e"; }
    std::string steps;
  };
  std::promise<void> sent;
  Order* order = nullptr;
  Order bot([&, wait = sent.get_future().share()](const Question&) {
    wait.wait();
    order->steps += "q";
    return 0;
  });
  order = &bot;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m"), question("m", 1)});
    stream.write({question("m", 2)});
    stream.write({ended("m"), started("n"), question("n", 1)});
    stream.write({ping(1)});
    stream.read();
    sent.set_value();
    for (int answers = 0; answers < 3;) answers += stream.read().messages_size();
    return true;
  });
  EXPECT_EQ(bot.steps, "qqeq");
}

TEST(Matches, EventsOfAMatchComeToEachSeatOfTheBot) {
  v1::RefereeMessage message;
  message.mutable_match_events()->set_match_id("m");
  message.mutable_match_events()->add_events()->set_notation("draw");
  Witness bot;
  v1::Hello hello;
  meet(bot, [&](Conversation& stream) {
    hello = stream.welcome();
    stream.write({started("m", 0), started("m", 1), started("n", 0), message, question("m", 1)});
    stream.read();
    return true;
  });
  EXPECT_EQ(hello.capabilities(0), v1::CAPABILITY_EVENTS);
  EXPECT_EQ(bot.seats, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(bot.happened.at(0).notation, "draw");
}

TEST(Matches, AFaultIsReportedWithWhatIsLeft) {
  v1::RefereeMessage message;
  v1::FaultNotice& notice = *message.mutable_fault_notice();
  notice.set_match_id("m");
  notice.set_number(7);
  notice.set_fault(v1::FAULT_LATE);
  notice.set_substituted(true);
  notice.set_strikes_left(2);
  notice.set_reason("It was late.");
  Witness bot;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({message, started("m"), message, question("m", 8)});
    stream.read();
    return true;
  });
  ASSERT_EQ(bot.faults.size(), 1U);
  const FaultNotice& fault = bot.faults.front();
  EXPECT_EQ(fault.number, 7U);
  EXPECT_EQ(fault.fault, Fault::late);
  EXPECT_TRUE(fault.substituted);
  EXPECT_EQ(fault.strikes_left, 2U);
  EXPECT_EQ(fault.match->strikes_left, 2U);
  EXPECT_EQ(fault.reason, "It was late.");
}

TEST(Matches, TheEndRevealsASeedThatIsCheckedAgainstTheCommitment) {
  v1::RefereeMessage begin = started("m", 1);
  begin.mutable_match_started()->set_seed_commitment(
      commitment(std::string(32, 'a'), std::string(32, 'b')));
  v1::RefereeMessage end = ended("m");
  v1::MatchEnded& details = *end.mutable_match_ended();
  details.set_seed(std::string(32, 'a'));
  details.set_seed_nonce(std::string(32, 'b'));
  details.set_record_digest("digest");
  details.mutable_outcome()->set_termination(v1::TERMINATION_FORFEITED);
  details.mutable_outcome()->set_reason("It ended.");
  details.mutable_outcome()->add_results()->set_place(2);
  v1::SeatResult& own = *details.mutable_outcome()->add_results();
  own.set_seat(1);
  own.set_place(1);
  own.set_score(-3);
  details.add_since()->set_index(12);
  v1::RefereeMessage other = end;
  other.mutable_match_ended()->set_match_id("n");
  Witness bot;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({begin, started("n"), end, other, started("o"), question("o", 1)});
    stream.read();
    return true;
  });
  ASSERT_EQ(bot.results.size(), 2U);
  const MatchResult& result = bot.results.front();
  EXPECT_TRUE(result.fair());
  EXPECT_EQ(result.place(), 1U);
  EXPECT_EQ(result.outcome.termination, Termination::forfeited);
  EXPECT_EQ(result.outcome.results.at(1).score, -3);
  EXPECT_EQ(result.outcome.reason, "It ended.");
  EXPECT_EQ(result.record_digest, "digest");
  EXPECT_EQ(result.since.at(0).index, 12U);
  EXPECT_FALSE(bot.results.back().fair());
}

TEST(Matches, AMessageOfAnUnknownKindIsIgnored) {
  v1::RefereeMessage unknown;
  ASSERT_TRUE(unknown.ParseFromString(std::string("\x9a\x06\x00", 3)));
  Witness bot;
  v1::PlayRequest frame;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({unknown, started("m"), question("m", 1)});
    frame = stream.read();
    return true;
  });
  EXPECT_EQ(frame.messages(0).choose().number(), 1U);
}

}  // namespace
}  // namespace tianming::testing
