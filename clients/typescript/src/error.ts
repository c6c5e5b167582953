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
    return new BotError(`the bot failed in ${method}`, { cause });
  }
}

/** Returns what an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
