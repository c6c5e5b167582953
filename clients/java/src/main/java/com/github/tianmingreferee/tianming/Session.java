package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.BenchNotice;
import com.github.tianmingreferee.tianming.v1.BotMessage;
import com.github.tianmingreferee.tianming.v1.Goodbye;
import com.github.tianmingreferee.tianming.v1.Hello;
import com.github.tianmingreferee.tianming.v1.Invitation;
import com.github.tianmingreferee.tianming.v1.Limits;
import com.github.tianmingreferee.tianming.v1.PlayRequest;
import com.github.tianmingreferee.tianming.v1.PlayResponse;
import com.github.tianmingreferee.tianming.v1.Pong;
import com.github.tianmingreferee.tianming.v1.RefereeMessage;
import com.github.tianmingreferee.tianming.v1.Welcome;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One stream between the bot and a referee, whichever side opened it.
 *
 * <p>The transport's thread receives frames. It answers pings at once, and hands everything else to
 * the thread that calls the bot. Both threads send frames.
 */
final class Session implements StreamObserver<PlayResponse> {
  /** Learns what concerns more than this stream, on the thread that calls the bot. */
  interface Owner {
    void welcomed(Session session, Welcome welcome);

    void invited(Session session, Invitation invitation);

    void benched(BenchNotice notice);

    void ended(Session session, Status status);
  }

  /**
   * The side of the stream that the bot writes.
   *
   * @param outgoing receives frames
   * @param abort breaks the stream without a goodbye, and releases what it needs
   */
  record Connection(StreamObserver<PlayRequest> outgoing, Runnable abort) {}

  private static final long FLUSH_AFTER = TimeUnit.MILLISECONDS.toNanos(1);

  private final String referee;
  private final Player player;
  private final Executor botThread;
  private final LongSupplier nanoTime;
  private final Owner owner;
  private final CountDownLatch end = new CountDownLatch(1);

  // Guarded by this.
  private Connection connection;
  private boolean isClosed;

  // Only the thread that calls the bot uses these.
  private MatchTable matches;
  private AnswerFrame frame = new AnswerFrame(Limits.getDefaultInstance());
  private long flushed;

  private volatile boolean isWelcome;

  Session(String referee, Player player, Executor botThread, LongSupplier nanoTime, Owner owner) {
    this.referee = referee;
    this.player = player;
    this.botThread = botThread;
    this.nanoTime = nanoTime;
    this.owner = owner;
  }

  /** Returns the address of the referee. */
  String referee() {
    return referee;
  }

  MatchTable matches() {
    return matches;
  }

  boolean isWelcome() {
    return isWelcome;
  }

  /** Opens the stream. */
  synchronized void connect(Supplier<Connection> opening) {
    connection = opening.get();
  }

  /** Introduces the bot, and names the matches that it plays at this referee. */
  void introduce(Hello hello, MatchTable matches) {
    this.matches = matches;
    var introduction = hello.toBuilder().addAllResume(matches.resumePoints());
    send(frameOf(BotMessage.newBuilder().setHello(introduction)));
  }

  @Override
  public void onNext(PlayResponse received) {
    long arrived = nanoTime.getAsLong();
    var pongs = PlayRequest.newBuilder();
    for (var message : received.getMessagesList()) {
      if (message.hasPing()) {
        pongs.addMessagesBuilder().setPong(Pong.newBuilder().setId(message.getPing().getId()));
      }
    }
    if (pongs.getMessagesCount() > 0) {
      send(pongs.build());
    }
    if (pongs.getMessagesCount() < received.getMessagesCount()) {
      botThread.execute(() -> handle(received.getMessagesList(), arrived));
    }
  }

  @Override
  public void onError(Throwable error) {
    end(Status.fromThrowable(error));
  }

  @Override
  public void onCompleted() {
    finish();
    end(Status.OK);
  }

  private void end(Status status) {
    synchronized (this) {
      isClosed = true;
      if (end.getCount() == 0) {
        return;
      }
      end.countDown();
    }
    botThread.execute(() -> owner.ended(this, status));
  }

  /** Ends the bot's side of the stream. */
  private synchronized void finish() {
    if (!isClosed) {
      isClosed = true;
      connection.outgoing().onCompleted();
    }
  }

  /** Says goodbye if the bot was welcome, else breaks the stream. Any thread can call it. */
  synchronized void leave() {
    if (isWelcome) {
      send(frameOf(BotMessage.newBuilder().setGoodbye(Goodbye.getDefaultInstance())));
      finish();
    } else {
      abort();
    }
  }

  /** Breaks the stream. Any thread can call it. */
  synchronized void abort() {
    isClosed = true;
    connection.abort().run();
  }

  /** Waits for the end of the stream. */
  void awaitEnd(long nanos) throws InterruptedException {
    if (isWelcome) {
      end.await(nanos, TimeUnit.NANOSECONDS);
    }
  }

  private synchronized void send(PlayRequest request) {
    if (!isClosed) {
      connection.outgoing().onNext(request);
    }
  }

  private static PlayRequest frameOf(BotMessage.Builder message) {
    return PlayRequest.newBuilder().addMessages(message).build();
  }

  private void handle(List<RefereeMessage> messages, long arrived) {
    var questions = new ArrayList<Question>();
    for (var message : messages) {
      if (message.hasQuestion()) {
        question(message.getQuestion(), arrived).ifPresent(questions::add);
      } else {
        handle(message);
      }
    }
    if (!questions.isEmpty() && !isOver()) {
      answer(questions);
    }
  }

  private synchronized boolean isOver() {
    return isClosed;
  }

  /** Returns a question, unless the referee never announced its match. */
  private Optional<Question> question(
      com.github.tianmingreferee.tianming.v1.Question message, long arrived) {
    matches.see(message.getMatchId(), message.getSinceList());
    return matches
        .find(message.getMatchId(), message.getSeat())
        .map(match -> Question.of(match, message, arrived));
  }

  /** Handles a message that is no question. A client ignores kinds that it does not know. */
  private void handle(RefereeMessage message) {
    switch (message.getKindCase()) {
      case WELCOME -> {
        frame = new AnswerFrame(message.getWelcome().getLimits());
        matches.beginStream();
        isWelcome = true;
        owner.welcomed(this, message.getWelcome());
      }
      case MATCH_STARTED ->
          matches
              .start(message.getMatchStarted())
              .ifPresent(match -> player.call("start", bot -> bot.start(match)));
      case MATCH_EVENTS -> {
        var happened = message.getMatchEvents();
        matches.see(happened.getMatchId(), happened.getEventsList());
        for (var match : matches.seats(happened.getMatchId())) {
          player.events(match, Event.listOf(happened.getEventsList()));
        }
      }
      case FAULT_NOTICE -> {
        var notice = message.getFaultNotice();
        matches
            .find(notice.getMatchId(), notice.getSeat())
            .ifPresent(match -> player.call("fault", bot -> bot.fault(match, notice)));
      }
      case MATCH_ENDED -> {
        var ended = message.getMatchEnded();
        for (var match : matches.remove(ended.getMatchId())) {
          player.call("end", bot -> bot.end(new MatchResult(match, ended)));
        }
      }
      case REJECTION -> matches.remove(message.getRejection().getMatchId());
      case BENCH_NOTICE -> owner.benched(message.getBenchNotice());
      case INVITATION -> owner.invited(this, message.getInvitation());
      default -> {}
    }
  }

  /** Sends all answers in one frame, but lets none wait while the bot thinks. */
  private void answer(List<Question> questions) {
    flushed = nanoTime.getAsLong();
    player.answer(
        questions,
        (question, answer) -> {
          frame.add(question, answer);
          if (nanoTime.getAsLong() - flushed > FLUSH_AFTER) {
            frame.takeParts().forEach(this::send);
            flushed = nanoTime.getAsLong();
          }
        });
    frame.takeParts().forEach(this::send);
  }
}
