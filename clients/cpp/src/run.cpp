#include <pthread.h>
#include <signal.h>
#include <tianming/client.h>
#include <tianming/run.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <future>
#include <iostream>
#include <thread>
#include <utility>

namespace tianming {
namespace {

/// Time that a bot has to return from `choose` after a signal.
constexpr auto patience = std::chrono::milliseconds(2200);

/// Blocks SIGINT and SIGTERM in this thread and in those that it starts.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

  void wait() const {
    int signal = 0;
    sigwait(&signals_, &signal);
  }

 private:
  sigset_t signals_{};
  sigset_t before_{};
};

/// Stops a client at a signal, and ends the process if its bot thinks on.
class Watch {
 public:
  Watch(Client& client, const BlockedSignals& signals)
      : thread_([&client, &signals, ended = ended_.get_future()] {
          signals.wait();
          if (ended.wait_for(std::chrono::seconds::zero()) == std::future_status::ready) return;
          client.stop();
          if (ended.wait_for(patience) == std::future_status::timeout) std::_Exit(EXIT_SUCCESS);
        }) {}
  ~Watch() {
    ended_.set_value();
    pthread_kill(thread_.native_handle(), SIGTERM);
    thread_.join();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  std::promise<void> ended_;
  std::thread thread_;
};

/// A bot that is a function.
class FunctionBot final : public Bot {
 public:
  explicit FunctionBot(std::function<Answer(const Question&)> choose)
      : choose_(std::move(choose)) {}

  Answer choose(const Question& question) override { return choose_(question); }

 private:
  std::function<Answer(const Question&)> choose_;
};

}  // namespace

int run(Bot& bot, const Options& options) {
  try {
    const BlockedSignals signals;
    Client client(bot, options);
    const Watch watch(client, signals);
    client.play();
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::cerr << std::string(error.what()) + "\n";
    return EXIT_FAILURE;
  }
}

int run(std::function<Answer(const Question&)> choose, const Options& options) {
  FunctionBot bot(std::move(choose));
  return run(bot, options);
}

}  // namespace tianming
