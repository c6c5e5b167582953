import type { Duration } from "./gen/google/protobuf/duration.js";
import * as wire from "./gen/tianming/v1/match.js";
import type * as play from "./gen/tianming/v1/play.js";
import { type MessageType, unpacker, unpackerOf } from "./payload.js";
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
 * ends, also over lost connections.
 */
export interface Match {
  /** Name of the match, on the stream and in its record. */
  readonly id: string;
  /** Name of the game. */
  readonly game: string;
  /** Version of the game's rules. */
  readonly rulesVersion: number;
  /** Options of the game with their values. */
  readonly options: Readonly<Record<string, string>>;
  /** Names of the bots, in seat order. */
  readonly bots: readonly string[];
  /** The bot's own seat. */
  readonly seat: number;
  /** The clock of every seat. */
  readonly clock: Clock;
  /** Milliseconds in the bank when the referee last announced the match. */
  readonly bank: number;
  /** Number of strikes that forfeit a seat. */
  readonly strikes: number;
  /** Strikes left for the seat, as far as the bot knows. */
  readonly strikesLeft: number;
  /** Hash of the seed that {@link MatchResult} reveals. */
  readonly seedCommitment: Uint8Array;
  /** 32 bytes for the bot's own random choices. */
  readonly botSeed: Uint8Array;
  /** Random numbers that follow from `botSeed`. A bot that uses no others plays the same way again. */
  readonly random: Random;
  /** For the bot, until the match ends. It survives a reconnect, and is empty after a restart. */
  readonly memory: Map<unknown, unknown>;
  /** Returns what stays the same in the match, as the game's own message: `setup(Setup)`. */
  setup<T>(type: MessageType<T>): T;
}

/** A match with what the referee updates. */
export interface RunningMatch extends Match {
  bank: number;
  strikesLeft: number;
}

/** An action of a seat, or a draw of the referee. */
export interface Event {
  /** The match. */
  readonly match: Match;
  /** Index of the event in its match, from 0. */
  readonly index: number;
  /** The seat that acted; `undefined` for a draw. */
  readonly seat: number | undefined;
  /** The event in the game's notation. */
  readonly notation: string;
  /** Returns the event as the game's own message: `detail(Event)`. */
  detail<T>(type: MessageType<T>): T;
}

/** A fault of the bot. */
export interface FaultNotice {
  /** The match. */
  readonly match: Match;
  /** Number of the question; `undefined` if the fault concerns no question. */
  readonly number: number | undefined;
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
export interface MatchResult {
  /** The match. */
  readonly match: Match;
  /** How the match ended for each seat. */
  readonly outcome: wire.Outcome;
  /** Place of the bot's seat, from 1; `undefined` for a void match. */
  readonly place: number | undefined;
  /** Seed of all draws. */
  readonly seed: Uint8Array;
  /** Nonce of the commitment to the seed. */
  readonly seedNonce: Uint8Array;
  /** Whether the seed is the one that the referee committed to before the first draw. */
  readonly isFair: boolean;
  /** Digest of the last entry of the record. */
  readonly recordDigest: Uint8Array;
  /** Events since the bot's last question, oldest first. */
  readonly since: readonly Event[];
}

/** Types of the events of matches, as URLs; empty where it is unknown. */
const EVENT_TYPES = new WeakMap<Match, string>();

/** Returns the match that a message announces. */
export function matchOf(message: play.MatchStarted): RunningMatch {
  const match = {
    id: message.matchId,
    game: message.game,
    rulesVersion: message.rulesVersion,
    options: message.options,
    bots: message.seats.map((seat) => seat.bot),
    seat: message.seat,
    clock: clockOf(message.clock),
    bank: milliseconds(message.bank),
    strikes: message.strikes,
    strikesLeft: message.strikesLeft,
    seedCommitment: message.seedCommitment,
    botSeed: message.botSeed,
    random: new Random(message.botSeed),
    memory: new Map<unknown, unknown>(),
    setup: unpackerOf(message.setup),
  };
  EVENT_TYPES.set(match, message.setup?.typeUrl.replace(/\.Setup$/, ".Event") ?? "");
  return match;
}

/** Returns the event of a message. */
export function eventOf(message: wire.Event, match: Match): Event {
  const { index, seat, notation, detail } = message;
  return { match, index, seat, notation, detail: unpacker(detail, EVENT_TYPES.get(match)) };
}

/** Returns the result of a match that has ended. */
export function resultOf(message: play.MatchEnded, match: Match): MatchResult {
  const { outcome = wire.Outcome.create(), seed, seedNonce, recordDigest } = message;
  return {
    match,
    outcome,
    place: outcome.results.find((result) => result.seat === match.seat)?.place,
    seed,
    seedNonce,
    isFair: keepsCommitment(match.seedCommitment, seed, seedNonce),
    recordDigest,
    since: message.since.map((event) => eventOf(event, match)),
  };
}

/** Returns the milliseconds of a protobuf duration. */
export function milliseconds(duration: Duration | undefined): number {
  return duration === undefined ? 0 : duration.seconds * 1e3 + duration.nanos / 1e6;
}

function clockOf(message: wire.Clock | undefined): Clock {
  return {
    decision: milliseconds(message?.decision),
    bank: milliseconds(message?.bank),
    increment: milliseconds(message?.increment),
    grace: milliseconds(message?.grace),
    first: milliseconds(message?.first),
  };
}
