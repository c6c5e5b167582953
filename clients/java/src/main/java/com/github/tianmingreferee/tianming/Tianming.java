package com.github.tianmingreferee.tianming;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The main function of a bot. */
public final class Tianming {
  /** Kept here, since the logging system forgets the level of a logger that nobody holds. */
  private static final Logger GRPC_LOG = Logger.getLogger("io.grpc");

  private static final long LAST_WORD_MILLIS = 500;

  private Tianming() {}

  /**
   * Plays with the options of the environment; see {@link #run(Bot, Options)}.
   *
   * @param bot the bot
   */
  public static void run(Bot bot) {
    run(bot, Options.fromEnvironment());
  }

  /**
   * Plays until the process is stopped, as the main function of a program.
   *
   * <p>On SIGINT and SIGTERM the bot says goodbye, and the process ends with 0. If the bot cannot
   * play, throws an exception or chooses an option out of range, the process prints why on standard
   * error and ends with 1.
   *
   * @param bot the bot
   * @param options address, token and more
   */
  public static void run(Bot bot, Options options) {
    GRPC_LOG.setLevel(Level.OFF);
    try (var client = new Client(bot, options)) {
      runUntilShutdown(client);
    } catch (BotException error) {
      error.report(System.err);
      System.exit(1);
    } catch (RefereeException | IllegalArgumentException error) {
      exit(error);
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
  }

  private static void runUntilShutdown(Client client)
      throws RefereeException, InterruptedException {
    var ended = new CountDownLatch(1);
    var goodbye = new Thread(() -> leave(client, ended), "tianming-goodbye");
    Runtime.getRuntime().addShutdownHook(goodbye);
    try {
      client.run();
    } finally {
      ended.countDown();
      remove(goodbye);
    }
  }

  /**
   * Says goodbye, then ends the process with 0 in place of the code of the signal. Until the client
   * has ended, its last frames may still be on their way.
   */
  private static void leave(Client client, CountDownLatch ended) {
    client.close();
    try {
      ended.await(LAST_WORD_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }

  private static void remove(Thread shutdownHook) {
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException error) {
      // The process is stopping, and the hook runs.
    }
  }

  private static void exit(Exception error) {
    System.err.println(error.getMessage());
    System.exit(1);
  }
}
