// {{name}}: a bot for Tianming.
#pragma once

#include <tianming/tianming.h>

#include <cstdint>
#include <random>

// Returns the index of an option, from 0 to question.option_count - 1.
//
// question.position has what the seat sees, and its options, as the message of the game. This bot
// takes any option.
inline std::int64_t choose(const tianming::Question& question) {
  std::uniform_int_distribution<std::int64_t> any(0, std::int64_t{question.option_count} - 1);
  return any(question.match->random);
}
