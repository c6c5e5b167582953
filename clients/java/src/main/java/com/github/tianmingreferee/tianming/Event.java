package com.github.tianmingreferee.tianming;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.util.List;
import java.util.OptionalInt;

/**
 * An action of a seat, or a draw of the referee.
 *
 * @param index index of the event in its match, from 0
 * @param seat seat that acted; empty for a draw
 * @param notation the event in the game's notation
 * @param serialized the serialized {@code Event} of the game
 */
public record Event(int index, OptionalInt seat, String notation, ByteString serialized) {
  static List<Event> listOf(List<com.github.tianmingreferee.tianming.v1.Event> messages) {
    return messages.stream().map(Event::of).toList();
  }

  private static Event of(com.github.tianmingreferee.tianming.v1.Event message) {
    var seat = message.hasSeat() ? OptionalInt.of(message.getSeat()) : OptionalInt.empty();
    return new Event(message.getIndex(), seat, message.getNotation(), message.getDetail());
  }

  /**
   * Parses the event as data.
   *
   * @param <T> type of the message
   * @param parser parser of the game's {@code Event}
   * @return the event
   * @throws IllegalArgumentException if the bytes are no such message
   */
  public <T extends Message> T detail(Parser<T> parser) {
    return Messages.parse(serialized, parser);
  }
}
