import type { Event } from "./gen/tianming/v1/match.js";
import type { MatchStarted, ResumePoint } from "./gen/tianming/v1/play.js";
import { type Match, matchOf, milliseconds, type RunningMatch } from "./match.js";

/** Resume points in a `Hello`, so that its frame stays small. */
const MAX_RESUME_POINTS = 256;

/** Matches that are kept although the last stream did not name them: most have ended. */
const MAX_SILENT = 256;

interface Entry {
  readonly seats: Map<number, RunningMatch>;
  nextEvent: number;
  /** Whether the present stream has named the match. */
  isNamed: boolean;
}

/** The matches that a bot plays at one referee. They outlive its streams. */
export class Matches {
  readonly #entries = new Map<string, Entry>();

  /** Whether there is no match. */
  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Registers a match; returns it if it is new to the bot. */
  start(message: MatchStarted): Match | undefined {
    const entry = this.#entries.get(message.matchId) ?? {
      seats: new Map<number, RunningMatch>(),
      nextEvent: 0,
      isNamed: true,
    };
    this.#entries.set(message.matchId, entry);
    entry.isNamed = true;
    const known = entry.seats.get(message.seat);
    if (known) {
      known.strikesLeft = message.strikesLeft;
      known.bank = milliseconds(message.bank);
      return undefined;
    }
    const match = matchOf(message);
    entry.seats.set(message.seat, match);
    return match;
  }

  /** Returns a match as a seat of the bot has it. */
  get(matchId: string, seat: number): RunningMatch | undefined {
    return this.#entries.get(matchId)?.seats.get(seat);
  }

  /** Returns a match as each seat of the bot has it. */
  seats(matchId: string): Match[] {
    return [...(this.#entries.get(matchId)?.seats.values() ?? [])];
  }

  /** Removes a match; returns it as each seat of the bot had it. */
  remove(matchId: string): Match[] {
    const seats = this.seats(matchId);
    this.#entries.delete(matchId);
    return seats;
  }

  /** Remembers that the bot has seen events of a match. */
  saw(matchId: string, events: readonly Event[]): void {
    const entry = this.#entries.get(matchId);
    const last = events.at(-1);
    if (entry && last) {
      entry.nextEvent = Math.max(entry.nextEvent, last.index + 1);
    }
  }

  /** Begins a stream: forgets the matches that the stream before it did not name, except the last. */
  forgetSilent(): void {
    const silent = [...this.#entries].filter(([, entry]) => !entry.isNamed);
    for (const [matchId] of silent.slice(0, -MAX_SILENT)) {
      this.#entries.delete(matchId);
    }
    for (const entry of this.#entries.values()) {
      entry.isNamed = false;
    }
  }

  /** Returns where the bot stands in its matches. */
  resumePoints(): ResumePoint[] {
    const points = [...this.#entries].map(([matchId, { nextEvent }]) => ({ matchId, nextEvent }));
    return points.slice(-MAX_RESUME_POINTS);
  }
}
