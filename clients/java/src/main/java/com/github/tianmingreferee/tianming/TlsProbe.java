package com.github.tianmingreferee.tianming;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Asks a server whether it uses TLS, since a broken connection alone does not tell. */
final class TlsProbe {
  /** The first bytes of an HTTP/2 client without TLS: the preface and a SETTINGS frame. */
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII);

  /** The type of the frame with which an HTTP/2 server answers. */
  private static final int SETTINGS = 4;

  private static final int ALERT = 0x15;
  private static final int HANDSHAKE = 0x16;
  private static final int PATIENCE_MILLIS = 2000;
  private static final int MOST_BYTES = 64;

  private TlsProbe() {}

  /** Returns what to do about an address at which only one side uses TLS; else nothing. */
  static Optional<String> advice(String server) {
    var address = Address.ofReferee(server);
    try {
      if (address.isUnix()) {
        return Optional.empty();
      } else if (address.tls()) {
        return isHttp2(reply(address, PREFACE))
            ? Optional.of("does not use TLS: give http://" + address.target())
            : Optional.empty();
      }
      return isTls(reply(address, clientHello()))
          ? Optional.of("uses TLS: give https://" + address.target())
          : Optional.empty();
    } catch (IOException | GeneralSecurityException error) {
      return Optional.empty();
    }
  }

  private static boolean isHttp2(byte[] reply) {
    return reply.length > 3 && reply[3] == SETTINGS;
  }

  private static boolean isTls(byte[] reply) {
    return reply.length > 1 && (reply[0] == ALERT || reply[0] == HANDSHAKE) && reply[1] == 3;
  }

  /** Returns the first bytes of a server's answer. */
  private static byte[] reply(Address address, byte[] bytes) throws IOException {
    try (var socket = new Socket()) {
      socket.connect(address.socketAddress(), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(bytes);
      var reply = new byte[MOST_BYTES];
      return Arrays.copyOf(reply, Math.max(0, socket.getInputStream().read(reply)));
    }
  }

  /** Returns the first message of a TLS client. */
  private static byte[] clientHello() throws IOException, GeneralSecurityException {
    var engine = SSLContext.getDefault().createSSLEngine();
    engine.setUseClientMode(true);
    var message = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), message);
    return Arrays.copyOf(message.array(), message.position());
  }
}
