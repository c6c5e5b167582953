#pragma once

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <tianming/client.h>
#include <tianming/v1/play.grpc.pb.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tianming::testing {

/// One stream of a bot, as a script sees it.
class Conversation {
 public:
  using Stream = grpc::ServerReaderWriterInterface<v1::PlayResponse, v1::PlayRequest>;

  Conversation(Stream& stream, int number, std::string authorization)
      : number(number), authorization(std::move(authorization)), stream_(stream) {}

  /// Reads a frame. It is empty at the end of the stream.
  v1::PlayRequest read();

  /// Reads `Hello`, welcomes the bot, and waits until it knows.
  v1::Hello welcome();

  /// Writes a frame.
  void write(std::vector<v1::RefereeMessage> messages);

  const int number;                 ///< Of the stream, from 1.
  const std::string authorization;  ///< From the metadata of the call.

 private:
  Stream& stream_;
};

/// A referee that follows a script on each stream.
class ScriptedReferee final : private v1::RefereeService::Service {
 public:
  using Script = std::function<grpc::Status(Conversation&)>;

  explicit ScriptedReferee(Script script, const std::string& address = "127.0.0.1:0",
                           const std::shared_ptr<grpc::ServerCredentials>& credentials =
                               grpc::InsecureServerCredentials());
  ~ScriptedReferee() override;

  const std::string& address() const { return address_; }
  int port() const { return port_; }

 private:
  using Stream = grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>;

  grpc::Status Play(grpc::ServerContext* context, Stream* stream) override;

  const Script script_;
  std::atomic<int> streams_ = 0;
  int port_ = 0;
  std::string address_;
  std::unique_ptr<grpc::Server> server_;
};

/// A bot that is a function.
class FunctionBot : public Bot {
 public:
  explicit FunctionBot(std::function<Answer(const Question&)> choose)
      : choose_(std::move(choose)) {}
  Answer choose(const Question& question) override { return choose_(question); }

 private:
  std::function<Answer(const Question&)> choose_;
};

/// Lets a bot follow a script on each stream, and stop when `script` returns true. Returns the log.
std::string meet(
    Bot& bot, const std::function<bool(Conversation&)>& script,
    const std::function<void(Options&)>& change = [](Options&) {});

/// Messages of a referee.
v1::RefereeMessage started(const std::string& match_id, std::uint32_t seat = 0);
v1::RefereeMessage question(const std::string& match_id, std::uint32_t number,
                            std::uint32_t option_count = 4);
v1::RefereeMessage ended(const std::string& match_id);
v1::RefereeMessage ping(std::uint32_t id);

/// Options for a referee, which keep the log in `lines` and are independent of the environment.
Options options_for(const ScriptedReferee& referee, std::string* lines = nullptr);

}  // namespace tianming::testing
