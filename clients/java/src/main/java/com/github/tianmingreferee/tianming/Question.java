package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.PlayResponse;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.time.Duration;
import java.util.List;

/**
 * A question. The answer is the index of an option.
 *
 * @param match the match as the asked seat has it
 * @param message the message of the contract
 * @param deadline reading of {@link System#nanoTime} at which the budget ends
 */
public record Question(
    Match match, com.github.tianmingreferee.tianming.v1.Question message, long deadline) {
  static Question of(
      Match match, com.github.tianmingreferee.tianming.v1.Question message, long arrived) {
    return new Question(match, message, arrived + Messages.duration(message.getBudget()).toNanos());
  }

  /**
   * Returns the question of a recorded frame, which also announces its match: for a test of a bot.
   *
   * @param frame a serialized {@code PlayResponse}
   * @return the question
   * @throws IllegalArgumentException if the bytes are no frame, or it lacks a match or a question
   */
  public static Question ofFrame(byte[] frame) {
    try {
      Match match = null;
      for (var message : PlayResponse.parseFrom(frame).getMessagesList()) {
        if (message.hasMatchStarted()) {
          match = new Match(message.getMatchStarted());
        } else if (message.hasQuestion() && match != null) {
          return of(match, message.getQuestion(), System.nanoTime());
        }
      }
      throw new IllegalArgumentException(
          "the frame is no recorded question: it needs a MatchStarted, then a Question");
    } catch (InvalidProtocolBufferException error) {
      throw new IllegalArgumentException(
          "the frame is no recorded question: " + error.getMessage(), error);
    }
  }

  /**
   * Returns the number of the question in its match, where the questions to all seats count.
   *
   * @return the number, which rises from 1. It has 32 bits without a sign.
   */
  public int number() {
    return message.getNumber();
  }

  /**
   * Returns the seat that the referee asks.
   *
   * @return index of the seat
   */
  public int seat() {
    return message.getSeat();
  }

  /**
   * Returns the number of options.
   *
   * @return at least 1
   */
  public int optionCount() {
    return message.getOptionCount();
  }

  /**
   * Returns the time for the answer, from the moment at which the referee sent the question.
   *
   * @return the budget
   */
  public Duration budget() {
    return Messages.duration(message.getBudget());
  }

  /**
   * Returns how much of the budget is left.
   *
   * @return the time left, negative after the deadline
   */
  public Duration timeLeft() {
    return Duration.ofNanos(deadline - System.nanoTime());
  }

  /**
   * Returns the events since the last question to this seat.
   *
   * @return events, oldest first
   */
  public List<Event> since() {
    return Event.listOf(message.getSinceList());
  }

  /**
   * Parses what the seat may see, and its options in order. Each call parses the message again.
   *
   * @param <T> type of the message
   * @param type class of the game's {@code Position}
   * @return the position
   * @throws IllegalArgumentException if the position belongs to another game
   */
  public <T extends Message> T position(Class<T> type) {
    return Messages.unpack(message.getPosition(), type);
  }
}
