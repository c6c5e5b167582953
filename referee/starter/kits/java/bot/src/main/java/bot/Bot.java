package bot;

import com.github.tianmingreferee.tianming.Options;
import com.github.tianmingreferee.tianming.Question;
import com.github.tianmingreferee.tianming.Tianming;

/** {{name}}: a bot for Tianming. */
public final class Bot {
  private Bot() {}

  /** Plays until the process is stopped. */
  public static void main(String[] arguments) {
    Tianming.run(Bot::choose, Options.fromEnvironment().withName("{{name}}"));
  }

  /**
   * Returns the index of an option, from 0 to {@code question.optionCount()} - 1.
   *
   * <p>{@code question.position(Position.class)} has what the seat sees, and its options, as the
   * message of the game. This bot takes any option.
   */
  static int choose(Question question) {
    return question.match().random().nextInt(question.optionCount());
  }
}
