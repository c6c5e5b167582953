package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tianmingreferee.tianming.v1.BotServiceGrpc;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.StatusException;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  private static Authority authority;
  private static Authority other;

  @BeforeAll
  static void create(@TempDir Path folder) throws Exception {
    authority = Authority.create(folder, "referee");
    other = Authority.create(folder, "bot");
  }

  private static RunningBot bot(String server, Map<String, String> environment) {
    return RunningBot.with(
        Options.from(environment).withServer(server).withToken("secret"), question -> 0);
  }

  @Test
  @DisplayName("A bot connects to a referee whose authority it knows, and shows its certificate")
  void mutual() throws Exception {
    var credentials =
        TlsServerCredentials.newBuilder()
            .keyManager(authority.certificate().toFile(), authority.key().toFile())
            .trustManager(other.certificate().toFile())
            .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
            .build();
    var environment =
        Map.of(
            "TIANMING_CA", authority.certificate().toString(),
            "TIANMING_CERTIFICATE", other.certificate().toString(),
            "TIANMING_KEY", other.key().toString());
    try (var referee = new ScriptedReferee(credentials);
        var bot = bot("https://localhost:" + referee.port(), environment)) {
      referee.welcome();
      bot.notice();
    }
  }

  @Test
  @DisplayName("A certificate that is not trusted ends the run")
  void untrusted() throws Exception {
    var credentials =
        TlsServerCredentials.create(authority.certificate().toFile(), authority.key().toFile());
    try (var referee = new ScriptedReferee(credentials)) {
      var address = "https://localhost:" + referee.port();
      try (var bot = bot(address, Map.of())) {
        assertStartsWith(
            "the certificate of %s is not trusted: name the file of its authority in TIANMING_CA ("
                .formatted(address),
            bot.failure(RefereeException.class).getMessage());
      }
    }
  }

  @Test
  @DisplayName("A certificate with another name is called so")
  void otherHost() throws Exception {
    var credentials =
        TlsServerCredentials.create(authority.certificate().toFile(), authority.key().toFile());
    try (var referee = new ScriptedReferee(credentials)) {
      var address = "https://127.0.0.1:" + referee.port();
      var options = RunningBot.options(address).withAuthority(authority.certificate());
      try (var bot = RunningBot.with(options, question -> 0)) {
        assertStartsWith(
            "the certificate of %s has another name: use a name that it has, or issue one for 127.0.0.1 ("
                .formatted(address),
            bot.failure(RefereeException.class).getMessage());
      }
    }
  }

  @Test
  @DisplayName("A bot with an authority accepts only callers with a certificate of it")
  void callers() throws Exception {
    var options =
        RunningBot.options("")
            .withListen("localhost:0")
            .withCertificate(authority.certificate(), authority.key())
            .withAuthority(other.certificate());
    try (var bot = RunningBot.with(options, question -> 0)) {
      var place = bot.notice().substring("tianming: listening on ".length());
      var trusting =
          TlsChannelCredentials.newBuilder().trustManager(authority.certificate().toFile());
      assertFalse(greets(place, trusting.build()));
      trusting.keyManager(authority.certificate().toFile(), authority.key().toFile());
      assertFalse(greets(place, trusting.build()));
      trusting.keyManager(other.certificate().toFile(), other.key().toFile());
      assertTrue(greets(place, trusting.build()));
    }
  }

  /** Returns whether a listening bot says hello to a caller. */
  private static boolean greets(String place, ChannelCredentials credentials) throws Exception {
    var metadata = new Metadata();
    metadata.put(Dialer.AUTHORIZATION, "Bearer secret");
    var channel = Grpc.newChannelBuilder(place, credentials).build();
    try {
      var call =
          BotServiceGrpc.newBlockingV2Stub(channel)
              .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata))
              .serve();
      return call.read().getMessages(0).hasHello();
    } catch (StatusException error) {
      return false;
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  @DisplayName("A bot that uses TLS alone says which address to give")
  void onlyTheBot() throws Exception {
    try (var referee = new ScriptedReferee();
        var bot = bot("https://" + referee.address(), Map.of())) {
      bot.assertFails(
          RefereeException.class,
          "the referee at https://%1$s does not use TLS: give http://%1$s"
              .formatted(referee.address()));
    }
  }

  @Test
  @DisplayName("A bot that alone uses no TLS says which address to give")
  void onlyTheReferee() throws Exception {
    var credentials =
        TlsServerCredentials.create(authority.certificate().toFile(), authority.key().toFile());
    try (var referee = new ScriptedReferee(credentials);
        var bot = bot("http://" + referee.address(), Map.of())) {
      bot.assertFails(
          RefereeException.class,
          "the referee at http://%1$s uses TLS: give https://%1$s".formatted(referee.address()));
    }
  }

  private static void assertStartsWith(String start, String text) {
    assertTrue(text.startsWith(start), text);
  }
}
