#include "dialler.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/support/channel_arguments.h>
#include <tianming/error.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <random>
#include <sstream>

#include "address.h"
#include "credentials.h"
#include "diagnosis.h"
#include "dialled_stream.h"
#include "mailbox.h"
#include "open_sessions.h"
#include "peer_certificate.h"

namespace tianming {
namespace {

using std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int ping_interval_ms = 30'000;
constexpr int ping_timeout_ms = 10'000;
constexpr std::size_t max_invitations = 64;

/// The pauses between two streams: doubled each time, and shortened by chance.
class Backoff {
 public:
  static constexpr Seconds longest{5};

  Seconds next() {
    const Seconds pause = pause_ * std::uniform_real_distribution(0.5, 1.0)(random_);
    pause_ = std::min(2 * pause_, longest);
    return pause;
  }

  void reset() { pause_ = first; }

 private:
  static constexpr Seconds first{0.2};

  Seconds pause_ = first;
  std::minstd_rand random_{std::random_device{}()};
};

/// Returns a channel that shares no connection and no backoff with others.
std::shared_ptr<grpc::Channel> open_channel(const Options& options, const std::string& address) {
  const Address parsed = parse_address(address);
  grpc::ChannelArguments arguments;
  if (is_local(parsed)) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, ping_interval_ms);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, ping_timeout_ms);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  return grpc::CreateCustomChannel(parsed.target, channel_credentials(options, parsed.uses_tls),
                                   arguments);
}

/// Returns the name of a gRPC code, such as `UNAVAILABLE`.
std::string code_name(grpc::StatusCode code) {
  static constexpr std::array names{"OK",
                                    "CANCELLED",
                                    "UNKNOWN",
                                    "INVALID_ARGUMENT",
                                    "DEADLINE_EXCEEDED",
                                    "NOT_FOUND",
                                    "ALREADY_EXISTS",
                                    "PERMISSION_DENIED",
                                    "RESOURCE_EXHAUSTED",
                                    "FAILED_PRECONDITION",
                                    "ABORTED",
                                    "OUT_OF_RANGE",
                                    "UNIMPLEMENTED",
                                    "INTERNAL",
                                    "UNAVAILABLE",
                                    "DATA_LOSS",
                                    "UNAUTHENTICATED"};
  const auto index = static_cast<std::size_t>(code);
  return index < names.size() ? names[index] : "code " + std::to_string(index);
}

std::string reason(const grpc::Status& status) {
  if (status.ok()) return "the stream ended";
  return status.error_message().empty() ? code_name(status.error_code()) : status.error_message();
}

bool is_final(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::FAILED_PRECONDITION:
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::ABORTED:
    case grpc::StatusCode::UNIMPLEMENTED: return true;
    default: return false;
  }
}

bool has_any(const grpc::Status& status, std::initializer_list<const char*> texts) {
  const std::string& message = status.error_message();
  return std::any_of(texts.begin(), texts.end(),
                     [&](const char* text) { return message.find(text) != std::string::npos; });
}

/// Whether TLS failed because the referee's certificate lacks its name.
bool has_another_name(const grpc::Status& status) {
  return has_any(status, {"is not in peer certificate", "Hostname Verification Check failed"});
}

/// Whether TLS failed because of the referee's certificate.
bool is_untrusted(const grpc::Status& status) {
  return has_any(status, {"certificate verify failed", "CERTIFICATE_VERIFY_FAILED",
                          "certificate signature failure"});
}

std::string in_seconds(Seconds time) {
  std::ostringstream text;
  text << time.count() << " s";
  return text.str();
}

}  // namespace

Dialler::Dialler(const Options& options, v1::Hello hello, Mailbox& mailbox, OpenSessions& open)
    : options_(options),
      hello_(std::move(hello)),
      token_(bare_token(options.token)),
      mailbox_(mailbox),
      open_(open) {
  channel_credentials(options, parse_address(options.server).uses_tls);
}

void Dialler::keep_up() {
  const Seconds patience = *options_.wait;
  const auto referee = std::make_shared<Referee>();
  const auto begin = steady_clock::now();
  bool was_ever_welcomed = false;
  bool is_announced = false;
  for (Backoff backoff; !open_.is_leaving();) {
    const auto opened = steady_clock::now();
    const End end = visit(options_.server, token_, referee,
                          [this](const v1::Invitation& invitation) { accept(invitation); });
    if (open_.is_leaving()) return;
    check(end.status);
    if (!end.was_welcomed && end.status.error_code() == grpc::StatusCode::UNAVAILABLE) {
      check_tls(options_.server);
    }
    const auto now = steady_clock::now();
    if (end.was_welcomed) {
      was_ever_welcomed = true;
      is_announced = false;
      if (now - opened > Backoff::longest) backoff.reset();
    }
    const std::string why = reason(end.status) + proxy_note(parse_address(options_.server));
    const Seconds left = patience - (now - begin);
    if (!was_ever_welcomed && left <= Seconds::zero()) {
      throw Unreachable("no referee at " + options_.server + " for " + in_seconds(patience) +
                        ": start the referee, or check TIANMING_SERVER (" + why + ")");
    }
    if (!is_announced && !end.status.ok()) {
      options_.log("no referee at " + options_.server + ", trying again (" + why + ")");
      is_announced = true;
    }
    const Seconds pause = backoff.next();
    open_.sleep(was_ever_welcomed ? pause : std::min(pause, left));
  }
}

Dialler::End Dialler::visit(const std::string& address, const std::string& token,
                            std::shared_ptr<Referee> referee,
                            std::function<void(const v1::Invitation&)> invited) {
  const auto stream = std::make_shared<DialledStream>(open_channel(options_, address), token);
  const auto welcomed = [&](const v1::Welcome& welcome) {
    options_.log(connected(address, welcome, hello_));
  };
  const auto noticed = [&](const v1::BenchNotice& notice) { options_.log(benched(notice)); };
  const auto session =
      std::make_shared<Session>(std::move(referee), stream, mailbox_,
                                Session::Callbacks{welcomed, std::move(invited), noticed});
  if (!open_.add(session)) stream->cancel();
  session->introduce(hello_);
  for (v1::PlayResponse frame; stream->read(frame);) session->receive(*frame.mutable_messages());
  session->close();
  grpc::Status status = stream->finish();
  open_.remove(session);
  return {std::move(status), session->was_welcomed()};
}

void Dialler::check(const grpc::Status& status) const {
  if (has_another_name(status) || is_untrusted(status)) throw_certificate_error(status);
  if (is_final(status.error_code())) {
    const std::string& why = status.error_message();
    throw Refused(why.empty() ? "no reason was given" : why, code_name(status.error_code()));
  }
}

void Dialler::throw_certificate_error(const grpc::Status& status) const {
  const Address address = parse_address(options_.server);
  const PeerCertificate certificate = peer_certificate(address);
  const std::string subject = "the certificate of " + options_.server;
  const std::string why = " (" + reason(status) + ")";
  if (!certificate.expired_on.empty()) {
    throw UntrustedCertificate(subject + " expired on " + certificate.expired_on +
                               ": renew it there" + why);
  }
  if (has_another_name(status)) {
    const std::string host = bare_host(address);
    throw UntrustedCertificate(subject + " has another name: it is for " + certificate.names +
                               ", not for " + host + "; use a name that it has, or issue one for " +
                               host + why);
  }
  throw UntrustedCertificate(
      subject + " is not trusted: name the file of its authority in TIANMING_CA" + why);
}

void Dialler::accept(const v1::Invitation& invitation) {
  visits_.remove_if([](const auto& visit) {
    return visit.wait_for(Seconds::zero()) == std::future_status::ready;
  });
  if (visits_.size() >= max_invitations) {
    options_.log("no more than " + std::to_string(max_invitations) + " invitations at once");
    return;
  }
  const auto play = [this, invitation, referee = host(invitation.address())] {
    try {
      visit(invitation.address(), invitation.ticket(), referee, [](const v1::Invitation&) {});
    } catch (const OptionError& error) {
      options_.log(error.what());
    }
  };
  visits_.push_back(std::async(std::launch::async, play));
}

std::shared_ptr<Referee> Dialler::host(const std::string& address) {
  for (auto place = hosts_.begin(); place != hosts_.end();) {
    place = place->second->resume.empty() ? hosts_.erase(place) : std::next(place);
  }
  auto& referee = hosts_[address];
  if (!referee) referee = std::make_shared<Referee>();
  return referee;
}

}  // namespace tianming
