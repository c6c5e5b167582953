#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>
#include <tianming/tianming.h>
#include <tianming/v1/play.grpc.pb.h>
#include <unistd.h>

#include <future>
#include <map>
#include <regex>
#include <thread>

#include "scripted_referee.h"

namespace tianming::testing {
namespace {

/// A listening bot, and plays on a thread of its own.
class Listening {
 public:
  Listening() : client_(bot_, options()), thread_([this] { client_.play(); }) {}
  ~Listening() {
    stop();
    thread_.join();
  }

  void stop() { client_.stop(); }

  std::shared_ptr<grpc::Channel> channel() const {
    return grpc::CreateChannel(line_.substr(line_.find("127.")),
                               grpc::InsecureChannelCredentials());
  }

 private:
  Options options() {
    Options options;
    options.listen = "127.0.0.1:0";
    options.token = "secret";
    options.log = [this](std::string_view line) {
      if (line_.empty()) line_ = line;
    };
    return options;
  }

  std::string line_;
  FunctionBot bot_{[](const Question& question) { return question.number; }};
  Client client_;
  std::thread thread_;
};

/// A call of a referee.
class Call {
 public:
  Call(const std::shared_ptr<grpc::Channel>& channel, const std::string& token)
      : stub_(v1::BotService::NewStub(channel)) {
    context_.AddMetadata("authorization", "Bearer " + token);
    stream_ = stub_->Serve(&context_);
  }

  void write(std::vector<v1::RefereeMessage> messages) {
    v1::ServeRequest frame;
    for (auto& message : messages) *frame.add_messages() = std::move(message);
    stream_->Write(frame);
  }

  v1::ServeResponse read() {
    v1::ServeResponse frame;
    if (!stream_->Read(&frame)) frame.Clear();
    return frame;
  }

  grpc::Status finish() {
    stream_->WritesDone();
    return stream_->Finish();
  }

 private:
  std::unique_ptr<v1::BotService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::ServeRequest, v1::ServeResponse>> stream_;
};

/// The bytes of the answer to a health check. Its request is a name in field 1.
std::string health(const std::shared_ptr<grpc::Channel>& channel, const std::string& service) {
  const std::string request = "\x0a" + std::string(1, static_cast<char>(service.size())) + service;
  const grpc::Slice slice(request);
  const grpc::ByteBuffer sent(&slice, 1);
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  const auto call = stub.PrepareUnaryCall(&context, "/grpc.health.v1.Health/Check", sent, &queue);
  grpc::ByteBuffer received;
  grpc::Status status;
  void* tag = nullptr;
  bool ok = false;
  call->StartCall();
  call->Finish(&received, &status, nullptr);
  queue.Next(&tag, &ok);
  grpc::Slice answer;
  EXPECT_TRUE(received.DumpToSingleSlice(&answer).ok());
  return {reinterpret_cast<const char*>(answer.begin()), answer.size()};
}

v1::RefereeMessage welcome() {
  v1::RefereeMessage message;
  message.mutable_welcome()->set_revision(1);
  return message;
}

TEST(Listener, ABotPlaysWithTheRefereeThatCallsIt) {
  const Listening bot;
  Call call(bot.channel(), "secret");
  EXPECT_EQ(call.read().messages(0).hello().revision_max(), 1U);
  call.write({welcome(), ping(3), started("m"), question("m", 2)});
  EXPECT_EQ(call.read().messages(0).pong().id(), 3U);
  EXPECT_EQ(call.read().messages(0).choose().option(), 2U);
  EXPECT_TRUE(call.finish().ok());
}

TEST(Listener, TheNextCallIsResumed) {
  const Listening bot;
  {
    Call call(bot.channel(), "secret");
    call.read();
    call.write({welcome(), started("m"), question("m", 2)});
    call.read();
    EXPECT_TRUE(call.finish().ok());
  }
  Call call(bot.channel(), "secret");
  EXPECT_EQ(call.read().messages(0).hello().resume(0).match_id(), "m");
  EXPECT_TRUE(call.finish().ok());
}

TEST(Listener, ACallWithoutTheTokenIsRefused) {
  const Listening bot;
  Call call(bot.channel(), "guess");
  EXPECT_EQ(call.read().messages_size(), 0);
  EXPECT_EQ(call.finish().error_code(), grpc::StatusCode::UNAUTHENTICATED);
}

TEST(Listener, AStoppedBotSaysGoodbyeAndEndsTheStreamWithOk) {
  Listening bot;
  Call call(bot.channel(), "secret");
  call.read();
  call.write({welcome(), ping(1)});
  call.read();
  bot.stop();
  EXPECT_TRUE(call.read().messages(0).has_goodbye());
  EXPECT_EQ(call.read().messages_size(), 0);
  EXPECT_TRUE(call.finish().ok());
}

TEST(Listener, RefereesThatCallAtOnceHaveMatchesOfTheirOwn) {
  const Listening bot;
  Call first(bot.channel(), "secret");
  first.read();
  first.write({welcome(), started("m"), question("m", 2)});
  first.read();
  Call second(bot.channel(), "secret");
  EXPECT_EQ(second.read().messages(0).hello().resume_size(), 0);
}

TEST(Listener, AHealthCheckNeedsNoToken) {
  const Listening bot;
  EXPECT_EQ(health(bot.channel(), "tianming.v1.BotService"), "\x08\x01");  // SERVING
  EXPECT_EQ(health(bot.channel(), ""), "\x08\x01");
}

TEST(Listener, AnAddressToListenAtHasFourForms) {
  const std::string path = "unix:" + ::testing::TempDir() + std::to_string(getpid()) + ".bot";
  const std::map<std::string, std::string> lines{
      {"127.0.0.1:0", "listening on 127.0.0.1:[1-9][0-9]*"},
      {"http://127.0.0.1:0/", "listening on 127.0.0.1:[1-9][0-9]*"},
      {"https://127.0.0.1:0", "listening on 127.0.0.1:[1-9][0-9]*"},
      {path, "listening on " + path}};
  for (const auto& [form, expected] : lines) {
    FunctionBot bot([](const Question&) { return 0; });
    std::string line;
    Options options;
    options.listen = form;
    options.log = [&](std::string_view text) { line = text; };
    if (form.rfind("https:", 0) == 0) {
      EXPECT_THROW(Client(bot, options), OptionError);
      options.certificate = CERTIFICATES "/certificate.pem";
      options.key = CERTIFICATES "/key.pem";
    }
    Client(bot, options);
    EXPECT_TRUE(std::regex_match(line, std::regex(expected))) << line;
  }
}

TEST(Listener, APortThatIsTakenIsAnError) {
  const ScriptedReferee other([](Conversation&) { return grpc::Status::OK; });
  FunctionBot bot([](const Question&) { return 0; });
  Options options;
  options.listen = other.address();
  EXPECT_THROW(Client(bot, options), OptionError);
}

TEST(Listener, AnAddressThatIsNoneIsAnError) {
  FunctionBot bot([](const Question&) { return 0; });
  Options options;
  options.listen = "127.0.0.1:65536";
  try {
    Client(bot, options);
    FAIL() << "it listens";
  } catch (const OptionError& error) {
    EXPECT_EQ(std::string(error.what())
                  .rfind("\"127.0.0.1:65536\" is no address to listen at (TIANMING_LISTEN): ", 0),
              0U);
  }
}

}  // namespace
}  // namespace tianming::testing
