#include "scripted_referee.h"

#include <grpcpp/server_builder.h>

#include <future>

namespace tianming::testing {

v1::PlayRequest Conversation::read() {
  v1::PlayRequest frame;
  if (!stream_.Read(&frame)) frame.Clear();
  return frame;
}

v1::Hello Conversation::welcome() {
  const v1::PlayRequest frame = read();
  v1::RefereeMessage message;
  message.mutable_welcome()->set_revision(1);
  message.mutable_welcome()->set_bot("ann");
  write({message, ping(0)});
  read();
  return frame.messages(0).hello();
}

void Conversation::write(std::vector<v1::RefereeMessage> messages) {
  v1::PlayResponse frame;
  for (auto& message : messages) *frame.add_messages() = std::move(message);
  stream_.Write(frame);
}

ScriptedReferee::ScriptedReferee(Script script, const std::string& address,
                                 const std::shared_ptr<grpc::ServerCredentials>& credentials)
    : script_(std::move(script)) {
  server_ = grpc::ServerBuilder()
                .AddListeningPort(address, credentials, &port_)
                .RegisterService(this)
                .BuildAndStart();
  address_ = address == "127.0.0.1:0" ? "127.0.0.1:" + std::to_string(port_) : address;
}

ScriptedReferee::~ScriptedReferee() {
  server_->Shutdown(std::chrono::system_clock::now());
}

grpc::Status ScriptedReferee::Play(grpc::ServerContext* context, Stream* stream) {
  const auto given = context->client_metadata().find("authorization");
  const bool has_token = given != context->client_metadata().end();
  Conversation conversation(
      *stream, ++streams_,
      has_token ? std::string(given->second.data(), given->second.size()) : "");
  return script_(conversation);
}

std::string meet(Bot& bot, const std::function<bool(Conversation&)>& script,
                 const std::function<void(Options&)>& change) {
  std::unique_ptr<Client> client;
  std::promise<void> ready;
  const auto is_ready = ready.get_future().share();
  const ScriptedReferee referee([&](Conversation& stream) {
    is_ready.wait();
    if (!script(stream)) return grpc::Status(grpc::StatusCode::UNAVAILABLE, "The stream breaks.");
    client->stop();
    while (stream.read().messages_size() > 0) continue;
    return grpc::Status::OK;
  });
  std::string log;
  Options options = options_for(referee, &log);
  change(options);
  client = std::make_unique<Client>(bot, options);
  ready.set_value();
  client->play();
  return log;
}

v1::RefereeMessage started(const std::string& match_id, std::uint32_t seat) {
  v1::RefereeMessage message;
  v1::MatchStarted& started = *message.mutable_match_started();
  started.set_match_id(match_id);
  started.set_game("dragon");
  started.set_seat(seat);
  started.set_strikes(3);
  started.set_strikes_left(3);
  started.set_bot_seed(std::string(32, 's'));
  started.set_seed_commitment(std::string(32, 'c'));
  started.mutable_setup()->set_type_url("type.googleapis.com/tianming.games.dragon.v1.Setup");
  started.add_seats()->set_bot("ann");
  started.add_seats()->set_bot("ben");
  return message;
}

v1::RefereeMessage question(const std::string& match_id, std::uint32_t number,
                            std::uint32_t option_count) {
  v1::RefereeMessage message;
  v1::Question& question = *message.mutable_question();
  question.set_match_id(match_id);
  question.set_number(number);
  question.set_option_count(option_count);
  question.mutable_budget()->set_seconds(5);
  return message;
}

v1::RefereeMessage ended(const std::string& match_id) {
  v1::RefereeMessage message;
  message.mutable_match_ended()->set_match_id(match_id);
  return message;
}

v1::RefereeMessage ping(std::uint32_t id) {
  v1::RefereeMessage message;
  message.mutable_ping()->set_id(id);
  return message;
}

Options options_for(const ScriptedReferee& referee, std::string* lines) {
  Options options;
  options.server = referee.address();
  options.token = "secret";
  options.listen = options.ca = options.certificate = options.key = "";
  options.wait = std::chrono::seconds(30);
  options.log = [lines](std::string_view line) {
    if (lines != nullptr) *lines += std::string(line) + "\n";
  };
  return options;
}

}  // namespace tianming::testing
