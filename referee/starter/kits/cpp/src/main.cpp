#include "bot.h"

int main() {
  tianming::Options options;
  options.name = "{{name}}";
  return tianming::run(choose, options);
}
