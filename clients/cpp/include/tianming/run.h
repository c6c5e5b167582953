/// @file
/// The main function of a bot.
#pragma once

#include <tianming/bot.h>
#include <tianming/options.h>

#include <functional>

namespace tianming {

/// Plays until SIGINT or SIGTERM, and returns the exit code of the process: 0, or 1 after an error
/// that is on standard error.
int run(Bot& bot, const Options& options = {});

/// The same for a bot that is a function from a question to an answer, such as an index.
int run(std::function<Answer(const Question&)> choose, const Options& options = {});

}  // namespace tianming
