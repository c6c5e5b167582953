package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
  private static String mistake(Map<String, String> environment) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> new Client(question -> 0, Options.from(environment)))
        .getMessage();
  }

  @Test
  @DisplayName("An empty environment means a referee on this machine")
  void defaults() {
    var options = Options.from(Map.of());
    assertEquals("127.0.0.1:50051", options.server());
    assertEquals("", options.token());
    assertEquals(300, options.patience().toSeconds());
    assertFalse(options.isListening());
  }

  @Test
  @DisplayName("An option in code replaces the environment")
  void replacement() {
    var environment = Options.from(Map.of("TIANMING_SERVER", "a:1", "TIANMING_TOKEN", "one"));
    var options = environment.withServer("b:2").withToken(" two\n");
    assertEquals("b:2", options.server());
    assertEquals("two", options.token());
    assertEquals("a:1", environment.server());
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.5", "300, 300", "1e2, 100", "1e300, 1000000000", "0, 0"})
  @DisplayName("A wait is a number of seconds, and may be a part of one")
  void waits(String text, String seconds) {
    var patience = Options.from(Map.of("TIANMING_WAIT", text)).patience();
    assertEquals(seconds, Messages.seconds(patience));
    assertEquals(patience, Options.from(Map.of()).withWait(patience).patience());
  }

  @Test
  @DisplayName("The sentence about a wrong token does not repeat the token")
  void token() {
    assertEquals(
        "the token (TIANMING_TOKEN) has characters that no token has, such as spaces, line breaks"
            + " or accents: give what `referee token` printed, and nothing else",
        mistake(Map.of("TIANMING_TOKEN", "sécret")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          TIANMING_WAIT        | soon         | TIANMING_WAIT is "soon": give a number of seconds
          TIANMING_CERTIFICATE | bot.pem      | TIANMING_CERTIFICATE and TIANMING_KEY go together: set both or none
          TIANMING_WAIT        | -1           | TIANMING_WAIT is "-1": give a number of seconds
          TIANMING_WAIT        | nan          | TIANMING_WAIT is "nan": give a number of seconds
          TIANMING_WAIT        | NaN          | TIANMING_WAIT is "NaN": give a number of seconds
          TIANMING_WAIT        | Infinity     | TIANMING_WAIT is "Infinity": give a number of seconds
          TIANMING_LISTEN      | 50051        | "50051" is no address to listen at (TIANMING_LISTEN): give host:port, https://host:port or http://host:port, or unix:/path
          TIANMING_LISTEN      | 127.0.0.1:0x | "127.0.0.1:0x" is no address to listen at (TIANMING_LISTEN): give host:port, https://host:port or http://host:port, or unix:/path
          TIANMING_LISTEN      | https://a:1  | TIANMING_LISTEN is "https://a:1", which needs a certificate: set TIANMING_CERTIFICATE and TIANMING_KEY, or give http://a:1
          """)
  @DisplayName("A variable that cannot be used is named, with what to set")
  void mistakes(String variable, String value, String sentence) {
    assertEquals(sentence, mistake(Map.of(variable, value)));
  }

  @Test
  @DisplayName("A file that is missing or no PEM file is named with its variable")
  void files(@TempDir Path folder) throws IOException {
    var environment = Map.of("TIANMING_SERVER", "https://localhost:1", "TIANMING_CA", "no-file");
    assertEquals(
        "TIANMING_CA is \"no-file\", which cannot be read: name a PEM file", mistake(environment));
    var file = Files.writeString(folder.resolve("text"), "text").toString();
    assertEquals(
        "TIANMING_KEY is \"%s\", which is no PEM file: name one".formatted(file),
        mistake(
            Map.of(
                "TIANMING_LISTEN",
                "localhost:0",
                "TIANMING_CERTIFICATE",
                certificate(folder),
                "TIANMING_KEY",
                file)));
  }

  private static String certificate(Path folder) throws IOException {
    return Files.writeString(folder.resolve("bot.pem"), "-----BEGIN CERTIFICATE-----").toString();
  }
}
