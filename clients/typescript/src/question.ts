import type * as wire from "./gen/tianming/v1/play.js";
import { type Event, type Match, milliseconds } from "./match.js";
import { type MessageType, Payload } from "./payload.js";

/** A question: answer it with an index from 0 to `optionCount` - 1. */
export class Question {
  /** Number of the question in its match. */
  readonly number: number;
  /** Number of options. */
  readonly optionCount: number;
  /** Milliseconds for the answer, from the moment at which the referee sent the question. */
  readonly budget: number;
  /** When the budget runs out, on the clock of `performance.now()`. */
  readonly deadline: number;
  readonly #message: wire.Question;
  #position: Payload | undefined;
  #since: readonly Event[] | undefined;

  /** @internal */
  constructor(
    /** The match. */
    readonly match: Match,
    message: wire.Question,
    arrival: number,
  ) {
    this.number = message.number;
    this.optionCount = message.optionCount;
    this.budget = milliseconds(message.budget);
    this.deadline = arrival + this.budget;
    this.#message = message;
  }

  /** The seat that is asked. */
  get seat(): number {
    return this.match.seat;
  }

  /** Events since the last question to the seat, oldest first. */
  get since(): readonly Event[] {
    return (this.#since ??= this.#message.since.map((event) => this.match.event(event)));
  }

  /** Returns what the seat sees and its options, as the game's own message: `position(Position)`. */
  position<T>(type: MessageType<T>): T {
    return (this.#position ??= Payload.of(this.#message.position)).as(type);
  }
}
