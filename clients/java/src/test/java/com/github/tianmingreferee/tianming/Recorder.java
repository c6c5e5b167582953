package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.github.tianmingreferee.tianming.v1.FaultNotice;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A bot that takes option 0, and records how it was called. */
final class Recorder implements EventBot {
  private static final long PATIENCE_SECONDS = 10;

  private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

  /** Waits for the next call. */
  String next() throws InterruptedException {
    var call = calls.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertNotNull(call, "the bot was not called");
    return call;
  }

  @Override
  public int choose(Question question) {
    calls.add("choose %s %d".formatted(question.match().id(), question.number()));
    return 0;
  }

  @Override
  public void start(Match match) {
    calls.add("start %s %d".formatted(match.id(), match.seat()));
  }

  @Override
  public void events(Match match, List<Event> events) {
    calls.add("events %s %d %s".formatted(match.id(), match.seat(), events.get(0).notation()));
  }

  @Override
  public void fault(Match match, FaultNotice notice) {
    calls.add("fault %s %d %s".formatted(match.id(), match.seat(), notice.getReason()));
  }

  @Override
  public void end(MatchResult result) {
    calls.add("end %s %d".formatted(result.match().id(), result.match().seat()));
  }
}
