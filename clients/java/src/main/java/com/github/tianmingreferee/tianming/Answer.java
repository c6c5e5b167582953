package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.Thought;

/** The answer to a question: a {@link Choice} or a {@link Resignation}. */
public sealed interface Answer {
  /**
   * Returns the choice of an option.
   *
   * @param index index of the option, from 0
   * @return a choice without a note
   */
  static Choice option(int index) {
    return new Choice(index, "", Thought.getDefaultInstance());
  }

  /**
   * Returns the answer that gives up the match.
   *
   * @return the resignation
   */
  static Resignation resign() {
    return new Resignation();
  }

  /**
   * The choice of an option.
   *
   * @param option index of the option, from 0
   * @param note a remark for the record, or an empty text. The client removes control characters
   *     and cuts the note to the limit of the referee.
   * @param thought what the bot thinks of the position, for the record; the default instance for
   *     nothing
   */
  record Choice(int option, String note, Thought thought) implements Answer {
    /**
     * Returns the same choice with a note.
     *
     * @param note a remark for the record
     * @return the choice
     */
    public Choice withNote(String note) {
      return new Choice(option, note, thought);
    }

    /**
     * Returns the same choice with a thought.
     *
     * @param thought what the bot thinks of the position
     * @return the choice
     */
    public Choice withThought(Thought thought) {
      return new Choice(option, note, thought);
    }
  }

  /** Gives up the match. A substitute player plays all seats of the bot to the end. */
  record Resignation() implements Answer {}
}
