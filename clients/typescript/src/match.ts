import type { Duration } from "./gen/google/protobuf/duration.js";
import * as wire from "./gen/tianming/v1/match.js";
import type { MatchEnded, MatchStarted } from "./gen/tianming/v1/play.js";
import { type MessageType, Payload } from "./payload.js";
import { Random } from "./random.js";
import { keepsCommitment } from "./seed.js";

/** The clock of a match, in milliseconds. All seats have the same clock. */
export interface Clock {
  /** Time for each decision. */
  readonly decision: number;
  /** Reserve for the whole match. */
  readonly bank: number;
  /** Time that each decision adds to the bank. */
  readonly increment: number;
  /** Time after the budget in which the referee still takes an answer. */
  readonly grace: number;
  /** Extra time for the first question to a seat. */
  readonly first: number;
}

/**
 * A match that the bot plays, as one of its seats has it. The object stays the same until the match
 * ends, also over lost connections: use it as a key of a `Map` or `WeakMap` for what the bot
 * remembers.
 */
export class Match {
  /** Name of the match, on the stream and in its record. */
  readonly id: string;
  /** Name of the game. */
  readonly game: string;
  /** Version of the game's rules. */
  readonly rulesVersion: number;
  /** Options of the game with their values. */
  readonly options: Readonly<Record<string, string>>;
  /** Names of the bots, in seat order. */
  readonly seats: readonly string[];
  /** The bot's own seat. */
  readonly seat: number;
  /** The clock of every seat. */
  readonly clock: Clock;
  /** Number of strikes that forfeit a seat. */
  readonly strikes: number;
  /** Hash of the seed that {@link MatchResult} reveals. */
  readonly seedCommitment: Uint8Array;
  /** 32 bytes for the bot's own random choices. */
  readonly botSeed: Uint8Array;
  /** Random numbers that follow from `botSeed`. A bot that uses no others plays the same way again. */
  readonly random: Random;
  /** Strikes left for the seat, as far as the bot knows. */
  strikesLeft: number;
  /** Milliseconds in the bank when the referee last announced the match. */
  bank: number;
  readonly #setup: Payload;

  /** @internal */
  constructor(message: MatchStarted) {
    this.id = message.matchId;
    this.game = message.game;
    this.rulesVersion = message.rulesVersion;
    this.options = message.options;
    this.seats = message.seats.map((seat) => seat.bot);
    this.seat = message.seat;
    this.clock = clock(message.clock);
    this.strikes = message.strikes;
    this.seedCommitment = message.seedCommitment;
    this.botSeed = message.botSeed;
    this.random = new Random(message.botSeed);
    this.strikesLeft = message.strikesLeft;
    this.bank = milliseconds(message.bank);
    this.#setup = Payload.of(message.setup);
  }

  /** Returns what stays the same in the match, as the game's own message: `match.setup(Setup)`. */
  setup<T>(type: MessageType<T>): T {
    return this.#setup.as(type);
  }

  /** @internal */
  event(message: wire.Event): Event {
    return new Event(this, message, this.#setup.sibling("Event", message.detail));
  }
}

/** An action of a seat, or a draw of the referee. */
export class Event {
  /** Index of the event in its match, from 0. */
  readonly index: number;
  /** The seat that acted; `undefined` for a draw. */
  readonly seat: number | undefined;
  /** The event in the game's notation. */
  readonly notation: string;
  readonly #detail: Payload;

  /** @internal */
  constructor(
    /** The match. */
    readonly match: Match,
    message: wire.Event,
    detail: Payload,
  ) {
    this.index = message.index;
    this.seat = message.seat;
    this.notation = message.notation;
    this.#detail = detail;
  }

  /** Returns the event as the game's own message: `event.detail(Event)`. */
  detail<T>(type: MessageType<T>): T {
    return this.#detail.as(type);
  }
}

/** A fault of the bot. */
export interface FaultNotice {
  /** The match. */
  readonly match: Match;
  /** Number of the question; `undefined` if the fault concerns no question. */
  readonly number?: number | undefined;
  /** Kind of the fault. It may be a number that this version does not know. */
  readonly fault: wire.Fault;
  /** Whether the referee has played a substitute choice. */
  readonly substituted: boolean;
  /** Strikes left for the seat; at 0 it is forfeited. */
  readonly strikesLeft: number;
  /** The reason in a sentence. */
  readonly reason: string;
}

/** How a match ended, and the seed of its draws. */
export class MatchResult {
  /** How the match ended for each seat. */
  readonly outcome: wire.Outcome;
  /** Seed of all draws. */
  readonly seed: Uint8Array;
  /** Nonce of the commitment to the seed. */
  readonly seedNonce: Uint8Array;
  /** Digest of the last entry of the record. */
  readonly recordDigest: Uint8Array;
  /** Events since the bot's last question, oldest first. */
  readonly since: readonly Event[];

  /** @internal */
  constructor(
    /** The match. */
    readonly match: Match,
    message: MatchEnded,
  ) {
    this.outcome = message.outcome ?? wire.Outcome.create();
    this.seed = message.seed;
    this.seedNonce = message.seedNonce;
    this.recordDigest = message.recordDigest;
    this.since = message.since.map((event) => match.event(event));
  }

  /** Whether the seed is the one that the referee committed to before the first draw. */
  get isFair(): boolean {
    return keepsCommitment(this.match.seedCommitment, this.seed, this.seedNonce);
  }

  /** Place of the bot's seat, from 1; `undefined` for a void match. */
  get place(): number | undefined {
    return this.outcome.results.find((result) => result.seat === this.match.seat)?.place;
  }
}

/** Returns the milliseconds of a protobuf duration. */
export function milliseconds(duration: Duration | undefined): number {
  return duration === undefined ? 0 : duration.seconds * 1e3 + duration.nanos / 1e6;
}

function clock(message: wire.Clock | undefined): Clock {
  return {
    decision: milliseconds(message?.decision),
    bank: milliseconds(message?.bank),
    increment: milliseconds(message?.increment),
    grace: milliseconds(message?.grace),
    first: milliseconds(message?.first),
  };
}
