#include <tianming/options.h>

#include <cstdlib>
#include <iostream>

namespace tianming {

std::string environment(const char* variable, const char* otherwise) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

void log_to_stderr(std::string_view line) {
  std::cerr << "tianming: " + std::string(line) + "\n";
}

}  // namespace tianming
