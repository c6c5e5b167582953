package com.github.tianmingreferee.tianming;

import io.grpc.Status;
import java.io.Serial;

/** The referee refused the bot, for example because it does not know the token. */
public final class RefusedException extends RefereeException {
  @Serial private static final long serialVersionUID = 1L;

  /** The code of the call. */
  private final Status.Code code;

  RefusedException(Status.Code code, String reason) {
    super("the referee refused the bot: %s (%s)".formatted(reason, code));
    this.code = code;
  }

  /**
   * Returns the code of the refusal.
   *
   * @return the gRPC code
   */
  public Status.Code code() {
    return code;
  }
}
