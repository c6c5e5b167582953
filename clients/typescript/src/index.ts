/**
 * The TypeScript SDK of Tianming: write a bot, and let it play.
 *
 * @example
 * ```ts
 * import { run } from "tianming";
 *
 * await run((question) => question.match.random.below(question.optionCount));
 * ```
 *
 * @packageDocumentation
 */
export type {
  Answer,
  BatchBot,
  Bot,
  BotMethods,
  Choice,
  Choose,
  ChooseBot,
  Thought,
} from "./bot.js";
export { BotError, RefusedError, TianmingError } from "./error.js";
export { Fault, type Outcome, type SeatResult, Termination } from "./gen/tianming/v1/match.js";
export type { Clock, Event, FaultNotice, Match, MatchResult } from "./match.js";
export type { MessageType } from "./payload.js";
export { type Question, questionOf } from "./question.js";
export { Random } from "./random.js";
export { play, run } from "./run.js";
export type { PlayOptions } from "./settings.js";
