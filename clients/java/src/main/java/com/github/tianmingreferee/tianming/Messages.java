package com.github.tianmingreferee.tianming;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;

/** Conversions from the messages of the contract. */
final class Messages {
  private static final Pattern CONTROL = Pattern.compile("\\p{Cc}+");

  private Messages() {}

  static Duration duration(com.google.protobuf.Duration message) {
    return Duration.ofSeconds(message.getSeconds(), message.getNanos());
  }

  /** Returns a duration in seconds, as people write it. */
  static String seconds(Duration duration) {
    return BigDecimal.valueOf(duration.getSeconds())
        .add(BigDecimal.valueOf(duration.getNano(), 9))
        .stripTrailingZeros()
        .toPlainString();
  }

  /**
   * Returns a text with a space in place of each run of line breaks and other control characters.
   */
  static String oneLine(String text) {
    return CONTROL.matcher(text).replaceAll(" ").strip();
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
