import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Answers } from "./answers.js";
import type { ObjectBot } from "./bot.js";
import { BotError } from "./error.js";
import {
  type BenchNotice,
  Capability,
  type Hello,
  type Invitation,
  type PlayResponse,
  type RefereeMessage,
  type Welcome,
} from "./gen/tianming/v1/play.js";
import { eventOf, resultOf } from "./match.js";
import type { Matches } from "./matches.js";
import { type FrameStream, Outbox } from "./outbox.js";
import { ArrivedQuestion, type Question } from "./question.js";

const REVISION = 1;
const USER_AGENT = "tianming-typescript/0.1.0";

/** Milliseconds in which a referee ends the stream after `Goodbye`. */
export const LEAVE_TIMEOUT = 2000;

/** What a bot says about itself in `Hello`. */
export type Introduction = Pick<Hello, "botName" | "botVersion" | "games" | "maxMatches">;

/** What the sessions of a run share. */
export interface SessionContext {
  readonly bot: ObjectBot;
  readonly introduction: Introduction;
  /** Receives lines about the connection. */
  readonly log: (line: string) => void;
  /** Makes the session say goodbye and end. */
  readonly leave: AbortSignal;
  /** Makes the session end at once. */
  readonly cut: AbortSignal;
}

/** The other side of a session. */
export interface Peer {
  readonly address: string;
  /** The matches of the bot at this referee, which outlive the session. */
  readonly matches: Matches;
  /** Called when the referee welcomes the bot. */
  readonly welcome?: () => void;
  /** Called when the referee invites the bot. */
  readonly invitation?: (invitation: Invitation) => void;
}

/** One stream of a bot with a referee, from `Hello` to the end. Who opened it makes no difference. */
export class Session {
  readonly #context: SessionContext;
  readonly #stream: FrameStream;
  readonly #peer: Peer;
  readonly #matches: Matches;
  readonly #outbox: Outbox;
  readonly #answers: Answers;

  /** @param stream - Reads frames as `PlayResponse`, and writes frames as bytes. */
  constructor(context: SessionContext, stream: FrameStream, peer: Peer) {
    this.#context = context;
    this.#stream = stream;
    this.#peer = peer;
    this.#matches = peer.matches;
    this.#outbox = new Outbox(stream);
    this.#answers = new Answers(context.bot, this.#outbox, (error) => stream.destroy(error));
  }

  /**
   * Plays until the stream ends.
   *
   * @throws `BotError` when the bot fails, and the error of the stream when it breaks.
   */
  async play(): Promise<void> {
    const ended = new AbortController();
    try {
      await Promise.race([this.#read(), this.#stopped(ended.signal)]);
    } finally {
      ended.abort();
    }
  }

  /** Waits until the session must end although its stream has not. */
  async #stopped(ended: AbortSignal): Promise<void> {
    await Promise.race([once(this.#context.cut, "abort", { signal: ended }), this.#left(ended)]);
    this.#stream.destroy();
  }

  /** Waits until the bot leaves, says goodbye, and gives the referee time to end the stream. */
  async #left(ended: AbortSignal): Promise<void> {
    await once(this.#context.leave, "abort", { signal: ended });
    this.#outbox.add({ $case: "goodbye", value: { reason: "the bot was stopped" } });
    this.#outbox.end();
    await delay(LEAVE_TIMEOUT, undefined, { signal: ended });
  }

  async #read(): Promise<void> {
    this.#stream.on("error", () => undefined); // the loop throws it
    this.#outbox.add({ $case: "hello", value: this.#hello() });
    this.#outbox.flush();
    for await (const frame of this.#stream as AsyncIterable<PlayResponse>) {
      await this.#receive(frame);
    }
  }

  #hello(): Hello {
    return {
      ...this.#context.introduction,
      revisionMin: REVISION,
      revisionMax: REVISION,
      userAgent: USER_AGENT,
      resume: this.#matches.resumePoints(),
      capabilities: this.#context.bot.events ? [Capability.EVENTS] : [],
    };
  }

  async #receive(frame: PlayResponse): Promise<void> {
    const arrival = performance.now();
    const questions: Question[] = [];
    for (const { kind } of frame.messages) {
      if (kind?.$case === "question") {
        const { matchId, seat, since } = kind.value;
        const match = this.#matches.get(matchId, seat);
        if (match) {
          questions.push(new ArrivedQuestion(kind.value, match, arrival));
          this.#matches.saw(matchId, since);
        }
      } else if (kind) {
        await this.#handle(kind);
      }
    }
    if (questions.length > 0) {
      await this.#answers.answer(questions);
    }
  }

  /** Handles a message that is no question. */
  async #handle(kind: NonNullable<RefereeMessage["kind"]>): Promise<void> {
    const { bot } = this.#context;
    const matches = this.#matches;
    switch (kind.$case) {
      case "ping":
        this.#outbox.add({ $case: "pong", value: { id: kind.value.id } });
        this.#outbox.flush();
        break;
      case "welcome":
        this.#welcome(kind.value);
        break;
      case "matchStarted": {
        const match = matches.start(kind.value);
        if (match) {
          await this.#call("start", () => bot.start?.(match));
        }
        break;
      }
      case "matchEvents":
        matches.saw(kind.value.matchId, kind.value.events);
        for (const match of matches.seats(kind.value.matchId)) {
          const events = kind.value.events.map((event) => eventOf(event, match));
          await this.#call("events", () => bot.events?.(match, events));
        }
        break;
      case "faultNotice": {
        const { matchId, seat, number, ...fault } = kind.value;
        const match = matches.get(matchId, seat);
        if (match) {
          match.strikesLeft = fault.strikesLeft;
          await this.#call("fault", () => bot.fault?.({ match, number, ...fault }));
        }
        break;
      }
      case "matchEnded":
        for (const match of matches.remove(kind.value.matchId)) {
          const result = resultOf(kind.value, match);
          await this.#call("end", () => bot.end?.(result));
        }
        break;
      case "rejection":
        matches.remove(kind.value.matchId);
        break;
      case "benchNotice":
        this.#benched(kind.value);
        break;
      case "invitation":
        this.#peer.invitation?.(kind.value);
        break;
    }
  }

  #welcome(message: Welcome): void {
    const { maxFrameBytes, maxNoteCharacters, maxReasoningBytes } = message.limits ?? {};
    this.#outbox.maxFrameBytes = maxFrameBytes || this.#outbox.maxFrameBytes;
    this.#answers.maxNoteCharacters = maxNoteCharacters || this.#answers.maxNoteCharacters;
    this.#answers.maxReasoningBytes = maxReasoningBytes ?? this.#answers.maxReasoningBytes;
    this.#matches.forgetSilent();
    this.#peer.welcome?.();
    const games = this.#context.introduction.games.map((game) => game.name).join(", ");
    this.#context.log(
      `tianming: connected to ${this.#peer.address} as ${message.bot}, games: ${games || "all"}`,
    );
  }

  #benched({ league, reason, advice }: BenchNotice): void {
    const line = `benched in the league ${league}: ${reason}. ${advice}`;
    this.#context.log(`tianming: ${line.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")}`);
  }

  async #call(method: string, call: () => unknown): Promise<void> {
    try {
      await call();
    } catch (cause) {
      throw BotError.in(method, cause);
    }
  }
}
