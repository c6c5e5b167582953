package com.github.tianmingreferee.tianming;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The PEM files for TLS. Each path can be empty.
 *
 * @param ca certificates of the authorities that the bot trusts
 * @param certificate the bot's own certificate
 * @param key the private key of that certificate
 */
record Tls(String ca, String certificate, String key) {
  /**
   * Checks that certificate and key are given together.
   *
   * @throws IllegalArgumentException if one of them is missing
   */
  void check() {
    if (certificate.isEmpty() != key.isEmpty()) {
      throw new IllegalArgumentException(
          "TIANMING_CERTIFICATE and TIANMING_KEY go together: set both or none");
    }
  }

  /**
   * Reads the files for streams to a referee.
   *
   * @throws IllegalArgumentException if a file is missing or no PEM file
   */
  ChannelCredentials forChannel() {
    var builder = TlsChannelCredentials.newBuilder();
    try {
      if (!ca.isEmpty()) {
        builder.trustManager(open("TIANMING_CA", ca));
      }
      if (!certificate.isEmpty()) {
        builder.keyManager(open("TIANMING_CERTIFICATE", certificate), open("TIANMING_KEY", key));
      }
    } catch (IOException error) {
      throw new IllegalArgumentException(error.getMessage(), error);
    }
    return builder.build();
  }

  /**
   * Reads the files for a server; without a certificate it uses no TLS. With an authority it
   * accepts only callers with a certificate of that authority.
   *
   * @throws IllegalArgumentException if a file is missing or no PEM file
   */
  ServerCredentials forServer() {
    if (certificate.isEmpty()) {
      return InsecureServerCredentials.create();
    }
    try {
      var builder =
          TlsServerCredentials.newBuilder()
              .keyManager(open("TIANMING_CERTIFICATE", certificate), open("TIANMING_KEY", key));
      if (!ca.isEmpty()) {
        builder
            .trustManager(open("TIANMING_CA", ca))
            .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
      }
      return builder.build();
    } catch (IOException error) {
      throw new IllegalArgumentException(error.getMessage(), error);
    }
  }

  private static InputStream open(String variable, String path) throws IOException {
    byte[] content;
    try {
      content = Files.readAllBytes(Path.of(path));
    } catch (IOException error) {
      throw new IOException(
          "%s is \"%s\", which cannot be read: name a PEM file".formatted(variable, path), error);
    }
    if (!new String(content, StandardCharsets.US_ASCII).contains("-----BEGIN ")) {
      throw new IOException(
          "%s is \"%s\", which is no PEM file: name one".formatted(variable, path));
    }
    return new ByteArrayInputStream(content);
  }
}
