// {{name}}: a bot for Tianming.
#pragma once

#include <tianming/tianming.h>

#include <cstdint>
#include <random>

template <typename Random>
std::int64_t pick(Random& random, std::uint32_t option_count) {
  return std::uniform_int_distribution<std::int64_t>(0, std::int64_t{option_count} - 1)(random);
}

// Returns the index of an option, from 0 to question.option_count - 1.
//
// question.position has what the seat sees, and its options, as the message of the game. This bot
// takes any option.
inline std::int64_t choose(const tianming::Question& question) {
  return pick(question.match->random, question.option_count);
}
