package com.github.tianmingreferee.tianming;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Pauses between tries to connect: doubled each time, and shortened by chance. */
final class Backoff {
  private static final long FIRST = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long LONGEST = TimeUnit.SECONDS.toNanos(5);

  private long pause = FIRST;

  boolean isFirst() {
    return pause == FIRST;
  }

  /** Starts again after a stream that lasted. */
  void streamLasted(long nanos) {
    if (nanos >= LONGEST) {
      pause = FIRST;
    }
  }

  /** Returns the next pause in nanoseconds. */
  long next() {
    long longest = pause;
    pause = Math.min(2 * pause, LONGEST);
    return ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
  }
}
