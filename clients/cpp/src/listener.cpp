#include "listener.h"

#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server_builder.h>
#include <openssl/crypto.h>
#include <tianming/error.h>

#include <deque>
#include <mutex>

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
  Refusal() {
    Finish({grpc::StatusCode::UNAUTHENTICATED,
            "the bot expects the token that it shares with its referee "
            "(`authorization: Bearer TOKEN`)"});
  }

  void OnDone() override { delete this; }
};

/// The referees whose streams have ended, the last one at the end.
class RestingReferees {
 public:
  /// Returns the referee whose stream ended last: as a rule it comes back. To another one its
  /// matches are unknown, and it says so.
  std::shared_ptr<Referee> take() {
    const std::lock_guard lock(mutex_);
    if (referees_.empty()) return std::make_shared<Referee>();
    const auto referee = std::move(referees_.back());
    referees_.pop_back();
    return referee;
  }

  /// Keeps a referee with matches that have not ended.
  void keep(const std::shared_ptr<Referee>& referee) {
    const std::lock_guard lock(mutex_);
    if (referee->resume.empty()) return;
    referees_.push_back(referee);
    if (referees_.size() > most) referees_.pop_front();
  }

 private:
  static constexpr std::size_t most = 64;

  std::mutex mutex_;
  std::deque<std::shared_ptr<Referee>> referees_;
};

/// Returns the address in gRPC's name of a peer, such as `ipv4:127.0.0.1:4711`.
std::string address_of(const std::string& peer) {
  return peer.compare(0, 5, "unix:") == 0 ? peer : peer.substr(peer.find(':') + 1);
}

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
    const auto referee = resting_.take();
    const auto stream = std::make_shared<ServedStream>(*context);
    const auto welcomed = [this, address = address_of(context->peer())](const auto& welcome) {
      options_.log(connected(address, welcome, hello_));
    };
    const auto session = std::make_shared<Session>(
        referee, stream, mailbox_,
        Session::Callbacks{welcomed, [](const v1::Invitation&) {},
                           [this](const auto& notice) { options_.log(benched(notice)); }});
    if (!open_.add(session)) stream->cancel();
    session->introduce(hello_);
    return stream->start(
        session, [this, referee] { resting_.keep(referee); },
        [this, session] { open_.remove(session); });
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
  RestingReferees resting_;
};

Listener::Listener(const Options& options, v1::Hello hello, Mailbox& mailbox, OpenSessions& open)
    : service_(std::make_unique<Service>(options, std::move(hello), mailbox, open)) {
  int port = 0;
  const Address address = parse_address(options.listen, "to listen at (TIANMING_LISTEN)");
  const std::string& target = address.target;
  if (options.listen.compare(0, 6, "https:") == 0 && options.certificate.empty()) {
    throw OptionError("TIANMING_LISTEN is \"" + options.listen +
                      "\", which needs a certificate: set TIANMING_CERTIFICATE and TIANMING_KEY, "
                      "or give http://" +
                      target);
  }
  grpc::EnableDefaultHealthCheckService(true);
  server_ = grpc::ServerBuilder()
                .AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0)
                .AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10'000)
                .AddListeningPort(target, server_credentials(options), &port)
                .RegisterService(service_.get())
                .BuildAndStart();
  grpc::EnableDefaultHealthCheckService(false);
  if (!server_ || port == 0) {
    throw OptionError("the bot cannot listen on " + options.listen +
                      " (TIANMING_LISTEN): the port is taken, or the address is none of this "
                      "machine");
  }
  server_->GetHealthCheckService()->SetServingStatus(v1::BotService::service_full_name(), true);
  options.log("listening on " +
              (is_path(address) ? target : host_of(address) + ':' + std::to_string(port)));
}

void Listener::refuse_health_checks() {
  server_->GetHealthCheckService()->SetServingStatus(false);
}

Listener::~Listener() {
  server_->Shutdown(std::chrono::system_clock::now());
}

}  // namespace tianming
