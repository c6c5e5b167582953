#include "listener.h"

#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server_builder.h>
#include <openssl/crypto.h>
#include <tianming/error.h>

#include "address.h"
#include "credentials.h"
#include "mailbox.h"
#include "open_sessions.h"
#include "served_stream.h"

namespace tianming {
namespace {

/// Refuses a call that does not carry the token.
class Refusal final : public grpc::ServerBidiReactor<v1::ServeRequest, v1::ServeResponse> {
 public:
  Refusal() { Finish({grpc::StatusCode::UNAUTHENTICATED, "The call has no token, or another."}); }

  void OnDone() override { delete this; }
};

}  // namespace

/// The service: each call is a session.
class Listener::Service final : public v1::BotService::CallbackService {
 public:
  Service(const Options& options, v1::Hello hello, Mailbox& mailbox, OpenSessions& open)
      : options_(options),
        hello_(std::move(hello)),
        authorization_("Bearer " + bare_token(options.token)),
        mailbox_(mailbox),
        open_(open) {}

  grpc::ServerBidiReactor<v1::ServeRequest, v1::ServeResponse>* Serve(
      grpc::CallbackServerContext* context) override {
    if (!is_authorized(*context)) return new Refusal;
    auto stream = std::make_shared<ServedStream>(*context, open_);
    const auto welcomed = [this, peer = context->peer()](const v1::Welcome& welcome) {
      options_.log("connected to " + peer + " as " + welcome.bot());
    };
    auto session = std::make_shared<Session>(
        referee_, stream, mailbox_, Session::Events{welcomed, [](const v1::Invitation&) {}});
    if (!open_.add(session)) stream->cancel();
    session->introduce(hello_);
    return stream->start(session);
  }

 private:
  bool is_authorized(const grpc::CallbackServerContext& context) const {
    if (options_.token.empty()) return true;
    const auto given = context.client_metadata().find("authorization");
    return given != context.client_metadata().end() &&
           given->second.size() == authorization_.size() &&
           CRYPTO_memcmp(given->second.data(), authorization_.data(), authorization_.size()) == 0;
  }

  const Options& options_;
  const v1::Hello hello_;
  const std::string authorization_;
  Mailbox& mailbox_;
  OpenSessions& open_;
  const std::shared_ptr<Referee> referee_ = std::make_shared<Referee>();
};

Listener::Listener(const Options& options, v1::Hello hello, Mailbox& mailbox, OpenSessions& open)
    : service_(std::make_unique<Service>(options, std::move(hello), mailbox, open)) {
  int port = 0;
  parse_address(options.listen, "TIANMING_LISTEN");
  grpc::EnableDefaultHealthCheckService(true);
  server_ = grpc::ServerBuilder()
                .AddListeningPort(options.listen, server_credentials(options), &port)
                .RegisterService(service_.get())
                .BuildAndStart();
  grpc::EnableDefaultHealthCheckService(false);
  if (!server_ || port == 0) {
    throw OptionError("TIANMING_LISTEN is \"" + options.listen +
                      "\", where the bot cannot listen: give host:port with a free port, or 0");
  }
  server_->GetHealthCheckService()->SetServingStatus(v1::BotService::service_full_name(), true);
  const auto colon = options.listen.rfind(':');
  const bool is_path = options.listen.compare(0, 5, "unix:") == 0;
  options.log("listening on " + (is_path
                                     ? options.listen
                                     : options.listen.substr(0, colon + 1) + std::to_string(port)));
}

Listener::~Listener() {
  server_->Shutdown(std::chrono::system_clock::now());
}

}  // namespace tianming
