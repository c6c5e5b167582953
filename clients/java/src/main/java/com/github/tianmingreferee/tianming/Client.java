package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.BenchNotice;
import com.github.tianmingreferee.tianming.v1.Capability;
import com.github.tianmingreferee.tianming.v1.Hello;
import com.github.tianmingreferee.tianming.v1.Invitation;
import com.github.tianmingreferee.tianming.v1.PlayRequest;
import com.github.tianmingreferee.tianming.v1.Welcome;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Plays matches with a bot, for a program of its own. {@link Tianming#run(Bot)} is simpler.
 *
 * <pre>{@code
 * try (var client = new Client(bot, Options.fromEnvironment())) {
 *   client.run(); // until another thread calls close, or interrupts this one
 * }
 * }</pre>
 */
public final class Client implements AutoCloseable {
  private static final int REVISION = 1;
  private static final String USER_AGENT = "tianming-java/0.1.0";
  private static final int MOST_INVITATIONS = 64;
  private static final int MOST_IDLE = 128;
  private static final long PATIENCE_AT_END = TimeUnit.SECONDS.toNanos(2);
  private static final long FOREVER = Long.MAX_VALUE;

  private final Player player;
  private final Options options;
  private final Hello hello;

  /** Tasks for the thread that calls the bot, which is in {@link #run}. */
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosing;

  // Only the thread that calls the bot uses these.
  private final Map<String, MatchTable> idleMatches = new LinkedHashMap<>();

  /**
   * The matches of the referees that called and whose streams have ended, the last one at the end.
   * Usually that referee calls again. Another one does not know those matches, and rejects them.
   */
  private final Deque<MatchTable> resting = new ArrayDeque<>();

  private final Set<Session> invited = new HashSet<>();
  private Status lobbyEnd;
  private boolean wasWelcome;
  private boolean wasInterrupted;

  /**
   * Creates a client. It connects when it {@linkplain #run runs}.
   *
   * @param bot the bot
   * @param options address, token and more
   * @throws IllegalArgumentException if an option cannot be used; the message says how to mend it
   */
  public Client(Bot bot, Options options) {
    options.check();
    this.player = new Player(bot);
    this.options = options;
    this.hello = hello();
  }

  private Hello hello() {
    var hello =
        options
            .hello(player.name())
            .setRevisionMin(REVISION)
            .setRevisionMax(REVISION)
            .setUserAgent(USER_AGENT);
    if (player.wantsEvents()) {
      hello.addCapabilities(Capability.CAPABILITY_EVENTS);
    }
    return hello.build();
  }

  /**
   * Plays until {@link #close} is called or the thread is interrupted. This thread calls the bot.
   *
   * @throws RefereeException if the bot cannot play at this referee; the message is a sentence for
   *     the author of the bot
   * @throws InterruptedException if the thread was interrupted; the bot has left the referee
   * @throws BotException if the bot threw an exception, or chose an option out of range
   */
  public void run() throws RefereeException, InterruptedException {
    try {
      if (options.isListening()) {
        listen();
      } else {
        stay();
      }
      leave();
    } finally {
      sessions.forEach(Session::abort);
    }
    if (wasInterrupted) {
      throw new InterruptedException("the thread of the bot was interrupted");
    }
  }

  /** Leaves the referee, and lets {@link #run} return. It waits for the referee, at most 2 s. */
  @Override
  public void close() {
    isClosing = true;
    tasks.add(() -> {});
    try {
      leave();
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
  }

  private void leave() throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_AT_END;
    sessions.forEach(Session::leave);
    for (var session : sessions) {
      session.awaitEnd(deadline - System.nanoTime());
    }
  }

  /** Does the tasks of the bot's thread until a condition holds or the time is over. */
  private void work(BooleanSupplier until, long nanos) {
    long start = System.nanoTime();
    while (!isClosing && !until.getAsBoolean()) {
      var task = nextTask(nanos - (System.nanoTime() - start));
      if (task == null) {
        return;
      }
      task.run();
    }
  }

  /** Waits for a task; returns null if none comes in time. An interrupt closes the client. */
  private Runnable nextTask(long nanos) {
    try {
      return tasks.poll(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException interruption) {
      isClosing = true;
      wasInterrupted = true;
      return null;
    }
  }

  /** Keeps up a stream to the referee until it refuses the bot. */
  private void stay() throws RefereeException {
    var server = options.server();
    long patience = options.patience().toNanos();
    long start = System.nanoTime();
    var backoff = new Backoff();
    while (!isClosing) {
      long began = System.nanoTime();
      lobbyEnd = null;
      var lobby = dial(server, options.token());
      work(() -> lobbyEnd != null || wasWelcome, patience - (began - start));
      if (wasWelcome) {
        work(() -> lobbyEnd != null, FOREVER);
      }
      if (isClosing) {
        return;
      }
      var end = new StreamEnd(server, lobbyEnd);
      end.throwIfFinal();
      if (!lobby.isWelcome()) {
        end.throwIfOneSided();
      } else {
        backoff.streamLasted(System.nanoTime() - began);
      }
      if (backoff.isFirst()) {
        options.tell(end.tryingAgain());
      }
      long left = wasWelcome ? FOREVER : patience - (System.nanoTime() - start);
      work(() -> false, Math.min(left, backoff.next()));
      if (!wasWelcome && System.nanoTime() - start >= patience) {
        throw end.noReferee(options.patience());
      }
    }
  }

  private Session dial(String server, String token) {
    var address = Address.ofReferee(server);
    var session = session(server);
    session.connect(() -> Dialer.dial(session, address, options.tls(), token));
    introduce(session);
    return session;
  }

  private void listen() throws InterruptedException {
    try (var server = new BotServer(options, this::accept)) {
      options.tell("tianming: listening on " + server.address());
      work(() -> false, FOREVER);
      server.drain();
      leave();
    }
  }

  /** Returns the session of a stream that a referee opened. */
  private Session accept(String referee, StreamObserver<PlayRequest> outgoing) {
    var session = session(referee);
    session.connect(() -> new Session.Connection(outgoing, () -> {}));
    tasks.add(() -> introduce(session));
    return session;
  }

  private Session session(String referee) {
    return new Session(referee, player, tasks::add, System::nanoTime, new Owner());
  }

  private void introduce(Session session) {
    sessions.add(session);
    var known = options.isListening() ? resting.pollLast() : idleMatches.remove(session.referee());
    session.introduce(hello, known == null ? new MatchTable() : known);
  }

  /** Keeps the matches of a stream that has ended for the next stream of the same referee. */
  private void keepMatches(Session session) {
    if (!options.isListening()) {
      idleMatches.put(session.referee(), session.matches());
      if (idleMatches.size() > MOST_IDLE) {
        idleMatches.remove(idleMatches.keySet().iterator().next());
      }
    } else if (!session.matches().isEmpty()) {
      resting.addLast(session.matches());
      if (resting.size() > MOST_IDLE) {
        resting.removeFirst();
      }
    }
  }

  /** What a stream means for the others. */
  private final class Owner implements Session.Owner {
    @Override
    public void welcomed(Session session, Welcome welcome) {
      wasWelcome = true;
      options.tell(
          "tianming: connected to %s as %s, games: %s"
              .formatted(session.referee(), welcome.getBot(), options.gamesText()));
    }

    @Override
    public void invited(Session session, Invitation invitation) {
      if (!invited.contains(session) && invited.size() < MOST_INVITATIONS) {
        try {
          invited.add(dial(invitation.getAddress(), invitation.getTicket()));
        } catch (IllegalArgumentException error) {
          options.tell("tianming: the bot cannot follow an invitation: " + error.getMessage());
        }
      }
    }

    @Override
    public void benched(BenchNotice notice) {
      options.tell(
          "tianming: "
              + Messages.oneLine(
                  "benched in the league %s: %s. %s"
                      .formatted(notice.getLeague(), notice.getReason(), notice.getAdvice())));
    }

    @Override
    public void ended(Session session, Status status) {
      sessions.remove(session);
      session.abort();
      keepMatches(session);
      if (!invited.remove(session)) {
        lobbyEnd = status;
      }
    }
  }
}
