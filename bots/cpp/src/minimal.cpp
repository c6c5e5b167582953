// A bot that takes any option: it plays every game and knows none.
//
// It speaks the contract (proto/tianming/v1/play.proto) over the generated stubs alone.
#include <grpcpp/create_channel.h>
#include <tianming/v1/play.grpc.pb.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>
#include <string>

namespace {

namespace v1 = tianming::v1;

constexpr unsigned revision = 1;  // of the protocol

std::string environment(const char* variable, const char* otherwise) {
  const char* value = std::getenv(variable);
  return value != nullptr ? value : otherwise;
}

unsigned any_of(unsigned options) {
  static std::mt19937 random{std::random_device{}()};
  return std::uniform_int_distribution(0U, options - 1)(random);
}

// The answers to a frame. The bot ignores kinds of messages that it does not know.
v1::PlayRequest answers(const v1::PlayResponse& frame) {
  v1::PlayRequest answers;
  for (const v1::RefereeMessage& message : frame.messages()) {
    if (message.has_question()) {
      const v1::Question& question = message.question();
      v1::Choose& choose = *answers.add_messages()->mutable_choose();
      choose.set_match_id(question.match_id());
      choose.set_number(question.number());
      choose.set_option(any_of(question.option_count()));
    } else if (message.has_ping()) {
      answers.add_messages()->mutable_pong()->set_id(message.ping().id());
    }
  }
  return answers;
}

// Answers every question on one stream, until the referee ends it.
grpc::Status play(const std::string& server, const std::string& token) {
  const auto channel = grpc::CreateChannel(server, grpc::InsecureChannelCredentials());
  const auto stub = v1::RefereeService::NewStub(channel);
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer " + token);
  const auto stream = stub->Play(&context);

  v1::PlayRequest first;
  v1::Hello& hello = *first.add_messages()->mutable_hello();
  hello.set_revision_min(revision);
  hello.set_revision_max(revision);
  hello.set_bot_name("minimal");
  stream->Write(first);

  bool welcome = false;
  for (v1::PlayResponse frame; stream->Read(&frame); welcome = true) {
    const v1::PlayRequest reply = answers(frame);
    if (!reply.messages().empty()) stream->Write(reply);
  }
  const grpc::Status status = stream->Finish();
  const bool stopped = welcome && status.error_code() == grpc::StatusCode::UNAVAILABLE;
  return stopped ? grpc::Status::OK : status;  // a referee that stops is no error
}

}  // namespace

int main() {
  const std::string server = environment("TIANMING_SERVER", "127.0.0.1:50051");
  const grpc::Status status = play(server, environment("TIANMING_TOKEN", ""));
  if (status.ok()) return EXIT_SUCCESS;
  std::cerr << "the bot cannot play: " << status.error_message() << "\n";
  return EXIT_FAILURE;
}
