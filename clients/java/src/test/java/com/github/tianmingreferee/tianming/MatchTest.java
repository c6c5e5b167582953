package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tianmingreferee.tianming.games.dragon.v1.Observation;
import com.github.tianmingreferee.tianming.games.dragon.v1.Position;
import com.github.tianmingreferee.tianming.games.dragon.v1.Setup;
import com.github.tianmingreferee.tianming.v1.MatchStarted;
import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatchTest {
  private static Match match(byte seed) {
    var bytes = new byte[32];
    bytes[0] = seed;
    return new Match(
        MatchStarted.newBuilder()
            .setBotSeed(ByteString.copyFrom(bytes))
            .setSetup(Any.pack(Setup.newBuilder().setSeats(2).build()))
            .build());
  }

  @Test
  @DisplayName("Random numbers follow from the bot's seed")
  void random() {
    assertEquals(match((byte) 1).random().nextLong(), match((byte) 1).random().nextLong());
    assertEquals(
        2,
        List.of(match((byte) 1), match((byte) 2)).stream()
            .map(match -> match.random().nextLong())
            .distinct()
            .count());
  }

  @Test
  @DisplayName("Setup and position have the types of the game")
  void types() {
    var message =
        com.github.tianmingreferee.tianming.v1.Question.newBuilder()
            .setBudget(com.google.protobuf.Duration.newBuilder().setSeconds(1).setNanos(5))
            .setPosition(
                Any.pack(
                    Position.newBuilder()
                        .setObservation(Observation.newBuilder().setMonth(3))
                        .build()))
            .build();
    var question = new Question(match((byte) 1), message, 0);
    assertEquals(2, question.match().setup(Setup.class).getSeats());
    assertEquals(3, question.position(Position.class).getObservation().getMonth());
    assertEquals(Duration.ofSeconds(1, 5), question.budget());
    assertThrows(IllegalArgumentException.class, () -> question.position(Setup.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"china", "dragon", "ming"})
  @DisplayName("A recorded frame is a question of its game")
  void recorded(String game) throws IOException {
    var question = Question.ofFrame(Vectors.question(game));
    assertEquals(game, question.match().game());
    assertTrue(question.optionCount() > 1);
  }

  @Test
  @DisplayName("A frame without a match is no recorded question")
  void notRecorded() {
    for (var frame : List.of(new byte[0], new byte[] {-1})) {
      var error = assertThrows(IllegalArgumentException.class, () -> Question.ofFrame(frame));
      assertTrue(error.getMessage().startsWith("the frame is no recorded question: "));
    }
  }

  @Test
  @DisplayName("An event is an action of a seat or a draw, with its data")
  void events() {
    var detail =
        com.github.tianmingreferee.tianming.games.dragon.v1.Event.newBuilder()
            .setDraw(com.github.tianmingreferee.tianming.games.dragon.v1.Draw.getDefaultInstance())
            .build();
    var action = com.github.tianmingreferee.tianming.v1.Event.newBuilder().setSeat(0);
    var draw =
        com.github.tianmingreferee.tianming.v1.Event.newBuilder()
            .setIndex(1)
            .setNotation("deal")
            .setDetail(detail.toByteString());
    var events = Event.listOf(List.of(action.build(), draw.build()));
    assertEquals(OptionalInt.of(0), events.get(0).seat());
    assertEquals(OptionalInt.empty(), events.get(1).seat());
    assertEquals(
        detail,
        events.get(1).detail(com.github.tianmingreferee.tianming.games.dragon.v1.Event.parser()));
  }
}
