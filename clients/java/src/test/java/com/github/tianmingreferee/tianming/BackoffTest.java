package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static void assertPause(int longestMillis, Backoff backoff) {
    double millis = backoff.next() / 1e6;
    assertTrue(longestMillis / 2.0 <= millis && millis <= longestMillis, () -> "pause: " + millis);
  }

  @Test
  @DisplayName("Pauses double from 0.2 s to 5 s, and chance shortens each to not less than half")
  void doubles() {
    var backoff = new Backoff();
    IntStream.of(200, 400, 800, 1600, 3200, 5000, 5000)
        .forEach(longest -> assertPause(longest, backoff));
  }

  @Test
  @DisplayName("Pauses start again after a stream that lasted 5 s")
  void restarts() {
    var backoff = new Backoff();
    backoff.next();
    backoff.streamLasted(Duration.ofMillis(4999).toNanos());
    assertFalse(backoff.isFirst());
    backoff.streamLasted(Duration.ofSeconds(5).toNanos());
    assertTrue(backoff.isFirst());
    assertPause(200, backoff);
  }
}
