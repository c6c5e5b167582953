package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tianmingreferee.tianming.v1.BotServiceGrpc;
import com.github.tianmingreferee.tianming.v1.RefereeMessage;
import com.github.tianmingreferee.tianming.v1.ServeRequest;
import com.github.tianmingreferee.tianming.v1.ServeResponse;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.MetadataUtils;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BotServerTest {
  private static final String NOTICE = "tianming: listening on ";

  private RunningBot bot;
  private ManagedChannel channel;

  /** Starts a listening bot, and opens a channel to it. */
  private void listen(String address) throws InterruptedException {
    bot = RunningBot.with(RunningBot.options("").withListen(address), question -> 2);
    var notice = bot.notice();
    assertTrue(notice.startsWith(NOTICE), notice);
    channel =
        Grpc.newChannelBuilder(
                notice.substring(NOTICE.length()), InsecureChannelCredentials.create())
            .build();
  }

  @AfterEach
  void stop() throws Exception {
    bot.close();
    channel.shutdownNow();
  }

  private BlockingClientCall<ServeRequest, ServeResponse> dial(String token) {
    var metadata = new Metadata();
    metadata.put(Dialer.AUTHORIZATION, token);
    return BotServiceGrpc.newBlockingV2Stub(channel)
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata))
        .serve();
  }

  private static ServeRequest frame(RefereeMessage... messages) {
    return ServeRequest.newBuilder().addAllMessages(Arrays.asList(messages)).build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:0", "http://127.0.0.1:0/", "unix:{folder}/bot.sock"})
  @DisplayName("A listening bot plays, says goodbye, and names its matches to the next stream")
  void serve(String address, @TempDir Path folder) throws Exception {
    listen(address.replace("{folder}", folder.toString()));
    var first = dial("Bearer secret");
    assertTrue(first.read().getMessages(0).hasHello());
    first.write(
        frame(
            ScriptedReferee.welcomeMessage(),
            ScriptedReferee.started("a", 0),
            ScriptedReferee.question("a", 1)));
    assertEquals(2, first.read().getMessages(0).getChoose().getOption());
    first.cancel("broken", null);
    var second = dial("Bearer secret");
    assertEquals("a", second.read().getMessages(0).getHello().getResume(0).getMatchId());
    second.write(frame(ScriptedReferee.welcomeMessage(), ScriptedReferee.question("a", 2)));
    second.read();
    bot.close();
    assertTrue(second.read().getMessages(0).hasGoodbye());
    assertEquals(null, second.read());
    bot.awaitEnd();
  }

  @Test
  @DisplayName("Referees that call at once have matches of their own")
  void callers() throws Exception {
    listen("127.0.0.1:0");
    var calls = List.of(dial("Bearer secret"), dial("Bearer secret"));
    for (var call : calls) {
      assertEquals(0, call.read().getMessages(0).getHello().getResumeCount());
      call.write(
          frame(
              ScriptedReferee.welcomeMessage(),
              ScriptedReferee.started("m" + calls.indexOf(call), 0),
              ScriptedReferee.ping(1)));
      call.read();
    }
    for (var call : calls) {
      call.cancel("broken", null);
    }
    var resumed = new HashSet<String>();
    for (int i = 0; i < calls.size(); i++) {
      resumed.add(dial("Bearer secret").read().getMessages(0).getHello().getResume(0).getMatchId());
    }
    assertEquals(Set.of("m0", "m1"), resumed);
  }

  @Test
  @DisplayName("A bot listens at the socket that a killed one left, but not at one that is in use")
  void abandoned(@TempDir Path folder) throws Exception {
    var path = folder.resolve("bot.sock");
    var left = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    left.bind(UnixDomainSocketAddress.of(path));
    var options = RunningBot.options("").withListen("unix:" + path);
    try (var bot = RunningBot.with(options, question -> 0)) {
      bot.failure(IllegalArgumentException.class);
    }
    left.close();
    listen("unix:" + path);
    bot.close();
    bot.awaitEnd();
    assertFalse(Files.exists(path));
  }

  @Test
  @DisplayName("A listening bot refuses a call without its token")
  void token() throws Exception {
    listen("127.0.0.1:0");
    var error = assertThrows(StatusException.class, () -> dial("Bearer wrong").read());
    assertEquals(Status.Code.UNAUTHENTICATED, error.getStatus().getCode());
  }

  @Test
  @DisplayName("A load balancer can ask for the health of a bot without its token")
  void health() throws Exception {
    listen("127.0.0.1:0");
    var response =
        HealthGrpc.newBlockingV2Stub(channel).check(HealthCheckRequest.getDefaultInstance());
    assertEquals(ServingStatus.SERVING, response.getStatus());
  }
}
