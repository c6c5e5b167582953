#include "bot.h"

int main() { return tianming::run(choose); }
