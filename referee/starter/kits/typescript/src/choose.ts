import type { Question } from "tianming";

/**
 * Returns the index of an option, from 0 to `question.optionCount` - 1.
 *
 * `question.position` has what the seat sees, and its options, as the message of the game. This
 * bot takes any option.
 */
export function choose({ match, optionCount }: Pick<Question, "match" | "optionCount">): number {
  return match.random.below(optionCount);
}
