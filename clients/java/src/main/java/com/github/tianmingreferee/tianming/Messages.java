package com.github.tianmingreferee.tianming;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.time.Duration;

/** Conversions from the messages of the contract. */
final class Messages {
  private Messages() {}

  static Duration duration(com.google.protobuf.Duration message) {
    return Duration.ofSeconds(message.getSeconds(), message.getNanos());
  }

  /** Parses the message of a game. The contract carries it without its type. */
  static <T extends Message> T unpack(Any packed, Class<T> type) {
    try {
      return packed.unpack(type);
    } catch (InvalidProtocolBufferException error) {
      throw new IllegalArgumentException(
          "\"%s\" is no %s".formatted(packed.getTypeUrl(), type.getName()), error);
    }
  }

  static <T extends Message> T parse(ByteString serialized, Parser<T> parser) {
    try {
      return parser.parseFrom(serialized);
    } catch (InvalidProtocolBufferException error) {
      throw new IllegalArgumentException("the event is no message of this game", error);
    }
  }
}
