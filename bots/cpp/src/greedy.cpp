// A bot that takes the option that looks best at first sight in In the Year of the Dragon, and any
// option in other games.
#include <tianming/tianming.h>

#include <random>

#include "dragon.h"

namespace {

class GreedyBot final : public tianming::Bot {
 public:
  tianming::Answer choose(const tianming::Question& question) override {
    if (question.match->game == "dragon") {
      return bots::choose_dragon(question.position.as<tianming::games::dragon::v1::Position>());
    }
    std::uniform_int_distribution<std::int64_t> any(0, std::int64_t{question.option_count} - 1);
    return any(question.match->random);
  }
};

}  // namespace

int main() {
  GreedyBot bot;
  tianming::Options options;
  options.name = "greedy";
  return tianming::run(bot, options);
}
