/// @file
/// The whole SDK. A bot is one function:
///
///     #include <tianming/tianming.h>
///
///     int main() {
///       return tianming::run([](const tianming::Question&) { return 0; });
///     }
#pragma once

#include <tianming/answer.h>   // IWYU pragma: export
#include <tianming/bot.h>      // IWYU pragma: export
#include <tianming/client.h>   // IWYU pragma: export
#include <tianming/error.h>    // IWYU pragma: export
#include <tianming/match.h>    // IWYU pragma: export
#include <tianming/options.h>  // IWYU pragma: export
#include <tianming/payload.h>  // IWYU pragma: export
#include <tianming/run.h>      // IWYU pragma: export
