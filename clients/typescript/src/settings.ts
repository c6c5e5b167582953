import { inspect } from "node:util";
import { parseAddress, parseToken } from "./address.js";
import type { Bot, ObjectBot } from "./bot.js";
import { TianmingError } from "./error.js";
import type { Introduction } from "./session.js";

const DEFAULT_SERVER = "127.0.0.1:50051";
const DEFAULT_WAIT = "300";

/** Where and how a bot plays. Each option has a default, most of them from the environment. */
export interface PlayOptions {
  /**
   * Address of the referee: `host:port`, `https://host:port`, `http://host:port` or `unix:/path`.
   * Default: `TIANMING_SERVER`, else `127.0.0.1:50051`.
   */
  readonly server?: string;
  /** The bot's token. Default: `TIANMING_TOKEN`. */
  readonly token?: string;
  /**
   * Address at which the bot waits for its referee, instead of calling one: `host:port`, with port 0
   * for any, or `unix:/path`. Default: `TIANMING_LISTEN`.
   */
  readonly listen?: string;
  /** Milliseconds to look for a referee before the first welcome. Default: `TIANMING_WAIT`, in seconds. */
  readonly wait?: number;
  /** Name of the bot for the referee's log. Default: that of the bot. */
  readonly name?: string;
  /** Version of the bot for the referee's log. Default: that of the bot. */
  readonly version?: string;
  /** Names of the games that the bot plays. Default: those of the bot, else all. */
  readonly games?: readonly string[];
  /** Largest number of matches at once. Default: that of the bot, else no limit. */
  readonly maxMatches?: number;
  /** Makes the bot leave: it says goodbye, and ends its streams within 2 seconds. */
  readonly signal?: AbortSignal;
  /** Receives lines about the connection. Default: standard error. */
  readonly log?: (line: string) => void;
}

/** The options with their defaults. */
export interface Settings {
  readonly server: string;
  readonly token: string;
  readonly listen: string | undefined;
  readonly wait: number;
  readonly introduction: Introduction;
  readonly log: (line: string) => void;
}

/**
 * Returns the settings of a bot.
 *
 * @throws `TianmingError` when the address, the token or the time to wait cannot be used.
 */
export function settingsOf(bot: ObjectBot, options: PlayOptions): Settings {
  const environment = process.env;
  const server = options.server ?? (environment.TIANMING_SERVER || DEFAULT_SERVER);
  parseAddress(server);
  return {
    server,
    token: parseToken(options.token ?? environment.TIANMING_TOKEN ?? ""),
    listen: options.listen ?? (environment.TIANMING_LISTEN || undefined),
    wait: options.wait ?? seconds(environment.TIANMING_WAIT || DEFAULT_WAIT) * 1000,
    introduction: {
      botName: options.name ?? nameOf(bot),
      botVersion: options.version ?? bot.version ?? "",
      games: namesOf(options.games ?? bot.games ?? []).map((name) => ({ name, rulesVersions: [] })),
      maxMatches: most(options.maxMatches ?? bot.maxMatches ?? 0),
    },
    log: options.log ?? console.error,
  };
}

/** Returns a bot as an object: a function becomes its method `choose`. */
export function methodsOf(bot: Bot): ObjectBot {
  if (typeof bot === "function") {
    if (/^class\b/.test(Function.prototype.toString.call(bot))) {
      throw new TypeError(
        `${bot.name} is a class, and no bot: give an object of it, as in new ${bot.name}()`,
      );
    }
    return { name: bot.name, choose: bot };
  }
  const { choose, chooseBatch }: { choose?: unknown; chooseBatch?: unknown } = Object(
    bot,
  ) as object;
  if (typeof choose !== "function" && typeof chooseBatch !== "function") {
    throw new TypeError(
      `${inspect(bot, { depth: 0 })} is no bot: it is no function and has no method choose`,
    );
  }
  return bot;
}

/** Returns names of games; a text in place of a list is an error. */
function namesOf(games: readonly string[]): readonly string[] {
  const given: unknown = games;
  if (!Array.isArray(given) || given.some((name) => typeof name !== "string")) {
    throw new TypeError(`games is ${inspect(given)}: give a list of names, as in ["dragon"]`);
  }
  return games;
}

/** Returns a number of matches that fits into 32 bits. */
function most(matches: number): number {
  if (!Number.isInteger(matches) || matches < 0 || matches >= 2 ** 32) {
    throw new TypeError(
      `maxMatches is ${inspect(matches)}: give a whole number of matches, or 0 for as many as the ` +
        "organiser gives",
    );
  }
  return matches;
}

/** The name of a bot, else of its function or class. */
function nameOf(bot: ObjectBot): string {
  const className = bot.constructor.name;
  return bot.name || (className === "Object" ? "bot" : className);
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value >= 0 && value < Infinity)) {
    throw new TianmingError(`TIANMING_WAIT is "${text}": give a number of seconds`);
  }
  return value;
}
