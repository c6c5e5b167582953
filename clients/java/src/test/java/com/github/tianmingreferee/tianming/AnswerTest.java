package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tianmingreferee.tianming.v1.BotMessage;
import com.github.tianmingreferee.tianming.v1.PlayRequest;
import com.github.tianmingreferee.tianming.v1.RefereeMessage;
import com.github.tianmingreferee.tianming.v1.Thought;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AnswerTest extends PlayTest {
  private static RefereeMessage[] questions(int count) {
    return Stream.concat(
            Stream.of(ScriptedReferee.started("m", 0)),
            IntStream.rangeClosed(1, count)
                .mapToObj(number -> ScriptedReferee.question("m", number)))
        .toArray(RefereeMessage[]::new);
  }

  private static List<Integer> numbers(List<BotMessage> answers) {
    return answers.stream().map(answer -> answer.getChoose().getNumber()).toList();
  }

  /** A bot that gives one answer to everything. */
  private static Bot always(Answer answer) {
    return new Bot() {
      @Override
      public int choose(Question question) {
        throw new AssertionError("the client asks for the answer");
      }

      @Override
      public Answer answer(Question question) {
        return answer;
      }
    };
  }

  @Test
  @DisplayName("No frame of answers is larger than the referee allows")
  void split() throws Exception {
    var stream = welcome(question -> 3);
    stream.send(questions(100));
    var received = new ArrayList<Integer>();
    while (received.size() < 100) {
      var answers = stream.read();
      assertTrue(
          PlayRequest.newBuilder().addAllMessages(answers).build().getSerializedSize() <= 200);
      received.addAll(numbers(answers));
    }
    assertEquals(IntStream.rangeClosed(1, 100).boxed().toList(), received);
  }

  @Test
  @DisplayName("The bot answers a ping while it thinks")
  void ping() throws Exception {
    var isThinking = new CountDownLatch(1);
    var go = new Semaphore(0);
    Bot thinker =
        question -> {
          isThinking.countDown();
          go.acquireUninterruptibly();
          return 0;
        };
    var stream = welcome(thinker);
    stream.send(questions(1));
    isThinking.await();
    stream.send(ScriptedReferee.ping(-1));
    assertEquals(-1, stream.readOne().getPong().getId());
    go.release();
    assertEquals(List.of(1), numbers(stream.read()));
  }

  @Test
  @DisplayName("A bot ignores messages of kinds that it does not know")
  void unknown() throws Exception {
    var stream = welcome(question -> 0);
    stream.send(RefereeMessage.parseFrom(new byte[] {(byte) 0x9a, 6, 0}));
    stream.send(questions(1));
    assertEquals(List.of(1), numbers(stream.read()));
  }

  @Test
  @DisplayName("A note is cut to the limit of the referee, without control characters")
  void note() throws Exception {
    var thought =
        Thought.newBuilder()
            .setValue(0.5)
            .setNodes(9)
            .addPrincipalLine("pa\u0007ss")
            .setReasoning("\u001b[1m" + "é".repeat(13))
            .setTokensIn(1200);
    var choice = Answer.option(1).withNote("a\u0000b\n😀cdef").withThought(thought.build());
    var stream = welcome(always(choice));
    stream.send(questions(1));
    var choose = stream.readOne().getChoose();
    assertEquals(1, choose.getOption());
    assertEquals("ab\n😀c", choose.getNote());
    assertEquals(0.5, choose.getThought().getValue());
    assertEquals(List.of("pass"), choose.getThought().getPrincipalLineList());
    assertEquals("[1m" + "é".repeat(7) + "\n[cut]", choose.getThought().getReasoning());
    assertEquals(1200, choose.getThought().getTokensIn());
  }

  @Test
  @DisplayName("A bot can resign")
  void resign() throws Exception {
    var stream = welcome(always(Answer.resign()));
    stream.send(questions(1));
    assertEquals("m", stream.readOne().getResign().getMatchId());
  }

  @Test
  @DisplayName("An option out of range ends the run without a goodbye")
  void outOfRange() throws Exception {
    var stream = welcome(question -> 4);
    stream.send(questions(1));
    stream.awaitEnd();
    bot.assertFails(BotException.class, "choose gave 4 to question 1: give 0 to 3");
  }

  @Test
  @DisplayName("An exception of the bot ends the run without a goodbye")
  void exception() throws Exception {
    var mistake = new IllegalStateException("no\nidea");
    Bot broken =
        question -> {
          throw mistake;
        };
    var stream = welcome(broken);
    stream.send(questions(1));
    stream.awaitEnd();
    var failure = bot.failure(BotException.class);
    var sentence = "the bot failed in choose: java.lang.IllegalStateException: no idea";
    assertEquals(sentence, failure.getMessage());
    assertSame(mistake, failure.getCause());
    var report = new ByteArrayOutputStream();
    failure.report(new PrintStream(report, true, StandardCharsets.UTF_8));
    var lines = report.toString(StandardCharsets.UTF_8).strip().lines().toList();
    assertEquals(sentence, lines.get(lines.size() - 1));
  }

  @Test
  @DisplayName("A batch needs one answer to each question")
  void batch() throws Exception {
    Bot forgetful =
        new Bot() {
          @Override
          public int choose(Question question) {
            return 0;
          }

          @Override
          public Stream<Answer> chooseBatch(List<Question> questions) {
            return Stream.of(Answer.option(0));
          }
        };
    var stream = welcome(forgetful);
    stream.send(questions(2));
    bot.assertFails(
        BotException.class,
        "chooseBatch gave fewer answers than the 2 questions: give one answer to each question");
  }
}
