// What the bot promises: an answer is an option.
#include <cstdio>
#include <random>

#include "bot.h"

int main() {
  std::mt19937_64 random(1);
  for (std::uint32_t option_count = 1; option_count < 50; ++option_count) {
    const std::int64_t option = pick(random, option_count);
    if (option < 0 || option >= option_count) {
      std::fprintf(stderr, "option %ld of %u\n", static_cast<long>(option), option_count);
      return 1;
    }
  }
  return 0;
}
