import { logVerbosity, setLogVerbosity } from "@grpc/grpc-js";
import type { Bot } from "./bot.js";
import { dial } from "./dial.js";
import { reportOf } from "./error.js";
import type { SessionContext } from "./session.js";
import { methodsOf, type PlayOptions, type Settings, settingsOf } from "./settings.js";

/** What the streams of a run share. */
export interface RunContext extends SessionContext {
  readonly settings: Settings;
  /** Ends the run with an error. */
  readonly fail: (error: unknown) => void;
}

/**
 * Plays until the bot leaves or fails. A program that is only a bot calls {@link run}.
 *
 * @throws `TianmingError` when the bot cannot play; its message says why. `BotError` when the bot
 * throws an error or gives an answer that is none.
 */
export async function play(bot: Bot, options: PlayOptions = {}): Promise<void> {
  const methods = methodsOf(bot);
  const settings = settingsOf(methods, options);
  const { introduction, log } = settings;
  const leave = options.signal ?? new AbortController().signal;
  const cut = new AbortController();
  if (!process.env.GRPC_VERBOSITY && !process.env.GRPC_NODE_VERBOSITY) {
    setLogVerbosity(logVerbosity.NONE);
  }
  try {
    await new Promise<void>((resolve, fail) => {
      const context = { bot: methods, settings, introduction, log, leave, cut: cut.signal, fail };
      connect(context).then(resolve, fail);
    });
  } finally {
    cut.abort();
  }
}

/** Plays until the bot leaves, at the referee it calls or at those that call it. */
async function connect(context: RunContext): Promise<void> {
  const address = context.settings.listen;
  if (address === undefined) {
    return dial(context);
  }
  const { listen } = await import("./listen.js"); // most bots need no server
  return listen(context, address);
}

/**
 * Plays for a program that is only a bot. SIGINT and SIGTERM make the bot leave and the program exit
 * with 0. If the bot cannot play or fails, the program prints why and exits with 1.
 */
export async function run(bot: Bot, options: PlayOptions = {}): Promise<void> {
  const stop = new AbortController();
  const leave = () => {
    stop.abort();
  };
  process.once("SIGINT", leave).once("SIGTERM", leave);
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  try {
    await play(bot, { ...options, signal });
  } catch (error) {
    console.error(reportOf(error));
    process.exit(1);
  } finally {
    process.off("SIGINT", leave).off("SIGTERM", leave);
  }
  if (stop.signal.aborted) {
    process.exit();
  }
}
