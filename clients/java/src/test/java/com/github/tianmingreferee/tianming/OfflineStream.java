package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.BenchNotice;
import com.github.tianmingreferee.tianming.v1.BotMessage;
import com.github.tianmingreferee.tianming.v1.Hello;
import com.github.tianmingreferee.tianming.v1.Invitation;
import com.github.tianmingreferee.tianming.v1.PlayRequest;
import com.github.tianmingreferee.tianming.v1.PlayResponse;
import com.github.tianmingreferee.tianming.v1.RefereeMessage;
import com.github.tianmingreferee.tianming.v1.Welcome;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/** A session without a network, on the thread and with the clock of a test. */
final class OfflineStream implements StreamObserver<PlayRequest>, Session.Owner {
  private final Queue<PlayRequest> frames = new ArrayDeque<>();
  private final Session session;
  private boolean isHalfClosed;
  private long now;

  OfflineStream(Bot bot, Hello hello, MatchTable matches) {
    session = new Session("referee", new Player(bot), Runnable::run, () -> now, this);
    session.connect(() -> new Session.Connection(this, () -> {}));
    session.introduce(hello, matches);
  }

  Session session() {
    return session;
  }

  boolean isHalfClosed() {
    return isHalfClosed;
  }

  /** Lets time pass. */
  void pass(long nanos) {
    now += nanos;
  }

  /** Hands a frame of the referee to the session. */
  void receive(RefereeMessage... messages) {
    session.onNext(PlayResponse.newBuilder().addAllMessages(Arrays.asList(messages)).build());
  }

  /** Returns the next frame of the bot; it has no messages if the bot has sent nothing. */
  List<BotMessage> sent() {
    return frames.isEmpty() ? List.of() : frames.remove().getMessagesList();
  }

  @Override
  public void onNext(PlayRequest frame) {
    frames.add(frame);
  }

  @Override
  public void onError(Throwable error) {
    throw new AssertionError(error);
  }

  @Override
  public void onCompleted() {
    isHalfClosed = true;
  }

  @Override
  public void welcomed(Session session, Welcome welcome) {}

  @Override
  public void benched(BenchNotice notice) {}

  @Override
  public void invited(Session session, Invitation invitation) {}

  @Override
  public void ended(Session session, Status status) {}
}
