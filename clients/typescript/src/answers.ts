import { setImmediate } from "node:timers/promises";
import type { Answer, Choice, ObjectBot, Thought } from "./bot.js";
import { BotError } from "./error.js";
import type * as wire from "./gen/tianming/v1/play.js";
import type { BotMessageKind, Outbox } from "./outbox.js";
import type { Question } from "./question.js";

/** Milliseconds of thinking after which answers do not wait for the rest of their frame. */
const FLUSH_AFTER = 1;

/** What the referee takes of an answer. */
type AnswerLimits = Pick<Answers, "maxNoteCharacters" | "maxReasoningBytes">;

/** Asks the bot, and puts its answers into the outbox of a stream. */
export class Answers {
  /** Largest number of characters in a note. */
  maxNoteCharacters = 200;
  /** Largest number of bytes in the reasoning of a thought; with 0, the referee takes none. */
  maxReasoningBytes = 1 << 14;
  readonly #bot: ObjectBot;
  readonly #outbox: Outbox;
  readonly #fail: (error: BotError) => void;

  /** @param fail - Receives the errors of promises; other errors are thrown. */
  constructor(bot: ObjectBot, outbox: Outbox, fail: (error: BotError) => void) {
    this.#bot = bot;
    this.#outbox = outbox;
    this.#fail = fail;
  }

  /** Answers the questions of a frame. It does not wait for promises of the bot. */
  async answer(questions: readonly Question[]): Promise<void> {
    const groups = this.#bot.chooseBatch ? [questions] : questions.map((question) => [question]);
    let thought = 0;
    for (const group of groups) {
      thought += this.#answer(group);
      if (thought > FLUSH_AFTER) {
        thought = 0;
        this.#outbox.flush();
        await setImmediate(); // the frame leaves only while the bot does not think
      }
    }
    this.#outbox.flush();
  }

  /** Answers questions; returns the milliseconds for which the bot has blocked the stream. */
  #answer(questions: readonly Question[]): number {
    try {
      const began = performance.now();
      const answers = ask(this.#bot, questions);
      const thought = performance.now() - began;
      if (answers instanceof Promise) {
        void this.#answerLater(questions, answers);
      } else {
        this.#put(questions, answers);
      }
      return thought;
    } catch (cause) {
      throw this.#error(cause);
    }
  }

  async #answerLater(
    questions: readonly Question[],
    answers: Promise<readonly Answer[]>,
  ): Promise<void> {
    try {
      this.#put(questions, await answers);
      this.#outbox.flushSoon();
    } catch (cause) {
      this.#fail(this.#error(cause));
    }
  }

  #put(questions: readonly Question[], answers: readonly Answer[]): void {
    if (answers.length !== questions.length) {
      throw new BotError(
        `chooseBatch got ${questions.length} questions and gave ${answers.length} answers: ` +
          "give one answer to each question",
      );
    }
    for (const [index, question] of questions.entries()) {
      this.#outbox.add(messageOf(question, answers[index], this));
    }
  }

  #error(cause: unknown): BotError {
    const method = this.#bot.chooseBatch ? "chooseBatch" : "choose";
    return cause instanceof BotError ? cause : BotError.in(method, cause);
  }
}

function ask(
  bot: ObjectBot,
  questions: readonly Question[],
): readonly Answer[] | Promise<readonly Answer[]> {
  if (bot.chooseBatch) {
    return bot.chooseBatch(questions);
  }
  const answers = questions.map((question) => bot.choose(question));
  const isAsync = answers.some((answer) => answer instanceof Promise);
  return isAsync
    ? Promise.all(answers.map((answer) => Promise.resolve(answer)))
    : (answers as Answer[]);
}

/** Returns the message of an answer. */
function messageOf(
  question: Question,
  answer: Answer | undefined,
  limits: AnswerLimits,
): BotMessageKind {
  const { match, number, optionCount } = question;
  if (answer === "resign") {
    return { $case: "resign", value: { matchId: match.id } };
  }
  const choice = answer instanceof Object ? answer : ({ option: answer } as Choice);
  const { option, note = "", thought } = choice;
  if (!Number.isInteger(option) || option < 0 || option >= optionCount) {
    throw new BotError(
      `choose gave ${String(option)} to question ${number}: give 0 to ${optionCount - 1}`,
    );
  }
  const choose: wire.Choose = {
    matchId: match.id,
    number,
    answer: { $case: "option", value: option },
    note: cut(plain(textOf(note, "a note", number)), limits.maxNoteCharacters),
    thought: thought && thoughtOf(thought, number, limits.maxReasoningBytes),
  };
  return { $case: "choose", value: choose };
}

/** Returns a thought with its numbers within the limits of the contract. */
function thoughtOf(thought: Thought, number: number, maxReasoningBytes: number): wire.Thought {
  const { value, nodes = 0, depth = 0, principalLine = [], reasoning = "" } = thought;
  const { tokensIn = 0, tokensOut = 0, cost = 0 } = thought;
  return {
    value: value === undefined || Number.isNaN(value) ? undefined : clamp(value, 1),
    nodes: count(nodes, MAX_NODES),
    depth: count(depth, 2 ** 32 - 1),
    principalLine: principalLine.map((text) => plain(textOf(text, "principalLine", number))),
    reasoning: cutBytes(plain(textOf(reasoning, "reasoning", number)), maxReasoningBytes),
    tokensIn: count(tokensIn, MAX_NODES),
    tokensOut: count(tokensOut, MAX_NODES),
    costMicros: count(Math.round(cost * MICROS), MAX_NODES),
  };
}

/** Parts of a US dollar in which the contract counts costs. */
const MICROS = 1_000_000;

/** The mark at the end of a reasoning that was cut. */
const CUT = "\n[cut]";

/** Largest count that a number of JavaScript holds without loss. */
const MAX_NODES = Number.MAX_SAFE_INTEGER;

/** Returns a whole number from 0 to `limit`; 0 for NaN. */
function count(value: number, limit: number): number {
  return Math.trunc(clamp(value, limit)) || 0;
}

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(value, 0), limit);
}

function textOf(text: unknown, what: string, number: number): string {
  if (typeof text !== "string") {
    throw new BotError(
      `choose gave ${what} to question ${number} that is ${String(text)}: give a text`,
    );
  }
  return text;
}

/**
 * Returns a text without the characters that cost a strike, control characters of no layout, and
 * without halves of surrogate pairs.
 */
function plain(text: string): string {
  return text.replaceAll(/(?![\t\n\r])\p{Cc}|\p{Surrogate}/gu, "");
}

/** Returns a text of at most `maxBytes` bytes of UTF-8; a longer one is cut, and ends with a mark. */
function cutBytes(text: string, maxBytes: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) {
    return text;
  }
  let end = maxBytes - CUT.length;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) {
    end--; // the character does not fit as a whole
  }
  return end <= 0 ? "" : new TextDecoder().decode(bytes.subarray(0, end)) + CUT;
}

function cut(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : Array.from(text).slice(0, maxCharacters).join("");
}
