package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tianmingreferee.tianming.v1.Draining;
import com.github.tianmingreferee.tianming.v1.Event;
import com.github.tianmingreferee.tianming.v1.FaultNotice;
import com.github.tianmingreferee.tianming.v1.Invitation;
import com.github.tianmingreferee.tianming.v1.MatchEnded;
import com.github.tianmingreferee.tianming.v1.MatchEvents;
import com.github.tianmingreferee.tianming.v1.RefereeMessage;
import com.github.tianmingreferee.tianming.v1.Rejection;
import com.github.tianmingreferee.tianming.v1.ResumePoint;
import io.grpc.Status;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReconnectTest extends PlayTest {
  private static RefereeMessage events(String match, int index, String notation) {
    var event = Event.newBuilder().setIndex(index).setNotation(notation);
    return RefereeMessage.newBuilder()
        .setMatchEvents(MatchEvents.newBuilder().setMatchId(match).addEvents(event))
        .build();
  }

  private static RefereeMessage ended(String match) {
    return RefereeMessage.newBuilder()
        .setMatchEnded(MatchEnded.newBuilder().setMatchId(match))
        .build();
  }

  private static RefereeMessage rejection(String match) {
    return RefereeMessage.newBuilder()
        .setRejection(Rejection.newBuilder().setMatchId(match))
        .build();
  }

  private static ResumePoint point(String match, int nextEvent) {
    return ResumePoint.newBuilder().setMatchId(match).setNextEvent(nextEvent).build();
  }

  @Test
  @DisplayName("Matches survive a broken stream, and the bot says up to where it knows them")
  void resume() throws Exception {
    var recorder = new Recorder();
    var first = welcome(recorder);
    first.send(
        ScriptedReferee.started("a", 0),
        ScriptedReferee.started("a", 1),
        ScriptedReferee.started("b", 0),
        ScriptedReferee.started("c", 0),
        events("a", 4, "x"),
        ended("b"),
        rejection("c"));
    for (var call :
        List.of(
            "start a 0",
            "start a 1",
            "start b 0",
            "start c 0",
            "events a 0 x",
            "events a 1 x",
            "end b 0")) {
      assertEquals(call, recorder.next());
    }
    first.fail(Status.UNAVAILABLE.withDescription("restart"));
    assertEquals(
        "tianming: connected to %s as ann, games: all".formatted(referee.address()), bot.notice());
    assertEquals(
        "tianming: no referee at %s, trying again (restart)".formatted(referee.address()),
        bot.notice());
    var second = referee.accept();
    assertEquals(List.of(point("a", 5)), second.hello().getResumeList());
    second.send(ScriptedReferee.welcomeMessage());
    second.send(ScriptedReferee.started("a", 0), ScriptedReferee.question("a", 9));
    assertEquals("choose a 9", recorder.next());
  }

  @Test
  @DisplayName("A hello has at most 256 resume points, those of the newest matches")
  void resumePoints() throws Exception {
    var first = welcome(question -> 0);
    for (int number = 0; number < 300; number++) {
      first.send(ScriptedReferee.started("m" + number, 0));
    }
    first.send(ScriptedReferee.question("m299", 1));
    first.read();
    first.end();
    var points = referee.accept().hello().getResumeList();
    assertEquals(256, points.size());
    assertEquals("m299", points.get(255).getMatchId());
  }

  @Test
  @DisplayName("A bot learns of its faults in matches that it knows")
  void fault() throws Exception {
    var recorder = new Recorder();
    var notice = FaultNotice.newBuilder().setMatchId("a").setSeat(1).setReason("late");
    welcome(recorder)
        .send(
            RefereeMessage.newBuilder().setFaultNotice(notice).build(),
            ScriptedReferee.started("a", 1),
            RefereeMessage.newBuilder().setFaultNotice(notice).build());
    assertEquals("start a 1", recorder.next());
    assertEquals("fault a 1 late", recorder.next());
  }

  @Test
  @DisplayName("A bot answers a referee that drains, and comes back when it has stopped")
  void draining() throws Exception {
    var first = welcome(question -> 0);
    first.send(
        RefereeMessage.newBuilder().setDraining(Draining.getDefaultInstance()).build(),
        ScriptedReferee.started("a", 0),
        ScriptedReferee.question("a", 1));
    assertEquals(1, first.readOne().getChoose().getNumber());
    first.fail(Status.UNAVAILABLE);
    assertEquals(1, referee.accept().hello().getResumeCount());
  }

  @Test
  @DisplayName("A bot follows an invitation beside its stream to the lobby, in the same thread")
  void invitation() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Bot choosing =
        question -> {
          threads.add(Thread.currentThread());
          return 0;
        };
    var home = welcome(choosing);
    try (var worker = new ScriptedReferee()) {
      var invitation =
          Invitation.newBuilder().setAddress("http://" + worker.address()).setTicket("ticket");
      home.send(RefereeMessage.newBuilder().setInvitation(invitation).build());
      var away = worker.welcome();
      assertEquals("Bearer ticket", away.token());
      away.send(ScriptedReferee.started("a", 0), ScriptedReferee.question("a", 1));
      assertEquals(1, away.readOne().getChoose().getNumber());
      away.end();
    }
    home.send(ScriptedReferee.started("b", 0), ScriptedReferee.question("b", 2));
    assertEquals(2, home.readOne().getChoose().getNumber());
    assertEquals(Set.of(bot.thread()), threads);
  }

  @Test
  @DisplayName("A bot that is closed says goodbye and ends its side of each stream")
  void goodbye() throws Exception {
    var stream = welcome(question -> 0);
    bot.notice();
    bot.close();
    assertTrue(stream.readOne().hasGoodbye());
    stream.awaitEnd();
    bot.awaitEnd();
  }

  @Test
  @DisplayName("A bot whose thread is interrupted says goodbye")
  void interrupt() throws Exception {
    var stream = welcome(question -> 0);
    bot.notice();
    bot.thread().interrupt();
    assertTrue(stream.readOne().hasGoodbye());
    stream.awaitEnd();
    bot.failure(InterruptedException.class);
  }
}
