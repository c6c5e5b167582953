#include <gtest/gtest.h>
#include <tianming/tianming.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <future>
#include <iterator>

#include "scripted_referee.h"

namespace tianming::testing {
namespace {

FunctionBot first_option() {
  return FunctionBot([](const Question&) { return 0; });
}

/// What a client throws.
std::string error_of(const Options& options) {
  FunctionBot bot = first_option();
  try {
    Client(bot, options).play();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Connection, ABotIntroducesItself) {
  FunctionBot bot = first_option();
  v1::Hello hello;
  std::string authorization;
  const std::string log = meet(
      bot,
      [&](Conversation& stream) {
        authorization = stream.authorization;
        hello = stream.welcome();
        return true;
      },
      [](Options& options) {
        options.token = " secret\n";
        options.name = "greedy";
        options.version = "1.2";
        options.games = {"dragon", "ming"};
        options.max_matches = 5;
      });
  EXPECT_EQ(authorization, "Bearer secret");
  EXPECT_EQ(hello.revision_min(), 1U);
  EXPECT_EQ(hello.revision_max(), 1U);
  EXPECT_EQ(hello.user_agent(), "tianming-cpp/0.1.0");
  EXPECT_EQ(hello.bot_name(), "greedy");
  EXPECT_EQ(hello.bot_version(), "1.2");
  EXPECT_EQ(hello.games(1).name(), "ming");
  EXPECT_EQ(hello.max_matches(), 5U);
  EXPECT_EQ(hello.capabilities_size(), 0);
  EXPECT_EQ(log.substr(log.find(" as ")), " as ann, games: dragon, ming\n");
}

TEST(Connection, AStoppedBotSaysGoodbyeAndEndsItsSide) {
  FunctionBot bot = first_option();
  std::promise<Client*> ready;
  std::vector<v1::PlayRequest> frames(2);
  const ScriptedReferee referee([&](Conversation& stream) {
    stream.welcome();
    ready.get_future().get()->stop();
    for (auto& frame : frames) frame = stream.read();
    return grpc::Status::OK;
  });
  Client client(bot, options_for(referee));
  ready.set_value(&client);
  client.play();
  EXPECT_TRUE(frames[0].messages(0).has_goodbye());
  EXPECT_EQ(frames[1].messages_size(), 0);
}

TEST(Connection, ABotMayStopItsClientFromChoose) {
  Client* client = nullptr;
  FunctionBot bot([&](const Question&) {
    client->stop();
    return 0;
  });
  std::vector<v1::PlayRequest> frames(2);
  const ScriptedReferee referee([&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m"), question("m", 1)});
    for (auto& frame : frames) frame = stream.read();
    return grpc::Status::OK;
  });
  Client owner(bot, options_for(referee));
  client = &owner;
  owner.play();
  EXPECT_TRUE(frames[0].messages(0).has_goodbye());
  EXPECT_EQ(frames[1].messages_size(), 0);
}

TEST(Connection, AClientThatFindsNoRefereeCanBeStopped) {
  FunctionBot bot = first_option();
  Options options;
  options.server = "unix:/nowhere/at/all";
  options.wait = std::chrono::hours(1);
  std::promise<void> tried;
  options.log = [&](std::string_view) { tried.set_value(); };
  Client client(bot, options);
  const auto stopping = std::async(std::launch::async, [&] {
    tried.get_future().wait();
    client.stop();
  });
  client.play();
}

TEST(Connection, ABrokenStreamIsResumedAtTheNextEvent) {
  class Counter final : public FunctionBot {
   public:
    using FunctionBot::FunctionBot;
    void start(const Match&) override { ++starts; }
    int starts = 0;
  };
  Counter bot([](const Question&) { return 0; });
  v1::RefereeMessage asked = question("m", 1);
  asked.mutable_question()->add_since()->set_index(4);
  v1::Hello hello;
  const std::string log = meet(bot, [&](Conversation& stream) {
    hello = stream.welcome();
    stream.write({started("ended"), ended("ended"), started("m"), asked});
    stream.read();
    return stream.number == 2;
  });
  ASSERT_EQ(hello.resume_size(), 1);
  EXPECT_EQ(hello.resume(0).match_id(), "m");
  EXPECT_EQ(hello.resume(0).next_event(), 5U);
  EXPECT_EQ(bot.starts, 3);  // twice the match that ended, once the one that runs
  EXPECT_NE(log.find(", trying again (The stream breaks.)\n"), std::string::npos);
}

TEST(Connection, ARejectedMatchIsForgotten) {
  FunctionBot bot = first_option();
  v1::RefereeMessage rejection;
  rejection.mutable_rejection()->set_match_id("m");
  v1::Hello hello;
  meet(bot, [&](Conversation& stream) {
    hello = stream.welcome();
    stream.write({started("m"), rejection, started("n"), question("n", 1)});
    stream.read();
    return stream.number == 2;
  });
  ASSERT_EQ(hello.resume_size(), 1);
  EXPECT_EQ(hello.resume(0).match_id(), "n");
}

TEST(Connection, AHelloNamesAsManyMatchesAsARefereeAccepts) {
  FunctionBot bot = first_option();
  v1::Hello hello;
  meet(bot, [&](Conversation& stream) {
    hello = stream.welcome();
    std::vector<v1::RefereeMessage> messages;
    for (int match = 0; match < 300; ++match) messages.push_back(started(std::to_string(match)));
    messages.push_back(question("0", 1));
    stream.write(messages);
    stream.read();
    return stream.number == 2;
  });
  EXPECT_EQ(hello.resume_size(), 256);
}

TEST(Connection, AStreamWithAFrameThatCannotBeParsedIsGivenUp) {
  FunctionBot bot = first_option();
  int streams = 0;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    streams = stream.number;
    if (stream.number == 2) return true;
    stream.write({question("\xFF", 1)});  // no UTF-8
    stream.read();
    return false;
  });
  EXPECT_EQ(streams, 2);
}

TEST(Connection, ARefereeThatDrainsIsNoError) {
  FunctionBot bot = first_option();
  v1::RefereeMessage draining;
  draining.mutable_draining();
  v1::PlayRequest answer;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    if (stream.number == 2) return true;
    stream.write({draining, started("m"), question("m", 1)});
    answer = stream.read();
    return false;
  });
  EXPECT_TRUE(answer.messages(0).has_choose());
}

class Refusal : public ::testing::TestWithParam<std::pair<grpc::StatusCode, std::string>> {};

TEST_P(Refusal, IsNotTriedAgain) {
  const auto& [code, name] = GetParam();
  const grpc::Status status(code, "We do not know you.");
  const ScriptedReferee referee([&](Conversation&) { return status; });
  EXPECT_EQ(error_of(options_for(referee)),
            "the referee refused the bot: We do not know you. (" + name + ")");
}

INSTANTIATE_TEST_SUITE_P(
    Codes, Refusal,
    ::testing::Values(std::pair(grpc::StatusCode::UNAUTHENTICATED, "UNAUTHENTICATED"),
                      std::pair(grpc::StatusCode::PERMISSION_DENIED, "PERMISSION_DENIED"),
                      std::pair(grpc::StatusCode::FAILED_PRECONDITION, "FAILED_PRECONDITION"),
                      std::pair(grpc::StatusCode::INVALID_ARGUMENT, "INVALID_ARGUMENT"),
                      std::pair(grpc::StatusCode::ABORTED, "ABORTED"),
                      std::pair(grpc::StatusCode::UNIMPLEMENTED, "UNIMPLEMENTED")));

TEST(Connection, ABotThatWasNeverWelcomedGivesUp) {
  Options options;
  options.server = "unix:/nowhere/at/all";
  options.wait = std::chrono::milliseconds(500);
  std::vector<std::string> lines;
  options.log = [&](std::string_view line) { lines.emplace_back(line); };
  EXPECT_EQ(error_of(options).rfind("no referee at unix:/nowhere/at/all for 0.5 s: start the "
                                    "referee, or check TIANMING_SERVER (",
                                    0),
            0U);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].rfind("no referee at unix:/nowhere/at/all, trying again (", 0), 0U);
}

TEST(Connection, AUnixSocketIsAnAddress) {
  FunctionBot bot = first_option();
  const std::string path = "unix:" + ::testing::TempDir() + std::to_string(getpid()) + ".sock";
  std::promise<Client*> ready;
  bool was_welcomed = false;
  const ScriptedReferee referee(
      [&](Conversation& stream) {
        stream.welcome();
        was_welcomed = true;
        ready.get_future().get()->stop();
        return grpc::Status::OK;
      },
      path);
  Client client(bot, options_for(referee));
  ready.set_value(&client);
  client.play();
  EXPECT_TRUE(was_welcomed);
}

TEST(Connection, AnInvitationIsFollowedWithItsTicket) {
  FunctionBot bot = first_option();
  std::promise<std::string> ticket;
  v1::PlayRequest answer;
  const ScriptedReferee worker([&](Conversation& stream) {
    stream.welcome();
    stream.write({started("m"), question("m", 1)});
    answer = stream.read();
    ticket.set_value(stream.authorization);
    return grpc::Status::OK;
  });
  std::string given;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    v1::RefereeMessage message;
    message.mutable_invitation()->set_address("http://" + worker.address());
    message.mutable_invitation()->set_ticket("ticket");
    stream.write({message});
    given = ticket.get_future().get();
    return true;
  });
  EXPECT_EQ(given, "Bearer ticket");
  EXPECT_TRUE(answer.messages(0).has_choose());
}

class Tls : public ::testing::Test {
 protected:
  static std::string file(const char* name) {
    std::ifstream stream(std::string(CERTIFICATES "/") + name);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  static std::shared_ptr<grpc::ServerCredentials> credentials() {
    grpc::SslServerCredentialsOptions options;
    options.pem_key_cert_pairs = {{file("key.pem"), file("certificate.pem")}};
    return grpc::SslServerCredentials(options);
  }
};

TEST_F(Tls, ACertificateThatNobodySignedIsNotTriedAgain) {
  const ScriptedReferee referee([](Conversation&) { return grpc::Status::OK; }, "127.0.0.1:0",
                                credentials());
  Options options = options_for(referee);
  options.server = "https://" + referee.address();
  EXPECT_EQ(error_of(options).rfind("the certificate of " + options.server +
                                        " is not trusted: name the file of its authority in "
                                        "TIANMING_CA (",
                                    0),
            0U);
}

TEST_F(Tls, AnAuthorityOfOnesOwnIsTrusted) {
  FunctionBot bot = first_option();
  std::promise<Client*> ready;
  bool was_welcomed = false;
  const ScriptedReferee referee(
      [&](Conversation& stream) {
        stream.welcome();
        was_welcomed = true;
        ready.get_future().get()->stop();
        return grpc::Status::OK;
      },
      "127.0.0.1:0", credentials());
  Options options = options_for(referee);
  options.server = "https://" + referee.address();
  options.ca = CERTIFICATES "/certificate.pem";
  Client client(bot, options);
  ready.set_value(&client);
  client.play();
  EXPECT_TRUE(was_welcomed);
}

TEST(Connection, ARefereeWithoutTlsIsNotTriedAgainWithIt) {
  const ScriptedReferee referee([](Conversation&) { return grpc::Status::OK; });
  Options options = options_for(referee);
  options.server = "https://" + referee.address();
  EXPECT_EQ(error_of(options), "the referee at " + options.server +
                                   " does not use TLS: give http://" + referee.address());
}

TEST_F(Tls, ARefereeWithTlsIsNotTriedAgainWithoutIt) {
  const ScriptedReferee referee([](Conversation&) { return grpc::Status::OK; }, "127.0.0.1:0",
                                credentials());
  Options options = options_for(referee);
  for (const std::string scheme : {"", "http://"}) {
    options.server = scheme + referee.address();
    EXPECT_EQ(error_of(options),
              "the referee at " + options.server + " uses TLS: give https://" + referee.address());
  }
}

TEST_F(Tls, ACertificateWithAnotherNameIsCalledSo) {
  const ScriptedReferee referee([](Conversation&) { return grpc::Status::OK; }, "127.0.0.1:0",
                                credentials());
  Options options = options_for(referee);
  options.server = "https://localhost:" + std::to_string(referee.port());
  options.ca = CERTIFICATES "/certificate.pem";
  EXPECT_EQ(error_of(options).rfind("the certificate of " + options.server +
                                        " has another name: it is for 127.0.0.1, not for "
                                        "localhost; use a name that it has, or issue one for "
                                        "localhost (",
                                    0),
            0U);
}

TEST(Connection, ABenchedBotSaysWhyOnOneLineAndStays) {
  FunctionBot bot = first_option();
  v1::PlayRequest pong;
  const std::string log = meet(bot, [&](Conversation& stream) {
    stream.welcome();
    v1::RefereeMessage message;
    message.mutable_bench_notice()->set_league("spring");
    message.mutable_bench_notice()->set_reason("it missed 3 matches");
    message.mutable_bench_notice()->set_advice("Start it\r\nagain.");
    stream.write({message, ping(7)});
    pong = stream.read();
    return true;
  });
  EXPECT_EQ(pong.messages(0).pong().id(), 7U);
  EXPECT_NE(log.find("\nbenched in the league spring: it missed 3 matches. Start it again.\n"),
            std::string::npos);
}

/// Sets a variable of the environment, and removes it.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

TEST(Connection, NoProxyIsUsedForThisMachine) {
  const Variable proxy("http_proxy", "http://127.0.0.1:9");
  FunctionBot bot = first_option();
  bool was_welcomed = false;
  meet(bot, [&](Conversation& stream) {
    stream.welcome();
    return was_welcomed = true;
  });
  EXPECT_TRUE(was_welcomed);
}

TEST(Connection, AProxyThatFailsIsNamedWithoutItsPassword) {
  const Variable proxy("http_proxy", "http://ann:secret@127.0.0.1:9");
  Options options;
  options.server = "http://referee.invalid:50051";
  options.wait = std::chrono::seconds(0);
  const std::string error = error_of(options);
  EXPECT_NE(error.find("; the proxy of http_proxy is http://127.0.0.1:9)"), std::string::npos)
      << error;
}

TEST(Connection, AWaitIsANumberOfSeconds) {
  for (const char* text : {"soon", "-1", "nan", "inf"}) {
    const Variable wait("TIANMING_WAIT", text);
    EXPECT_EQ(error_of(Options()),
              "TIANMING_WAIT is \"" + std::string(text) + "\": give a number of seconds");
  }
}

TEST(Connection, ATokenIsNotRepeatedInItsError) {
  Options options;
  options.server = "127.0.0.1:1";
  options.token = "se cret";
  const std::string error = error_of(options);
  EXPECT_NE(error.find("TIANMING_TOKEN"), std::string::npos);
  EXPECT_EQ(error.find("cret"), std::string::npos);
}

TEST(Connection, HalfACertificateIsAnError) {
  Options options;
  options.server = "https://127.0.0.1:1";
  options.key = CERTIFICATES "/key.pem";
  EXPECT_EQ(error_of(options),
            "TIANMING_CERTIFICATE and TIANMING_KEY go together: set both or none");
}

TEST(Connection, AFileThatCannotBeReadIsNamed) {
  Options options;
  options.server = "https://127.0.0.1:1";
  options.ca = "/nowhere/ca.pem";
  EXPECT_EQ(error_of(options),
            "TIANMING_CA is \"/nowhere/ca.pem\", which cannot be read: No such file or directory; "
            "name a PEM file");
}

}  // namespace
}  // namespace tianming::testing
