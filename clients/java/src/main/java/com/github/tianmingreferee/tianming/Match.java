package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.MatchStarted;
import com.github.tianmingreferee.tianming.v1.Seat;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A match as one seat of the bot has it. It stays the same over a reconnect.
 *
 * @param message the message of the contract
 * @param random random numbers for the bot's choices. They follow from {@link #botSeed}: a bot that
 *     takes its randomness from them plays the same way each time.
 */
public record Match(MatchStarted message, RandomGenerator random) {
  /**
   * Creates the match that a message announces.
   *
   * @param message the message of the contract
   */
  public Match(MatchStarted message) {
    this(message, new SplittableRandom(firstLong(message.getBotSeed())));
  }

  private static long firstLong(ByteString seed) {
    return seed.size() < Long.BYTES ? 0 : ByteBuffer.wrap(seed.toByteArray()).getLong();
  }

  /**
   * Returns the name of the match, on the stream and in its record.
   *
   * @return the name
   */
  public String id() {
    return message.getMatchId();
  }

  /**
   * Returns the name of the game.
   *
   * @return the name, such as {@code dragon}
   */
  public String game() {
    return message.getGame();
  }

  /**
   * Returns the version of the game's rules.
   *
   * @return the version
   */
  public int rulesVersion() {
    return message.getRulesVersion();
  }

  /**
   * Returns all options of the game.
   *
   * @return values by name
   */
  public Map<String, String> options() {
    return message.getOptionsMap();
  }

  /**
   * Returns the bots at the table.
   *
   * @return names of the bots, in seat order
   */
  public List<String> bots() {
    return message.getSeatsList().stream().map(Seat::getBot).toList();
  }

  /**
   * Returns the seat that the bot holds.
   *
   * @return index of the seat, from 0
   */
  public int seat() {
    return message.getSeat();
  }

  /**
   * Returns the clock of every seat.
   *
   * @return the clock
   */
  public Clock clock() {
    return Clock.of(message.getClock());
  }

  /**
   * Returns the number of strikes that forfeit a seat.
   *
   * @return the number of strikes
   */
  public int strikes() {
    return message.getStrikes();
  }

  /**
   * Returns the strikes left for the seat when the bot first heard of the match.
   *
   * @return the number of strikes
   */
  public int strikesLeft() {
    return message.getStrikesLeft();
  }

  /**
   * Returns the time in the bank of the seat when the bot first heard of the match.
   *
   * @return the time left
   */
  public Duration bank() {
    return Messages.duration(message.getBank());
  }

  /**
   * Returns the hash that commits the referee to the seed; see {@link MatchResult#isFair}.
   *
   * @return 32 bytes
   */
  public ByteString seedCommitment() {
    return message.getSeedCommitment();
  }

  /**
   * Returns the seed for the bot's own random choices; see {@link #random}.
   *
   * @return 32 bytes
   */
  public ByteString botSeed() {
    return message.getBotSeed();
  }

  /**
   * Parses what stays the same through the match, such as the map.
   *
   * @param <T> type of the message
   * @param type class of the game's {@code Setup}
   * @return the setup
   * @throws IllegalArgumentException if the setup belongs to another game
   */
  public <T extends Message> T setup(Class<T> type) {
    return Messages.unpack(message.getSetup(), type);
  }
}
