import { setTimeout as delay } from "node:timers/promises";
import { call } from "./call.js";
import { TianmingError } from "./error.js";
import { Invitations } from "./invitation.js";
import { Matches } from "./matches.js";
import type { RunContext } from "./run.js";

/** Milliseconds between two tries: doubled each time, and shortened by chance. */
const FIRST_PAUSE = 200;

/** Longest pause; a stream that lasted longer begins again with the first. */
const LONGEST_PAUSE = 5000;

/**
 * Keeps up a stream to the referee, and follows its invitations, until the bot leaves.
 *
 * @throws `TianmingError` when no other try can succeed, and `BotError` when the bot fails.
 */
export async function dial(context: RunContext): Promise<void> {
  const { leave, log, fail, settings } = context;
  const { server: address, token, wait } = settings;
  const invitations = new Invitations(context, fail);
  let giveUp = performance.now() + wait;
  let welcomed = NaN;
  const peer = {
    address,
    matches: new Matches(),
    welcome: () => {
      giveUp = Infinity;
      welcomed = performance.now();
    },
    invitation: invitations.follow.bind(invitations),
  };
  const isLeaving = () => leave.aborted;
  let pause = FIRST_PAUSE;
  while (!isLeaving()) {
    welcomed = NaN;
    const why = await call(context, token, peer);
    const now = performance.now();
    if (now - welcomed > LONGEST_PAUSE) {
      pause = FIRST_PAUSE;
    }
    if (now >= giveUp) {
      throw new TianmingError(
        `no referee at ${address} for ${wait / 1000} s: start the referee, ` +
          `or check TIANMING_SERVER (${why})`,
      );
    }
    if (pause === FIRST_PAUSE && !isLeaving()) {
      log(`tianming: no referee at ${address}, trying again (${why})`);
    }
    await sleep(Math.min(pause * (0.5 + Math.random() / 2), giveUp - now), leave);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
  await invitations.ended();
}

/** Waits for a time, or until the bot leaves. */
async function sleep(milliseconds: number, leave: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal: leave }).catch(() => undefined);
}
