package com.github.tianmingreferee.tianming;

import java.io.PrintStream;
import java.io.Serial;
import java.util.Arrays;
import java.util.regex.Pattern;

/** A mistake of the bot: it threw an exception, or its answer is out of range. */
public final class BotException extends RuntimeException {
  private static final Pattern NOT_OF_BOT =
      Pattern.compile("java\\.|jdk\\.|sun\\.|com\\.github\\.tianmingreferee\\.tianming\\.");

  @Serial private static final long serialVersionUID = 1L;

  BotException(String message) {
    super(message);
  }

  BotException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Prints the exception of the bot with the frames of the bot, and the sentence as last line. */
  void report(PrintStream out) {
    if (getCause() != null) {
      withFramesOfBot(getCause()).printStackTrace(out);
    }
    out.println(getMessage());
  }

  /** Leaves out the frames of Java and of the SDK, unless there are no others. */
  private static Throwable withFramesOfBot(Throwable error) {
    for (var cause = error; cause != null; cause = cause.getCause()) {
      var frames =
          Arrays.stream(cause.getStackTrace())
              .filter(frame -> !NOT_OF_BOT.matcher(frame.getClassName()).lookingAt())
              .toArray(StackTraceElement[]::new);
      if (frames.length > 0) {
        cause.setStackTrace(frames);
      }
    }
    return error;
  }
}
