import { call } from "./call.js";
import { BotError, messageOf } from "./error.js";
import type { Invitation } from "./gen/tianming/v1/play.js";
import { Matches } from "./matches.js";
import type { SessionContext } from "./session.js";

/** Invitations that a bot follows at once, and referees whose matches it remembers. */
const MAX_INVITATIONS = 64;

/** The streams to referees that the bot was invited to. It plays each once. */
export class Invitations {
  readonly #context: SessionContext;
  readonly #fail: (error: BotError) => void;
  readonly #open = new Set<Promise<void>>();
  readonly #known = new Map<string, Matches>();

  /** @param fail - Receives the error of a bot that fails on one of the streams. */
  constructor(context: SessionContext, fail: (error: BotError) => void) {
    this.#context = context;
    this.#fail = fail;
  }

  /** Plays where a match waits. */
  follow(invitation: Invitation): void {
    if (this.#open.size < MAX_INVITATIONS) {
      const stream = this.#play(invitation).finally(() => this.#open.delete(stream));
      this.#open.add(stream);
    }
  }

  /** Waits until all streams have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#open);
  }

  async #play({ address, ticket }: Invitation): Promise<void> {
    const matches = this.#known.get(address) ?? new Matches();
    this.#remember(address, matches);
    try {
      await call(this.#context, ticket, { address, matches });
    } catch (error) {
      if (error instanceof BotError) {
        this.#fail(error);
      } else {
        this.#context.log(`tianming: the invitation to ${address} failed: ${messageOf(error)}`);
      }
    }
  }

  #remember(address: string, matches: Matches): void {
    this.#known.delete(address);
    this.#known.set(address, matches);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_INVITATIONS && oldest !== undefined) {
      this.#known.delete(oldest);
    }
  }
}
