/// @file
/// The messages of a game, which the contract carries without knowing them.
#pragma once

#include <string>
#include <string_view>

namespace google::protobuf {
class MessageLite;
}

namespace tianming {

/// A serialized message of a game, with the name of its type.
struct Payload {
  std::string type_url;  ///< Such as `type.googleapis.com/tianming.games.dragon.v1.Position`.
  std::string bytes;     ///< The message.

  /// Returns the full name of the type, such as `tianming.games.dragon.v1.Position`.
  std::string_view type() const;

  /// Parses the message: `question.position.as<tianming::games::dragon::v1::Position>()`.
  /// @throws PayloadError if the payload has another type, or cannot be parsed.
  template <class Message>
  Message as() const {
    Message message;
    parse(message);
    return message;
  }

  /// Parses the message into one that exists, such as one on an arena.
  /// @throws PayloadError if the payload has another type, or cannot be parsed.
  void parse(google::protobuf::MessageLite& message) const;
};

}  // namespace tianming
