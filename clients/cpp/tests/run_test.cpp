#include <gtest/gtest.h>
#include <signal.h>
#include <tianming/tianming.h>
#include <unistd.h>

#include <cstdlib>
#include <future>

#include "scripted_referee.h"

namespace tianming::testing {
namespace {

/// Blocks a signal in this thread and in all that it starts, as in a process with only a bot.
void block(int signal) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

/// Runs a bot in a process that gets a signal, and exits with its code if `Goodbye` came.
[[noreturn]] void run_until(int signal) {
  block(signal);
  std::promise<bool> left;
  const ScriptedReferee referee([&](Conversation& stream) {
    stream.welcome();
    kill(getpid(), signal);
    left.set_value(stream.read().messages(0).has_goodbye());
    return grpc::Status::OK;
  });
  Options options = options_for(referee);
  options.log = log_to_stderr;
  const int code = run([](const Question&) { return 0; }, options);
  std::_Exit(left.get_future().get() ? code : 99);
}

class Run : public ::testing::TestWithParam<int> {
 protected:
  Run() { ::testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST_P(Run, ASignalSaysGoodbyeAndEndsTheProcessWell) {
  EXPECT_EXIT(run_until(GetParam()), ::testing::ExitedWithCode(0),
              "^tianming: connected to .* as ann, games: all\n$");
}

INSTANTIATE_TEST_SUITE_P(Signals, Run, ::testing::Values(SIGINT, SIGTERM));

TEST(RunErrors, AnErrorIsOnStandardErrorAndTheExitCodeIs1) {
  Options options;
  options.server = "nowhere";
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run([](const Question&) { return 0; }, options), 1);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "\"nowhere\" is no address of a referee (TIANMING_SERVER): give host:port, "
            "https://host:port or http://host:port, or unix:/path\n");
}

}  // namespace
}  // namespace tianming::testing
