package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tianmingreferee.tianming.v1.BenchNotice;
import com.github.tianmingreferee.tianming.v1.Capability;
import com.github.tianmingreferee.tianming.v1.RefereeMessage;
import com.github.tianmingreferee.tianming.v1.SupportedGame;
import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HandshakeTest extends PlayTest {
  @Test
  @DisplayName("The bot shows its token and introduces itself")
  void hello() throws Exception {
    bot =
        RunningBot.with(
            RunningBot.options(referee.address())
                .withGames("dragon", "china")
                .withMaxMatches(3)
                .withName("ann")
                .withVersion("2.1"),
            question -> 0);
    var stream = referee.accept();
    var hello = stream.hello();
    assertEquals("Bearer secret", stream.token());
    assertEquals(1, hello.getRevisionMin());
    assertEquals(1, hello.getRevisionMax());
    assertEquals("tianming-java/0.1.0", hello.getUserAgent());
    assertEquals("ann", hello.getBotName());
    assertEquals("2.1", hello.getBotVersion());
    assertEquals(3, hello.getMaxMatches());
    assertEquals(
        List.of("dragon", "china"),
        hello.getGamesList().stream().map(SupportedGame::getName).toList());
    assertEquals(List.of(), hello.getCapabilitiesList());
    stream.send(ScriptedReferee.welcomeMessage());
    assertEquals(
        "tianming: connected to %s as ann, games: dragon, china".formatted(referee.address()),
        bot.notice());
  }

  @Test
  @DisplayName("A bot that follows events asks for them")
  void capability() throws Exception {
    assertEquals(
        List.of(Capability.CAPABILITY_EVENTS),
        accept(new Recorder()).hello().getCapabilitiesList());
    assertEquals("Recorder", new Player(new Recorder()).name());
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "UNAUTHENTICATED",
        "PERMISSION_DENIED",
        "FAILED_PRECONDITION",
        "INVALID_ARGUMENT",
        "ABORTED",
        "UNIMPLEMENTED"
      })
  @DisplayName("A refusal ends the run with its reason and code")
  void refusal(Status.Code code) throws Exception {
    accept(question -> 0).fail(code.toStatus().withDescription("no such token"));
    var failure = bot.failure(RefusedException.class);
    assertEquals(
        "the referee refused the bot: no such token (%s)".formatted(code), failure.getMessage());
    assertEquals(code, failure.code());
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1:5, dns:///127.0.0.1:5", "https://[::1]:5, dns:///%5B::1%5D:5"})
  @DisplayName("The brackets of an IPv6 address are escaped in the names of gRPC")
  void target(String server, String target) throws Exception {
    assertEquals(target, Dialer.target(Address.ofReferee(server)));
    bot = RunningBot.at(referee.address(), question -> 0);
  }

  @Test
  @DisplayName("A benched bot says why on one line, and stays")
  void benched() throws Exception {
    var stream = welcome(question -> 0);
    bot.notice();
    var notice =
        BenchNotice.newBuilder()
            .setLeague("spring")
            .setReason("it missed 3 matches")
            .setAdvice("Start it\nagain.");
    stream.send(RefereeMessage.newBuilder().setBenchNotice(notice).build());
    assertEquals(
        "tianming: benched in the league spring: it missed 3 matches. Start it again.",
        bot.notice());
    stream.send(ScriptedReferee.ping(1));
    assertEquals(1, stream.readOne().getPong().getId());
  }

  @Test
  @DisplayName("A bot that finds no referee says so once, and gives up in time")
  void noReferee() throws Exception {
    var nobody = referee.address();
    referee.close();
    bot = RunningBot.with(RunningBot.options(nobody, "TIANMING_WAIT", "1"), question -> 0);
    var failure = bot.failure(RefereeException.class).getMessage();
    var sentence =
        "no referee at %s for 1 s: start the referee, or check TIANMING_SERVER (".formatted(nobody);
    assertTrue(failure.startsWith(sentence), failure);
    assertTrue(failure.endsWith("Connection refused)"), failure);
    assertEquals(1, bot.notices().size());
    var notice = bot.notice();
    assertTrue(
        notice.startsWith("tianming: no referee at %s, trying again (".formatted(nobody)), notice);
  }
}
