package com.github.tianmingreferee.bots;

import com.github.tianmingreferee.tianming.Tianming;

/** Greedy. */
public final class GreedyBot {
  private GreedyBot() {}

  /** Plays until the process is stopped. */
  public static void main(String[] arguments) {
    Tianming.run(question -> 0);
  }
}
