package com.github.tianmingreferee.tianming;

import java.io.Serial;

/** A mistake of the bot: it threw an exception, or its answer is out of range. */
public final class BotException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  BotException(String message) {
    super(message);
  }

  BotException(String message, Throwable cause) {
    super(message, cause);
  }
}
