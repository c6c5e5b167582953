// What the bot promises: its answer to a recorded question of each game is an option.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "bot.h"

int main() {
  for (const auto& entry : std::filesystem::directory_iterator(QUESTIONS)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string frame{std::istreambuf_iterator<char>(file), {}};
    const auto question = tianming::Question::from_frame(frame);
    const std::int64_t option = choose(question);
    if (option < 0 || option >= question.option_count) {
      std::cerr << question.match->game << ": option " << option << " of " << question.option_count
                << '\n';
      return 1;
    }
  }
}
