package com.github.tianmingreferee.tianming;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of a Unix domain socket that a killed bot left behind. */
final class AbandonedSocket {
  private AbandonedSocket() {}

  /** Removes a socket at which nobody listens, so that a bot can listen there. */
  static void remove(Path path) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path)) {
      try {
        SocketChannel.open(UnixDomainSocketAddress.of(path)).close();
      } catch (ConnectException error) {
        Files.delete(path);
      }
    }
  }
}
