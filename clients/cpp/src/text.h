#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tianming {

/// Returns at most so many characters of a UTF-8 text, without the control characters that cost a
/// strike and without bytes that are not UTF-8.
std::string clean(std::string_view text, std::size_t max_characters);

/// Returns such a text of at most so many bytes. A longer one is cut, and ends with a mark.
std::string clean_bytes(std::string_view text, std::size_t max_bytes);

/// Returns a text with a space in place of each run of line breaks and other control characters.
std::string one_line(std::string_view text);

}  // namespace tianming
