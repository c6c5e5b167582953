import { setImmediate } from "node:timers/promises";
import type { Answer, Choice, ObjectBot, Thought } from "./bot.js";
import { BotError } from "./error.js";
import type * as wire from "./gen/tianming/v1/play.js";
import type { BotMessageKind, Outbox } from "./outbox.js";
import type { Question } from "./question.js";

/** Milliseconds of thinking after which answers do not wait for the rest of their frame. */
const FLUSH_AFTER = 1;

/** Asks the bot, and puts its answers into the outbox of a stream. */
export class Answers {
  /** Largest number of characters in a note. */
  maxNoteCharacters = 200;
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
      this.#outbox.add(messageOf(question, answers[index], this.maxNoteCharacters));
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
  maxNoteCharacters: number,
): BotMessageKind {
  const { match, number, optionCount } = question;
  if (answer === "resign") {
    return { $case: "resign", value: { matchId: match.id } };
  }
  const choice: Choice = typeof answer === "object" ? answer : { option: answer ?? NaN };
  const { option, note = "", thought } = choice;
  if (!Number.isInteger(option) || option < 0 || option >= optionCount) {
    throw new BotError(`choose gave ${option} to question ${number}: give 0 to ${optionCount - 1}`);
  }
  const choose: wire.Choose = {
    matchId: match.id,
    number,
    answer: { $case: "option", value: option },
    note: cut(plain(note), maxNoteCharacters),
    thought: thought && thoughtOf(thought),
  };
  return { $case: "choose", value: choose };
}

function thoughtOf({ value, nodes = 0, depth = 0, principalLine = [] }: Thought): wire.Thought {
  return { value, nodes, depth, principalLine: principalLine.map(plain) };
}

/** Returns a text without the characters that cost a strike: control characters of no layout. */
function plain(text: string): string {
  return text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, "");
}

function cut(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : Array.from(text).slice(0, maxCharacters).join("");
}
