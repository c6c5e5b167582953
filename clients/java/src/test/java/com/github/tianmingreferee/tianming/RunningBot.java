package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A bot that plays in a thread of its own. */
final class RunningBot implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 10;

  private final BlockingQueue<String> notices = new LinkedBlockingQueue<>();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final Client client;
  private final Thread thread = new Thread(this::run, "bot");

  private RunningBot(Bot bot, Options options) {
    client = new Client(bot, options.withNotices(notices::add));
    thread.start();
  }

  /** Starts a bot with the token {@code secret}. */
  static RunningBot at(String server, Bot bot) {
    return new RunningBot(bot, options(server));
  }

  static RunningBot with(Options options, Bot bot) {
    return new RunningBot(bot, options);
  }

  static Options options(String server, String... environment) {
    var variables =
        environment.length == 0 ? Map.<String, String>of() : Map.of(environment[0], environment[1]);
    return Options.from(variables).withServer(server).withToken("secret");
  }

  private void run() {
    try {
      client.run();
      end.complete(null);
    } catch (Exception error) {
      end.completeExceptionally(error);
    }
  }

  Thread thread() {
    return thread;
  }

  String notice() throws InterruptedException {
    var notice = notices.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertNotNull(notice, "the client has printed nothing");
    return notice;
  }

  /** Returns what the client has printed, and was not read. */
  List<String> notices() {
    return List.copyOf(notices);
  }

  /** Waits until the run ends without an error. */
  void awaitEnd() throws InterruptedException, ExecutionException, TimeoutException {
    end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Waits until the run ends with an error. */
  <T extends Exception> T failure(Class<T> type) {
    var failed =
        assertThrows(ExecutionException.class, () -> end.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    return assertInstanceOf(type, failed.getCause());
  }

  /** Waits until the run ends with an error that has this sentence. */
  void assertFails(Class<? extends Exception> type, String sentence) {
    assertEquals(sentence, failure(type).getMessage());
  }

  /** Lets the bot leave. */
  @Override
  public void close() {
    client.close();
  }
}
