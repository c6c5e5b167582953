package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.Hello;
import com.github.tianmingreferee.tianming.v1.SupportedGame;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * How a bot plays. The environment has the defaults, and each {@code with} method returns a copy
 * with another value.
 *
 * <ul>
 *   <li>{@code TIANMING_SERVER}: address of the referee (default {@code 127.0.0.1:50051})
 *   <li>{@code TIANMING_TOKEN}: token of the bot
 *   <li>{@code TIANMING_CA}: PEM file with the authorities that the bot trusts (default: the public
 *       ones)
 *   <li>{@code TIANMING_CERTIFICATE}, {@code TIANMING_KEY}: PEM files with a certificate of the bot
 *   <li>{@code TIANMING_WAIT}: seconds that the bot waits for its first {@code Welcome} (default
 *       300)
 *   <li>{@code TIANMING_LISTEN}: address at which the bot waits for a referee, in place of a server
 * </ul>
 */
public final class Options {
  private static final Pattern TOKEN = Pattern.compile("[!-~]*");
  private static final BigDecimal LONGEST_WAIT = BigDecimal.valueOf(1_000_000_000);

  // Only a new copy changes, in `with`.
  private String server;
  private String token;
  private String listen;
  private String wait;
  private Tls tls;
  private List<String> games = List.of();
  private int maxMatches;
  private String name = "";
  private String version = "";
  private Consumer<String> notices = System.err::println;

  private Options(Map<String, String> environment) {
    server = value(environment, "TIANMING_SERVER", "127.0.0.1:50051");
    token = value(environment, "TIANMING_TOKEN", "");
    listen = value(environment, "TIANMING_LISTEN", "");
    wait = value(environment, "TIANMING_WAIT", "300");
    tls =
        new Tls(
            value(environment, "TIANMING_CA", ""),
            value(environment, "TIANMING_CERTIFICATE", ""),
            value(environment, "TIANMING_KEY", ""));
  }

  private Options(Options other) {
    server = other.server;
    token = other.token;
    listen = other.listen;
    wait = other.wait;
    tls = other.tls;
    games = other.games;
    maxMatches = other.maxMatches;
    name = other.name;
    version = other.version;
    notices = other.notices;
  }

  private static String value(Map<String, String> environment, String variable, String otherwise) {
    var value = environment.getOrDefault(variable, "");
    return value.isEmpty() ? otherwise : value;
  }

  /**
   * Returns the options that the environment of this process has.
   *
   * @return new options
   */
  public static Options fromEnvironment() {
    return from(System.getenv());
  }

  /**
   * Returns the options of another environment.
   *
   * @param environment variables and their values
   * @return new options
   */
  public static Options from(Map<String, String> environment) {
    return new Options(environment);
  }

  private Options with(Consumer<Options> change) {
    var copy = new Options(this);
    change.accept(copy);
    return copy;
  }

  /**
   * Sets the address of the referee.
   *
   * @param address {@code host:port}, {@code https://host:port}, {@code http://host:port} or {@code
   *     unix:/path}. Plain {@code host:port} means TLS unless the host is this machine.
   * @return new options
   */
  public Options withServer(String address) {
    return with(copy -> copy.server = address);
  }

  /**
   * Sets the token of the bot.
   *
   * @param token what {@code referee token} printed
   * @return new options
   */
  public Options withToken(String token) {
    return with(copy -> copy.token = token);
  }

  /**
   * Lets the bot wait for a referee, which dials it.
   *
   * @param address an address as of {@link #withServer}; port 0 for any free port
   * @return new options
   */
  public Options withListen(String address) {
    return with(copy -> copy.listen = address);
  }

  /**
   * Sets the games that the bot plays. Without this, it plays all.
   *
   * @param names names of games
   * @return new options
   */
  public Options withGames(String... names) {
    return with(copy -> copy.games = List.of(names));
  }

  /**
   * Sets how many matches the bot plays at once. Without this, the referee decides.
   *
   * @param matches largest number of matches, 0 for no limit
   * @return new options
   */
  public Options withMaxMatches(int matches) {
    return with(copy -> copy.maxMatches = matches);
  }

  /**
   * Sets the name of the bot for the referee's log. Without this, it is the name of the class.
   *
   * @param name the name
   * @return new options
   */
  public Options withName(String name) {
    return with(copy -> copy.name = name);
  }

  /**
   * Sets the version of the bot for the referee's log.
   *
   * @param version the version, as its author counts
   * @return new options
   */
  public Options withVersion(String version) {
    return with(copy -> copy.version = version);
  }

  /**
   * Sets who receives notices, such as that the bot is connected. Without this, standard error.
   *
   * @param notices receives one sentence at a time, on the thread that calls the bot
   * @return new options
   */
  public Options withNotices(Consumer<String> notices) {
    return with(copy -> copy.notices = notices);
  }

  /**
   * Sets how long the bot waits for its first {@code Welcome}.
   *
   * @param wait the time
   * @return new options
   */
  public Options withWait(Duration wait) {
    return with(copy -> copy.wait = Messages.seconds(wait));
  }

  /**
   * Sets the authorities that the bot trusts. A bot that listens with a certificate then accepts
   * only callers with a certificate of them.
   *
   * @param file PEM file with their certificates
   * @return new options
   */
  public Options withAuthority(Path file) {
    return with(copy -> copy.tls = new Tls(file.toString(), tls.certificate(), tls.key()));
  }

  /**
   * Sets the bot's own certificate.
   *
   * @param file PEM file of the certificate
   * @param key PEM file of its private key
   * @return new options
   */
  public Options withCertificate(Path file, Path key) {
    return with(copy -> copy.tls = new Tls(tls.ca(), file.toString(), key.toString()));
  }

  /** Throws an exception for the first option that cannot be used. */
  void check() {
    tls.check();
    if (isListening()) {
      checkListening();
      tls.forServer();
    } else if (Address.ofReferee(server).tls()) {
      tls.forChannel();
    }
    token();
    patience();
  }

  private void checkListening() {
    var target = listenAddress().target();
    if (listen.startsWith("https:") && tls.certificate().isEmpty()) {
      throw new IllegalArgumentException(
          ("TIANMING_LISTEN is \"%s\", which needs a certificate: set TIANMING_CERTIFICATE and "
                  + "TIANMING_KEY, or give http://%s")
              .formatted(listen, target));
    }
  }

  String listen() {
    return listen;
  }

  String server() {
    return server;
  }

  boolean isListening() {
    return !listen.isEmpty();
  }

  Address listenAddress() {
    return Address.toListen(listen);
  }

  /** Returns the token without the white space around it. The exception does not repeat it. */
  String token() {
    var bare = token.strip();
    if (!TOKEN.matcher(bare).matches()) {
      throw new IllegalArgumentException(
          "the token (TIANMING_TOKEN) has characters that no token has, such as spaces, line "
              + "breaks or accents: give what `referee token` printed, and nothing else");
    }
    return bare;
  }

  Duration patience() {
    try {
      var seconds = new BigDecimal(wait.strip());
      if (seconds.signum() >= 0) {
        return Duration.ofNanos(seconds.min(LONGEST_WAIT).movePointRight(9).longValue());
      }
    } catch (NumberFormatException error) {
      // The sentence below is for this case, too.
    }
    throw new IllegalArgumentException(
        "TIANMING_WAIT is \"%s\": give a number of seconds".formatted(wait));
  }

  Tls tls() {
    return tls;
  }

  /** Returns what the bot says about itself. */
  Hello.Builder hello(String otherName) {
    return Hello.newBuilder()
        .setBotName(name.isEmpty() ? otherName : name)
        .setBotVersion(version)
        .setMaxMatches(maxMatches)
        .addAllGames(
            games.stream().map(game -> SupportedGame.newBuilder().setName(game).build()).toList());
  }

  /** Returns the games as people read them. */
  String gamesText() {
    return games.isEmpty() ? "all" : String.join(", ", games);
  }

  /** Prints a sentence for whoever runs the bot. */
  void tell(String sentence) {
    notices.accept(sentence);
  }
}
