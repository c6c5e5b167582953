#include "address.h"

#include <arpa/inet.h>
#include <tianming/error.h>

#include <array>
#include <optional>
#include <regex>

namespace tianming {
namespace {

constexpr int last_port = 65535;

/// The bytes of a numeric host: four of IPv4, or sixteen of IPv6 in brackets.
std::optional<std::string> numbers_of(const std::string& host) {
  std::array<char, 16> bytes{};
  if (inet_pton(AF_INET, host.c_str(), bytes.data()) == 1) return std::string(bytes.data(), 4);
  if (host.size() < 2 || host.front() != '[' || host.back() != ']') return std::nullopt;
  const std::string inner = host.substr(1, host.size() - 2);
  if (inet_pton(AF_INET6, inner.c_str(), bytes.data()) != 1) return std::nullopt;
  return std::string(bytes.data(), 16);
}

bool is_host(const std::string& host) {
  static const std::regex name("[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?");
  static const std::regex numbers("[0-9.]+");
  return (std::regex_match(host, name) && !std::regex_match(host, numbers)) || numbers_of(host);
}

bool is_local(const std::string& host) {
  const auto numbers = numbers_of(host);
  if (!numbers) return host == "localhost";
  return numbers->size() == 4 ? numbers->front() == 127 : *numbers == std::string(15, '\0') + '\1';
}

bool is_port(const std::string& port) {
  static const std::regex digits("[0-9]{1,5}");
  return std::regex_match(port, digits) && std::stoi(port) <= last_port;
}

/// Removes a scheme, and the slashes at the end of what it introduces.
bool remove_scheme(std::string& text, const std::string& scheme) {
  if (text.compare(0, scheme.size(), scheme) != 0) return false;
  text.erase(0, scheme.size());
  text.erase(text.find_last_not_of('/') + 1);
  return true;
}

}  // namespace

Address parse_address(const std::string& text, const std::string& use) {
  std::string target = text;
  const bool secure = remove_scheme(target, "https://");
  const bool plain = !secure && remove_scheme(target, "http://");
  if (target == text && target.size() > 5 && target.compare(0, 5, "unix:") == 0)
    return {target, secure};
  const auto colon = target.rfind(':');
  const std::string host = target.substr(0, colon);
  if (colon == std::string::npos || !is_host(host) || !is_port(target.substr(colon + 1))) {
    throw OptionError('"' + text + "\" is no address " + use +
                      ": give host:port, https://host:port or http://host:port, or unix:/path");
  }
  return {target, secure || (!plain && !is_local(host))};
}

bool is_local(const Address& address) {
  return is_path(address) || is_local(host_of(address));
}

bool is_path(const Address& address) {
  return address.target.compare(0, 5, "unix:") == 0;
}

std::string host_of(const Address& address) {
  return address.target.substr(0, address.target.rfind(':'));
}

std::string bare_host(const Address& address) {
  const std::string host = host_of(address);
  return host.front() == '[' ? host.substr(1, host.size() - 2) : host;
}

}  // namespace tianming
