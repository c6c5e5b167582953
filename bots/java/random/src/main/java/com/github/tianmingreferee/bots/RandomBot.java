package com.github.tianmingreferee.bots;

import com.github.tianmingreferee.tianming.Question;
import com.github.tianmingreferee.tianming.Tianming;

/** A bot that takes any option. It plays every game and knows none. */
public final class RandomBot {
  private RandomBot() {}

  /** Plays until the process is stopped. */
  public static void main(String[] arguments) {
    Tianming.run(RandomBot::choose);
  }

  private static int choose(Question question) {
    return question.match().random().nextInt(question.optionCount());
  }
}
