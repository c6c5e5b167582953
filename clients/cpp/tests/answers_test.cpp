#include <gtest/gtest.h>
#include <tianming/tianming.h>

#include <future>
#include <thread>

#include "scripted_referee.h"

namespace tianming::testing {
namespace {

TEST(Answers, TheQuestionsOfAFrameAreAnsweredByOneFrame) {
  constexpr int count = 100;
  FunctionBot bot([](const Question& question) { return question.number % 4; });
  std::vector<v1::RefereeMessage> questions;
  for (std::uint32_t number = 1; number <= count; ++number) {
    questions.push_back(question("m", number));
  }
  v1::PlayRequest frame;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m")});
    // A busy machine may hold the bot up for a millisecond, so the script tries again.
    for (int round = 0; round < 50 && frame.messages_size() < count; ++round) {
      stream.write(questions);
      int answers = 0;
      while (answers < count) {
        frame = stream.read();
        answers += frame.messages_size();
      }
    }
    return true;
  });
  ASSERT_EQ(frame.messages_size(), count);
  for (int place = 0; place < count; ++place) {
    const v1::Choose& choose = frame.messages(place).choose();
    EXPECT_EQ(choose.match_id(), "m");
    EXPECT_EQ(choose.number(), static_cast<std::uint32_t>(place + 1));
    EXPECT_TRUE(choose.has_option());
    EXPECT_EQ(choose.option(), choose.number() % 4);
  }
}

TEST(Answers, AFrameOfAnswersKeepsTheLimitOfTheReferee) {
  FunctionBot bot([](const Question&) { return Choice{0, std::string(50, 'n')}; });
  std::vector<v1::PlayRequest> frames;
  meet(bot, [&](Conversation& stream) {
    stream.read();
    v1::RefereeMessage welcome;
    welcome.mutable_welcome()->mutable_limits()->set_max_frame_bytes(150);
    stream.write({welcome, started("m"), question("m", 1), question("m", 2), question("m", 3)});
    for (int answers = 0; answers < 3; answers += frames.back().messages_size()) {
      frames.push_back(stream.read());
    }
    return true;
  });
  EXPECT_GE(frames.size(), 2U);
  for (const auto& frame : frames) EXPECT_LE(frame.ByteSizeLong(), 150U);
}

TEST(Answers, AnAnswerDoesNotWaitForABotThatThinks) {
  std::promise<void> first_arrived;
  FunctionBot bot([&, arrived = first_arrived.get_future().share()](const Question& question) {
    if (question.number == 1) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (question.number == 2) arrived.wait();
    return 0;
  });
  v1::PlayRequest first;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m"), question("m", 1), question("m", 2)});
    first = stream.read();
    first_arrived.set_value();
    stream.read();
    return true;
  });
  ASSERT_EQ(first.messages_size(), 1);
  EXPECT_EQ(first.messages(0).choose().number(), 1U);
}

TEST(Answers, APingIsAnsweredWhileTheBotThinks) {
  std::promise<void> ponged;
  FunctionBot bot([&, wait = ponged.get_future().share()](const Question&) {
    wait.wait();
    return 0;
  });
  v1::PlayRequest pong;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m"), question("m", 1)});
    stream.write({ping(4294967295)});
    pong = stream.read();
    ponged.set_value();
    stream.read();
    return true;
  });
  EXPECT_EQ(pong.messages(0).pong().id(), 4294967295);
}

TEST(Answers, ANoteIsCutAndCleanedAndAThoughtGoesWithIt) {
  FunctionBot bot([](const Question&) {
    Thought thought{0.5, 7, 3, {"pa\x02ss"}};
    thought.reasoning = "\x1b[1m" + std::string(20'000, 'o') + "\xC3\xA9";
    thought.tokens_in = 1200;
    thought.cost = 0.0031;
    return Choice{1, "n\x01" + std::string(300, 'o'), thought};
  });
  v1::PlayRequest frame;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m"), question("m", 1)});
    frame = stream.read();
    return true;
  });
  const v1::Choose& choose = frame.messages(0).choose();
  EXPECT_EQ(choose.option(), 1U);
  EXPECT_EQ(choose.note(), "n" + std::string(199, 'o'));
  EXPECT_EQ(choose.thought().value(), 0.5);
  EXPECT_EQ(choose.thought().nodes(), 7U);
  EXPECT_EQ(choose.thought().depth(), 3U);
  EXPECT_EQ(choose.thought().principal_line(0), "pass");
  EXPECT_EQ(choose.thought().reasoning(), "[1m" + std::string(16'375, 'o') + "\n[cut]");
  EXPECT_EQ(choose.thought().tokens_in(), 1200U);
  EXPECT_EQ(choose.thought().cost_micros(), 3100U);
}

TEST(Answers, ABotMayResign) {
  FunctionBot bot([](const Question&) { return Resign{}; });
  v1::PlayRequest frame;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m"), question("m", 1)});
    frame = stream.read();
    return true;
  });
  EXPECT_EQ(frame.messages(0).resign().match_id(), "m");
}

TEST(Answers, ABotMayAnswerAFrameAtOnce) {
  class BatchBot final : public FunctionBot {
   public:
    using FunctionBot::FunctionBot;
    void choose_batch(const std::vector<Question>& questions, Answers& answers) override {
      for (const Question& question : questions) {
        answers.give(question, static_cast<std::int64_t>(questions.size()));
      }
    }
  };
  BatchBot bot([](const Question&) { return 0; });
  std::vector<std::uint32_t> options;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m"), question("m", 1), question("m", 2)});
    while (options.size() < 2) {
      const v1::PlayRequest frame = stream.read();
      for (const auto& message : frame.messages()) options.push_back(message.choose().option());
    }
    return true;
  });
  EXPECT_EQ(options, (std::vector<std::uint32_t>{2, 2}));
}

/// The error of a bot, and what it sends after the question.
std::pair<std::string, v1::PlayRequest> failure_of(Bot& bot) {
  std::promise<v1::PlayRequest> after;
  const ScriptedReferee referee([&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m"), question("m", 7)});
    after.set_value(stream.read());
    return grpc::Status::OK;
  });
  std::string error;
  try {
    Client(bot, options_for(referee)).play();
  } catch (const BotError& caught) {
    error = caught.what();
  }
  return {error, after.get_future().get()};
}

template <class Index>
Answer index_of(const Question&) {
  return Index{3};
}

TEST(Answers, AnIndexMayHaveAnyIntegralType) {
  const auto any_size = [](const Question& question) -> std::size_t { return question.number; };
  for (FunctionBot bot : {FunctionBot(any_size), FunctionBot(index_of<std::size_t>),
                          FunctionBot(index_of<std::uint8_t>), FunctionBot(index_of<long long>)}) {
    v1::PlayRequest answers;
    meet(bot, [&](Conversation& stream) {
      stream.welcome();
      stream.write({started("m"), question("m", 3)});
      answers = stream.read();
      return true;
    });
    EXPECT_EQ(answers.messages(0).choose().option(), 3U);
  }
}

TEST(Answers, AnIndexOutOfRangeEndsTheRunWithoutGoodbye) {
  FunctionBot bot([](const Question&) { return 4; });
  const auto [error, after] = failure_of(bot);
  EXPECT_EQ(error, "choose gave 4 to question 7: give 0 to 3");
  EXPECT_EQ(after.messages_size(), 0);
}

TEST(Answers, ABotThatThrowsEndsTheRunWithoutGoodbye) {
  FunctionBot bot([](const Question&) -> Answer { throw std::out_of_range("no such\ncard"); });
  const auto [error, after] = failure_of(bot);
  EXPECT_EQ(error, "the bot failed in choose: no such card");
  EXPECT_EQ(after.messages_size(), 0);
}

TEST(Answers, ABatchWithoutAnAnswerToEachQuestionEndsTheRun) {
  class SilentBot final : public FunctionBot {
   public:
    using FunctionBot::FunctionBot;
    void choose_batch(const std::vector<Question>&, Answers&) override {}
  };
  SilentBot bot([](const Question&) { return 0; });
  EXPECT_EQ(failure_of(bot).first,
            "choose_batch got 1 questions and gave 0 answers: give one answer to each question");
}

}  // namespace
}  // namespace tianming::testing
