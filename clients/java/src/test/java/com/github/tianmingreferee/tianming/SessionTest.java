package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tianmingreferee.tianming.v1.BotMessage;
import com.github.tianmingreferee.tianming.v1.Hello;
import com.github.tianmingreferee.tianming.v1.PlayRequest;
import com.github.tianmingreferee.tianming.v1.PlayResponse;
import com.github.tianmingreferee.tianming.v1.ResumePoint;
import com.google.gson.JsonObject;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Status;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTest {
  private OfflineStream stream;

  private void welcome(Bot bot) {
    stream = new OfflineStream(bot, Hello.getDefaultInstance(), new MatchTable());
    stream.receive(ScriptedReferee.welcomeMessage());
    assertTrue(stream.sent().get(0).hasHello());
  }

  private static List<Integer> numbers(List<BotMessage> answers) {
    return answers.stream().map(answer -> answer.getChoose().getNumber()).toList();
  }

  @Test
  @DisplayName("A frame of questions of several matches gets one frame of answers")
  void oneFrame() {
    welcome(question -> question.match().id().equals("a") ? 1 : 2);
    stream.receive(ScriptedReferee.started("a", 0), ScriptedReferee.started("b", 0));
    stream.receive(ScriptedReferee.question("a", 7), ScriptedReferee.question("b", 8));
    var answers = stream.sent();
    assertEquals(List.of(7, 8), numbers(answers));
    assertEquals(
        List.of(1, 2), answers.stream().map(answer -> answer.getChoose().getOption()).toList());
    assertEquals(List.of(), stream.sent());
  }

  @Test
  @DisplayName("Answers do not wait for the rest of their frame after 1 ms of thinking")
  void flush() {
    welcome(
        question -> {
          stream.pass(question.number() == 2 ? TimeUnit.MICROSECONDS.toNanos(1001) : 0);
          return 0;
        });
    stream.receive(
        ScriptedReferee.started("a", 0),
        ScriptedReferee.question("a", 1),
        ScriptedReferee.question("a", 2),
        ScriptedReferee.question("a", 3));
    assertEquals(List.of(1, 2), numbers(stream.sent()));
    assertEquals(List.of(3), numbers(stream.sent()));
  }

  @Test
  @DisplayName("A question of a match that nobody announced is ignored, and not resumed")
  void unannounced() {
    var matches = new MatchTable();
    stream = new OfflineStream(question -> 1, Hello.getDefaultInstance(), matches);
    stream.sent();
    stream.receive(ScriptedReferee.question("of nobody", 1), ScriptedReferee.started("a", 0));
    stream.receive(ScriptedReferee.question("a", 2));
    assertEquals(List.of(2), numbers(stream.sent()));
    assertEquals(
        List.of("a"), matches.resumePoints().stream().map(ResumePoint::getMatchId).toList());
  }

  @Test
  @DisplayName("The client asks nothing for a stream that is over")
  void over() {
    welcome(
        question -> {
          throw new AssertionError("the bot was asked");
        });
    stream.session().onError(Status.UNAVAILABLE.asException());
    stream.receive(ScriptedReferee.question("a", 1));
    assertEquals(List.of(), stream.sent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "coalesced",
        "drain",
        "end",
        "fault",
        "handshake",
        "invitation",
        "refused",
        "resume"
      })
  @DisplayName("A bot sends the frames of the recorded sessions")
  void recorded(String name) throws InvalidProtocolBufferException {
    var streams = new HashMap<Integer, OfflineStream>();
    var matches = new HashMap<String, MatchTable>();
    String token = "";
    for (var entry : Vectors.of("sessions/" + name).toList()) {
      int number = entry.get("stream").getAsInt();
      var replayed = streams.get(number);
      if (entry.has("open")) {
        token = entry.getAsJsonObject("open").get("authorization").getAsString();
      } else if (replayed == null) {
        streams.put(number, open(entry, matches.computeIfAbsent(token, any -> new MatchTable())));
      } else {
        replay(entry, replayed);
      }
    }
    assertEquals(List.of(), streams.values().stream().flatMap(one -> one.sent().stream()).toList());
  }

  /** Opens a stream, and compares what the bot resumes. */
  private static OfflineStream open(JsonObject entry, MatchTable matches)
      throws InvalidProtocolBufferException {
    var hello = PlayRequest.parseFrom(Vectors.bytes(entry, "bytes")).getMessages(0).getHello();
    var stream =
        new OfflineStream(
            question -> question.number() % question.optionCount(),
            hello.toBuilder().clearResume().build(),
            matches);
    assertEquals(List.of(BotMessage.newBuilder().setHello(hello).build()), stream.sent());
    return stream;
  }

  private static void replay(JsonObject entry, OfflineStream stream)
      throws InvalidProtocolBufferException {
    if (entry.has("end")) {
      var code = entry.getAsJsonObject("end").get("code").getAsString();
      if (code.equals("OK")) {
        stream.session().onCompleted();
      } else {
        stream.session().onError(Status.Code.valueOf(code).toStatus().asException());
      }
    } else if (entry.has("half_close")) {
      assertTrue(stream.isHalfClosed());
    } else if (entry.get("from").getAsString().equals("referee")) {
      stream.session().onNext(PlayResponse.parseFrom(Vectors.bytes(entry, "bytes")));
    } else {
      var expected = PlayRequest.parseFrom(Vectors.bytes(entry, "bytes")).getMessagesList();
      if (expected.get(0).hasGoodbye()) {
        stream.session().leave();
      }
      assertEquals(expected, stream.sent());
    }
  }
}
