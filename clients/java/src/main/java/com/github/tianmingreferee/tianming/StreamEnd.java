package com.github.tianmingreferee.tianming;

import io.grpc.Status;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
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

  /** What Java reports about a certificate without the name or the address of the referee. */
  private static final Pattern OTHER_HOST =
      Pattern.compile("^No (name|subject alternative .*) (matching .* )?(found|present)");

  StreamEnd {
    status = status == null ? Status.UNAVAILABLE.withDescription("no answer") : status;
  }

  void throwIfFinal() throws RefereeException {
    if (FINAL.contains(status.getCode())) {
      throw new RefusedException(
          status.getCode(),
          Objects.requireNonNullElse(status.getDescription(), "no reason was given"));
    }
    if (causes().anyMatch(StreamEnd::isForAnotherHost)) {
      throw new RefereeException(
          "the certificate of %s has another name: use a name that it has, or issue one for %s (%s)"
              .formatted(server, Address.ofReferee(server).bareHost(), why()),
          status.getCause());
    }
    if (causes().anyMatch(CertificateExpiredException.class::isInstance)) {
      throw new RefereeException(
          "the certificate of %s expired%s: renew it there (%s)"
              .formatted(server, onItsDay(), why()),
          status.getCause());
    }
    if (causes().anyMatch(GeneralSecurityException.class::isInstance)) {
      throw new RefereeException(
          "the certificate of %s is not trusted: name the file of its authority in TIANMING_CA (%s)"
              .formatted(server, why()),
          status.getCause());
    }
  }

  /** Throws an exception if no other try can succeed because only one side uses TLS. */
  void throwIfOneSided() throws RefereeException {
    if (status.getCode() == Status.Code.UNAVAILABLE) {
      var advice = TlsProbe.advice(server);
      if (advice.isPresent()) {
        throw new RefereeException(
            "the referee at %s %s".formatted(server, advice.get()), status.getCause());
      }
    }
  }

  private static boolean isForAnotherHost(Throwable cause) {
    return cause instanceof CertificateException
        && cause.getMessage() != null
        && OTHER_HOST.matcher(cause.getMessage()).find();
  }

  /** Returns when the certificate expired, such as " on 2026-01-31"; empty if Java does not say. */
  private String onItsDay() {
    return causes()
        .filter(CertPathValidatorException.class::isInstance)
        .map(CertPathValidatorException.class::cast)
        .filter(error -> error.getCertPath() != null && error.getIndex() >= 0)
        .map(error -> error.getCertPath().getCertificates().get(error.getIndex()))
        .map(certificate -> ((X509Certificate) certificate).getNotAfter().toInstant())
        .map(end -> " on " + LocalDate.ofInstant(end, ZoneOffset.UTC))
        .findFirst()
        .orElse("");
  }

  String tryingAgain() {
    return "tianming: no referee at %s, trying again (%s)".formatted(server, why());
  }

  RefereeException noReferee(Duration wait) {
    return new RefereeException(
        "no referee at %s for %s s: start the referee, or check TIANMING_SERVER (%s)"
            .formatted(server, Messages.seconds(wait), why()),
        status.getCause());
  }

  /** Returns why the stream ended, and the proxy that was perhaps at fault. */
  private String why() {
    var proxy = System.getProperty("https.proxyHost", "");
    return proxy.isEmpty() || Address.ofReferee(server).isLocal()
        ? reason()
        : "%s; the proxy of https.proxyHost is %s".formatted(reason(), proxy);
  }

  /** Returns the message of the first cause, which says more than the description of gRPC. */
  private String reason() {
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
