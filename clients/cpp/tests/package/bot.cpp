// Uses what the package installs: it has an address that is none.
#include <tianming/games/dragon/v1/dragon.pb.h>
#include <tianming/tianming.h>

int main() {
  tianming::Options options;
  options.server = "nowhere";
  options.games = {"dragon"};
  return tianming::run([](const tianming::Question&) { return 0; }, options);
}
