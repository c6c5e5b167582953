package com.github.tianmingreferee.tianming;

import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.handler.ssl.NotSslRecordException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Why a stream to a referee ended, in sentences.
 *
 * @param server address of the referee
 * @param status how the stream ended; null if the referee did not answer
 */
record StreamEnd(String server, Status status) {
  /** Codes after which another try would end in the same way. */
  private static final Set<Status.Code> FINAL =
      EnumSet.of(
          Status.Code.UNAUTHENTICATED,
          Status.Code.PERMISSION_DENIED,
          Status.Code.FAILED_PRECONDITION,
          Status.Code.INVALID_ARGUMENT,
          Status.Code.ABORTED,
          Status.Code.UNIMPLEMENTED);

  /** What the transport reports if it receives a record of TLS, which it cannot read. */
  private static final Pattern TLS_RECORD = Pattern.compile("not SETTINGS.*: 1[56]03");

  StreamEnd {
    status = status == null ? Status.UNAVAILABLE.withDescription("no answer") : status;
  }

  void throwIfFinal() throws RefereeException {
    if (FINAL.contains(status.getCode())) {
      throw new RefusedException(
          status.getCode(),
          Objects.requireNonNullElse(status.getDescription(), "no reason was given"));
    }
    if (causes().anyMatch(GeneralSecurityException.class::isInstance)) {
      throw new RefereeException(
          "the certificate of %s is not trusted: name the file of its authority in TIANMING_CA (%s)"
              .formatted(server, why()),
          status.getCause());
    }
    var target = server.replaceFirst("^https?://", "");
    if (causes().anyMatch(NotSslRecordException.class::isInstance)) {
      throw new RefereeException(
          "the referee at %s does not use TLS: give http://%s".formatted(server, target),
          status.getCause());
    }
    if (TLS_RECORD.matcher(why()).find()) {
      throw new RefereeException(
          "the referee at %s uses TLS: give https://%s".formatted(server, target),
          status.getCause());
    }
  }

  String tryingAgain() {
    return "tianming: no referee at %s, trying again (%s)".formatted(server, why());
  }

  RefereeException noReferee(Duration wait) {
    return new RefereeException(
        "no referee at %s for %d s: start the referee, or check TIANMING_SERVER (%s)"
            .formatted(server, wait.toSeconds(), why()),
        status.getCause());
  }

  /** Returns the message of the first cause, which says more than the description of gRPC. */
  private String why() {
    if (status.isOk()) {
      return "the referee ended the stream";
    }
    return causes()
        .reduce((outer, inner) -> inner)
        .map(Throwable::getMessage)
        .or(() -> Optional.ofNullable(status.getDescription()))
        .orElse(status.getCode().name());
  }

  private Stream<Throwable> causes() {
    return Stream.iterate(status.getCause(), Objects::nonNull, Throwable::getCause);
  }
}
