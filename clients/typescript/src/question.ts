import * as wire from "./gen/tianming/v1/play.js";
import { type Event, eventOf, type Match, matchOf, milliseconds } from "./match.js";
import { type MessageType, type Unpack, unpackerOf } from "./payload.js";

/** A question: answer it with an index from 0 to `optionCount` - 1. */
export interface Question {
  /** The match. */
  readonly match: Match;
  /** Number of the question in its match; the questions to all seats count. */
  readonly number: number;
  /** The seat that is asked. */
  readonly seat: number;
  /** Number of options. */
  readonly optionCount: number;
  /** Milliseconds for the answer, from the moment at which the referee sent the question. */
  readonly budget: number;
  /** When the budget runs out, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** Events since the last question to the seat, oldest first. */
  readonly since: readonly Event[];
  /** Returns what the seat sees and its options, as the game's own message: `position(Position)`. */
  position<T>(type: MessageType<T>): T;
}

/**
 * Returns the question of a recorded frame, for the tests of a bot. The frame is a serialized
 * `PlayResponse` with `MatchStarted` and a `Question` of that match.
 *
 * @throws `TypeError` when the frame has no such messages.
 */
export function questionOf(frame: Uint8Array): Question {
  const kinds = wire.PlayResponse.decode(frame).messages.map((message) => message.kind);
  const started = kinds.find((kind) => kind?.$case === "matchStarted");
  const asked = kinds.find((kind) => kind?.$case === "question");
  if (!started || !asked) {
    throw new TypeError(
      "the frame has no question: give a PlayResponse with MatchStarted and Question",
    );
  }
  return new ArrivedQuestion(asked.value, matchOf(started.value), performance.now());
}

/** A question that has arrived on a stream. It unpacks only what the bot asks for. */
export class ArrivedQuestion implements Question {
  readonly number: number;
  readonly seat: number;
  readonly optionCount: number;
  readonly budget: number;
  readonly deadline: number;
  readonly #message: wire.Question;
  #since: readonly Event[] | undefined;
  #position: Unpack | undefined;

  /** @param arrival - When it has arrived, on the clock of `performance.now()`. */
  constructor(
    message: wire.Question,
    readonly match: Match,
    arrival: number,
  ) {
    this.number = message.number;
    this.seat = message.seat;
    this.optionCount = message.optionCount;
    this.budget = milliseconds(message.budget);
    this.deadline = arrival + this.budget;
    this.#message = message;
  }

  get since(): readonly Event[] {
    return (this.#since ??= this.#message.since.map((event) => eventOf(event, this.match)));
  }

  position<T>(type: MessageType<T>): T {
    return (this.#position ??= unpackerOf(this.#message.position))(type);
  }
}
