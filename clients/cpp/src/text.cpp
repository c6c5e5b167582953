#include "text.h"

#include <algorithm>

namespace tianming {
namespace {

/// The mark at the end of a reasoning that was cut.
constexpr std::string_view cut = "\n[cut]";

/// The length of the UTF-8 character at the start of a text; 0 if there is none.
std::size_t length_of_first(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xC2 && first < 0xE0 ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  if (length == 0 || text.size() < length) return 0;
  const auto rest = text.substr(1, length - 1);
  const bool complete = std::all_of(rest.begin(), rest.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
  });
  return complete ? length : 0;
}

/// Whether a character is in Unicode's category Cc.
bool is_control(std::string_view character) {
  const auto last = static_cast<unsigned char>(character.back());
  if (character.size() == 2) return character.front() == '\xC2' && last < 0xA0;
  return character.size() == 1 && (last < 0x20 || last == 0x7F);
}

bool is_white(std::string_view character) {
  return character == "\t" || character == "\n" || character == "\r";
}

}  // namespace

std::string clean(std::string_view text, std::size_t max_characters) {
  std::string cleaned;
  for (std::size_t kept = 0; !text.empty() && kept < max_characters;) {
    const auto length = length_of_first(text);
    const auto character = text.substr(0, length);
    if (length != 0 && (!is_control(character) || is_white(character))) {
      cleaned += character;
      ++kept;
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return cleaned;
}

std::string clean_bytes(std::string_view text, std::size_t max_bytes) {
  std::string cleaned = clean(text, text.size());
  if (cleaned.size() <= max_bytes) return cleaned;
  std::size_t end = max_bytes - std::min(max_bytes, cut.size());
  while (end > 0 && (static_cast<unsigned char>(cleaned[end]) & 0xC0) == 0x80) --end;
  return end == 0 ? std::string() : cleaned.substr(0, end).append(cut);
}

std::string one_line(std::string_view text) {
  std::string line;
  for (bool is_break = false; !text.empty();) {
    const auto length = std::max<std::size_t>(length_of_first(text), 1);
    const auto character = text.substr(0, length);
    if (is_control(character)) {
      is_break = !line.empty();
    } else {
      if (is_break) line += ' ';
      is_break = false;
      line += character;
    }
    text.remove_prefix(length);
  }
  return line;
}

}  // namespace tianming
