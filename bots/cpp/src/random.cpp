// A bot that takes any option: it plays every game and knows none.
#include <tianming/tianming.h>

#include <random>

namespace {

std::int64_t choose(const tianming::Question& question) {
  std::uniform_int_distribution<std::int64_t> any(0, std::int64_t{question.option_count} - 1);
  return any(question.match->random);
}

}  // namespace

int main() {
  tianming::Options options;
  options.name = "random";
  return tianming::run(choose, options);
}
