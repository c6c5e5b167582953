import { inspect } from "node:util";

/** The folder of the SDK, as it is in the frames of a stack. */
const OWN_FOLDER = new URL(".", import.meta.url).href;

/** The run ended for a reason that its message states in a sentence: the author of a bot can mend it. */
export class TianmingError extends Error {
  override name = "TianmingError";
}

/** The referee does not accept the bot, and another try would end the same way. */
export class RefusedError extends TianmingError {
  override name = "RefusedError";

  /**
   * @param code - Name of the gRPC code, such as `UNAUTHENTICATED`.
   * @param reason - The referee's reason in a sentence.
   */
  constructor(
    readonly code: string,
    readonly reason: string,
  ) {
    super(`the referee refused the bot: ${reason} (${code})`);
  }
}

/** The bot threw an error, which is the `cause`, or gave an answer that is none. */
export class BotError extends Error {
  override name = "BotError";

  /** Returns the error of a bot that threw in one of its methods. */
  static in(method: string, cause: unknown): BotError {
    const text = cause instanceof Error ? String(cause) : inspect(cause);
    const why = text.replaceAll(/\s+/g, " ").trim();
    return new BotError(`the bot failed in ${method}: ${why}`, { cause });
  }
}

/**
 * Returns what a program prints about the error that ended it. The last line is a sentence. Above it
 * is the stack of the bot's own error, without the frames of the SDK.
 */
export function reportOf(error: unknown): string {
  if (error instanceof TianmingError) {
    return error.message;
  }
  if (!(error instanceof BotError)) {
    return String(error instanceof Error ? error.stack : error);
  }
  const { cause } = error;
  const stack = cause instanceof Error ? (cause.stack ?? "") : "";
  const frames = stack.split("\n").filter((line) => !isForeign(line));
  return [...frames, error.message].filter(Boolean).join("\n");
}

/** Whether a line of a stack is a frame of the SDK or of Node. */
function isForeign(line: string): boolean {
  const isFrame = line.startsWith("    at ");
  return isFrame && [OWN_FOLDER, "node:internal/", "<anonymous>"].some((at) => line.includes(at));
}

/** Returns what an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
