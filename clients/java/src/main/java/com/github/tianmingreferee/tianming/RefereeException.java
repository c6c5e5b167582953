package com.github.tianmingreferee.tianming;

import java.io.Serial;

/** The bot cannot play at this referee, and another try would not help. */
public class RefereeException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  RefereeException(String message) {
    super(message);
  }

  RefereeException(String message, Throwable cause) {
    super(message, cause);
  }
}
