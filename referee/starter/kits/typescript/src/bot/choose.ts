import type { Question } from "tianming";

/**
 * Returns the index of an option, from 0 to `question.optionCount` - 1.
 *
 * `question.position` has what the seat sees, and its options, as the message of the game. This
 * bot takes any option.
 */
export function choose(question: Question): number {
  return question.match.random.below(question.optionCount);
}
