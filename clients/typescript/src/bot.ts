import type { Event, FaultNotice, Match, MatchResult } from "./match.js";
import type { Question } from "./question.js";

/** What a bot thinks of a position. The record keeps it for replays and learners. */
export interface Thought {
  /** Expected result for the seat, from 0 (loss) to 1 (win). */
  readonly value?: number;
  /** Number of positions that the bot searched. */
  readonly nodes?: number;
  /** Depth of the search in decisions. */
  readonly depth?: number;
  /** The line of play that the bot expects, in the game's notation. */
  readonly principalLine?: readonly string[];
  /** How the bot came to its choice, in words. The SDK cuts it to the bytes that the referee allows. */
  readonly reasoning?: string;
  /** Tokens that a language model read for the choice. The referee checks neither these nor the cost. */
  readonly tokensIn?: number;
  /** Tokens that it wrote. */
  readonly tokensOut?: number;
  /** What the choice cost, in US dollars. */
  readonly cost?: number;
}

/** The index of an option, with remarks for the record. */
export interface Choice {
  /** Index of the option. */
  readonly option: number;
  /** A remark for the record. The SDK cuts it to the length that the referee announces. */
  readonly note?: string;
  /** What the bot thinks of the position. */
  readonly thought?: Thought;
}

/** What a bot answers: the index of an option, a {@link Choice}, or `"resign"` to give up the match. */
export type Answer = number | Choice | "resign";

/** A bot that is a function. */
export type Choose = (question: Question) => Answer | Promise<Answer>;

/**
 * What a bot that is an object may have. It needs `choose` or `chooseBatch` as well.
 *
 * The SDK calls the bot from one thread. Synchronous methods run one at a time, and nothing is read
 * or sent meanwhile. The promises of `choose` and `chooseBatch` run concurrently: the SDK asks all
 * questions of a frame, and continues to read. It awaits each of the other methods before it
 * handles the next message of the stream. An error in any method ends the run.
 */
export interface BotMethods {
  /** Name of the bot for the referee's log. Default: the name of its class. */
  readonly name?: string;
  /** Version of the bot for the referee's log. */
  readonly version?: string;
  /** Names of the games that the bot plays. Default: all. */
  readonly games?: readonly string[];
  /** Largest number of matches at once. Default: as many as the organiser gives. */
  readonly maxMatches?: number;
  /** A match begins for a seat of the bot. It is called again after a restart of the bot. */
  start?(match: Match): void | Promise<void>;
  /** Something happened in a match. The referee sends events early only to a bot with this method. */
  events?(match: Match, events: readonly Event[]): void | Promise<void>;
  /** The referee reports a fault of the bot. */
  fault?(notice: FaultNotice): void | Promise<void>;
  /** A match has ended for a seat of the bot. */
  end?(result: MatchResult): void | Promise<void>;
}

/** A bot that answers one question at a time. */
export interface ChooseBot extends BotMethods {
  /** Answers a question. */
  choose(question: Question): Answer | Promise<Answer>;
  readonly chooseBatch?: undefined;
}

/** A bot that answers all questions of a frame at once, such as a neural network. */
export interface BatchBot extends BotMethods {
  /** Answers the questions of a frame, in their order. */
  chooseBatch(questions: readonly Question[]): readonly Answer[] | Promise<readonly Answer[]>;
}

/** A bot: a function from a question to an answer, or an object. */
export type Bot = Choose | ChooseBot | BatchBot;

/** A bot in the form in which the SDK calls it. */
export type ObjectBot = ChooseBot | BatchBot;
