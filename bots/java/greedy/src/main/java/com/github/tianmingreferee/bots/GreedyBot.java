package com.github.tianmingreferee.bots;

import com.github.tianmingreferee.tianming.Question;
import com.github.tianmingreferee.tianming.Tianming;
import com.github.tianmingreferee.tianming.games.dragon.v1.Position;

/** A bot that plays In the Year of the Dragon by a greedy policy, and other games at random. */
public final class GreedyBot {
  private GreedyBot() {}

  /** Plays until the process is stopped. */
  public static void main(String[] arguments) {
    Tianming.run(GreedyBot::choose);
  }

  private static int choose(Question question) {
    return question.match().game().equals("dragon")
        ? DragonPolicy.choose(question.position(Position.class))
        : question.match().random().nextInt(question.optionCount());
  }
}
