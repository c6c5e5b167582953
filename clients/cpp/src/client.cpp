#include <tianming/client.h>
#include <tianming/error.h>

#include <cmath>
#include <cstdlib>
#include <future>
#include <mutex>
#include <optional>
#include <utility>

#include "dialler.h"
#include "listener.h"
#include "mailbox.h"
#include "open_sessions.h"
#include "player.h"

namespace tianming {
namespace {

constexpr auto patience = std::chrono::seconds(2);  ///< With a referee that the bot leaves.

/// Keeps the log of gRPC off standard error, unless the user asks for it. gRPC has had several
/// interfaces for this, but always this variable, which it reads when it starts.
void silence_grpc() {
  static std::once_flag once;
  std::call_once(once, [] { setenv("GRPC_VERBOSITY", "NONE", 0); });
}

Options with_wait(Options options) {
  if (options.wait) return options;
  const std::string text = environment("TIANMING_WAIT", "300");
  char* end = nullptr;
  options.wait = std::chrono::duration<double>(std::strtod(text.c_str(), &end));
  if (*end != '\0' || !std::isfinite(options.wait->count()) || options.wait->count() < 0) {
    throw OptionError("TIANMING_WAIT is \"" + text + "\": give a number of seconds");
  }
  return options;
}

v1::Hello hello_of(const Bot& bot, const Options& options) {
  v1::Hello hello;
  hello.set_revision_min(1);
  hello.set_revision_max(1);
  hello.set_bot_name(options.name);
  hello.set_bot_version(options.version);
  hello.set_user_agent("tianming-cpp/0.1.0");
  hello.set_max_matches(options.max_matches);
  for (const auto& game : options.games) hello.add_games()->set_name(game);
  if (bot.wants_events()) hello.add_capabilities(v1::CAPABILITY_EVENTS);
  return hello;
}

}  // namespace

Refused::Refused(const std::string& reason, std::string code)
    : Error("the referee refused the bot: " + reason + " (" + code + ")"), code_(std::move(code)) {}

class Client::Impl {
 public:
  Impl(Bot& bot, const Options& options) : options_(with_wait(options)), player_(bot) {
    silence_grpc();
    const v1::Hello hello = hello_of(bot, options_);
    if (options_.listen.empty()) {
      dialler_.emplace(options_, hello, mailbox_, open_);
    } else {
      listener_.emplace(options_, hello, mailbox_, open_);
    }
  }

  ~Impl() { open_.cancel(); }

  void play() {
    std::future<void> dialling;
    if (dialler_) dialling = std::async(std::launch::async, [this] { dial(); });
    try {
      for (auto frames = mailbox_.take(); !frames.empty(); frames = mailbox_.take()) {
        player_.play(std::move(frames));
      }
    } catch (...) {
      open_.cancel();
      throw;
    }
    if (!open_.wait(patience)) open_.cancel();
  }

  void stop() {
    if (listener_) listener_->refuse_health_checks();
    mailbox_.close();
    open_.leave();
  }

 private:
  void dial() {
    try {
      dialler_->keep_up();
    } catch (...) {
      mailbox_.fail(std::current_exception());
    }
  }

  const Options options_;
  Mailbox mailbox_;
  OpenSessions open_;
  Player player_;
  std::optional<Dialler> dialler_;
  std::optional<Listener> listener_;
};

Client::Client(Bot& bot, const Options& options) : impl_(std::make_unique<Impl>(bot, options)) {}
Client::~Client() = default;
void Client::play() {
  impl_->play();
}
void Client::stop() {
  impl_->stop();
}

}  // namespace tianming
