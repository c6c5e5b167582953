package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.MatchEnded;
import com.github.tianmingreferee.tianming.v1.Outcome;
import com.github.tianmingreferee.tianming.v1.SeatResult;
import com.google.protobuf.ByteString;
import java.util.List;
import java.util.OptionalInt;

/**
 * How a match ended, and the seed that its draws came from.
 *
 * @param match the match as one seat of the bot has it
 * @param message the message of the contract
 */
public record MatchResult(Match match, MatchEnded message) {
  /**
   * Returns how the match ended, with a result for each seat.
   *
   * @return the outcome
   */
  public Outcome outcome() {
    return message.getOutcome();
  }

  /**
   * Returns the place of the bot's seat. Tied seats share a place.
   *
   * @return the place, from 1; empty if the match is void
   */
  public OptionalInt place() {
    return outcome().getResultsList().stream()
        .filter(result -> result.getSeat() == match.seat())
        .mapToInt(SeatResult::getPlace)
        .findFirst();
  }

  /**
   * Returns the seed of all draws.
   *
   * @return 32 bytes
   */
  public ByteString seed() {
    return message.getSeed();
  }

  /**
   * Returns the nonce of the commitment to the seed.
   *
   * @return 32 bytes
   */
  public ByteString seedNonce() {
    return message.getSeedNonce();
  }

  /**
   * Returns whether the referee used the seed that it was committed to before the first draw.
   *
   * @return whether the seed and the nonce have the hash that began the match
   */
  public boolean isFair() {
    return SeedCommitment.of(seed(), seedNonce()).equals(match.seedCommitment());
  }

  /**
   * Returns the digest of the last entry of the match's record.
   *
   * @return 32 bytes
   */
  public ByteString recordDigest() {
    return message.getRecordDigest();
  }

  /**
   * Returns the events since the last question to the bot in this match.
   *
   * @return events, oldest first
   */
  public List<Event> since() {
    return Event.listOf(message.getSinceList());
  }
}
