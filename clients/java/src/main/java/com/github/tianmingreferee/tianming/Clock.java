package com.github.tianmingreferee.tianming;

import java.time.Duration;

/**
 * The clock of a match. All seats have the same clock.
 *
 * @param decision time for each decision
 * @param bank reserve for the whole match
 * @param increment time that each decision adds to the bank
 * @param grace time after the budget in which the referee still takes an answer
 * @param first extra time for the first question to a seat
 */
public record Clock(
    Duration decision, Duration bank, Duration increment, Duration grace, Duration first) {
  static Clock of(com.github.tianmingreferee.tianming.v1.Clock message) {
    return new Clock(
        Messages.duration(message.getDecision()),
        Messages.duration(message.getBank()),
        Messages.duration(message.getIncrement()),
        Messages.duration(message.getGrace()),
        Messages.duration(message.getFirst()));
  }
}
