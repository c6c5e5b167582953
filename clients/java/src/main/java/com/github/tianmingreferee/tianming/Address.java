package com.github.tianmingreferee.tianming;

import com.google.common.net.InetAddresses;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The address of a referee, or the one at which a bot listens.
 *
 * @param target {@code host:port} or {@code unix:/path}
 * @param tls whether streams use TLS
 */
record Address(String target, boolean tls) {
  private static final Pattern SCHEME = Pattern.compile("(https?)://(.*?)/*");
  private static final Pattern HOST_AND_PORT = Pattern.compile("(.+):([0-9]{1,5})");
  private static final Pattern NAME =
      Pattern.compile("(?![0-9.]+$)[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?");
  private static final int LAST_PORT = 65_535;

  /**
   * Parses the address of a referee.
   *
   * @throws IllegalArgumentException if the text is no address
   */
  static Address ofReferee(String text) {
    return parse(text, "of a referee (TIANMING_SERVER)");
  }

  /**
   * Parses the address at which a bot listens. Its certificate decides about TLS.
   *
   * @throws IllegalArgumentException if the text is no address
   */
  static Address toListen(String text) {
    return parse(text, "to listen at (TIANMING_LISTEN)");
  }

  private static Address parse(String text, String use) {
    var scheme = SCHEME.matcher(text);
    boolean hasScheme = scheme.matches();
    var target = hasScheme ? scheme.group(2) : text;
    if (!hasScheme && target.startsWith("unix:") && target.length() > "unix:".length()) {
      return new Address(target, false);
    }
    var parts = HOST_AND_PORT.matcher(target);
    if (!parts.matches()
        || !isHost(parts.group(1))
        || Integer.parseInt(parts.group(2)) > LAST_PORT) {
      throw new IllegalArgumentException(
          ("\"%s\" is no address %s: give host:port, https://host:port or "
                  + "http://host:port, or unix:/path")
              .formatted(text, use));
    }
    boolean tls = hasScheme ? scheme.group(1).equals("https") : !isLoopback(parts.group(1));
    return new Address(target, tls);
  }

  /** Returns whether the address is the path of a Unix domain socket. */
  boolean isUnix() {
    return target.startsWith("unix:");
  }

  /** Returns whether what is sent to the address stays on this machine. */
  boolean isLocal() {
    return isUnix() || isLoopback(host());
  }

  /** Returns the path of a Unix domain socket. */
  Path path() {
    return Path.of(target.substring("unix:".length()));
  }

  /** Returns the address of the socket; a name is resolved. */
  SocketAddress socketAddress() {
    return isUnix()
        ? UnixDomainSocketAddress.of(path())
        : new InetSocketAddress(host(), Integer.parseInt(target.substring(host().length() + 1)));
  }

  /** Returns the host, which a Unix domain socket does not have. */
  String host() {
    return target.substring(0, target.lastIndexOf(':'));
  }

  /** Returns the host, an IPv6 address without its brackets. */
  String bareHost() {
    return host().replaceAll("[\\[\\]]", "");
  }

  private static boolean isHost(String host) {
    return NAME.matcher(host).matches() || InetAddresses.isUriInetAddress(host);
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || (InetAddresses.isUriInetAddress(host)
            && InetAddresses.forUriString(host).isLoopbackAddress());
  }
}
