#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>
#include <tianming/tianming.h>
#include <tianming/v1/play.grpc.pb.h>

#include <future>
#include <thread>

#include "scripted_referee.h"

namespace tianming::testing {
namespace {

/// A bot that listens, and plays on a thread of its own.
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

TEST(Listener, AnAddressWithoutAPortIsAnError) {
  FunctionBot bot([](const Question&) { return 0; });
  Options options;
  for (const char* address : {"nowhere", "127.0.0.1:65536"}) {
    options.listen = address;
    EXPECT_THROW(Client(bot, options), OptionError) << address;
  }
}

}  // namespace
}  // namespace tianming::testing
