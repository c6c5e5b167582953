package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.FaultNotice;
import java.util.List;
import java.util.stream.Stream;

/**
 * A bot. Only {@link #choose} is needed, so a lambda is a bot.
 *
 * <p>The client calls all methods from one thread, one at a time, so a bot needs no locks. An
 * exception of a bot ends the run.
 */
@FunctionalInterface
public interface Bot {
  /**
   * Chooses an option.
   *
   * @param question what the referee asks
   * @return the index of an option, from 0 to {@code question.optionCount() - 1}
   */
  int choose(Question question);

  /**
   * Answers a question. Override it to add a note or a thought for the record, or to resign.
   *
   * @param question what the referee asks
   * @return the answer; by default the option that {@link #choose} returns
   */
  default Answer answer(Question question) {
    return Answer.option(choose(question));
  }

  /**
   * Answers all questions of a frame. Override it to evaluate them together.
   *
   * <p>The client sends answers while the stream still computes others, so a lazy stream keeps no
   * answer waiting.
   *
   * @param questions what the referee asks, in its order
   * @return one answer to each question, in the same order; by default those of {@link #answer}
   */
  default Stream<? extends Answer> chooseBatch(List<Question> questions) {
    return questions.stream().map(this::answer);
  }

  /**
   * Receives a match that has begun, once for each seat that the bot holds.
   *
   * @param match the match as that seat has it
   */
  default void start(Match match) {}

  /**
   * Receives a fault that the referee has recorded.
   *
   * @param match the match as the seat has it
   * @param notice the kind of the fault, its reason and the strikes left
   */
  default void fault(Match match, FaultNotice notice) {}

  /**
   * Receives the end of a match, once for each seat that the bot holds.
   *
   * @param result the outcome, and the seed of the match
   */
  default void end(MatchResult result) {}
}
