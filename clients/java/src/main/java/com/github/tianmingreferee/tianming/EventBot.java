package com.github.tianmingreferee.tianming;

import java.util.List;

/** A bot that follows its matches between its own questions ({@code CAPABILITY_EVENTS}). */
public interface EventBot extends Bot {
  /**
   * Receives events of a match. The next question repeats them in {@link Question#since}.
   *
   * @param match the match as one seat of the bot has it
   * @param events events, oldest first
   */
  void events(Match match, List<Event> events);
}
