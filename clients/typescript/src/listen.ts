import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { type Metadata, Server, type ServerDuplexStream, status } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";
import { parseAddress } from "./address.js";
import { CHANNEL_OPTIONS, frameBytes, hasCertificate, serverCredentials } from "./channel.js";
import { messageOf, TianmingError } from "./error.js";
import { BotServiceService, PlayResponse } from "./gen/tianming/v1/play.js";
import { Matches } from "./matches.js";
import type { RunContext } from "./run.js";
import { LEAVE_TIMEOUT, Session } from "./session.js";

type ServeStream = ServerDuplexStream<PlayResponse, Uint8Array>;

/** The contract's service with the frames of a session: they have the same bytes. */
const SERVICE = {
  serve: {
    ...BotServiceService.serve,
    requestDeserialize: (bytes: Buffer) => PlayResponse.decode(bytes),
    responseSerialize: frameBytes,
  },
};

/**
 * Serves the referees that call the bot, until it leaves.
 *
 * @throws `TianmingError` when the bot cannot listen, and `BotError` when it fails.
 */
export async function listen(context: RunContext, address: string): Promise<void> {
  const server = new Server(CHANNEL_OPTIONS);
  const streams = new Streams(context);
  server.addService(SERVICE, { serve: (stream: ServeStream) => void streams.serve(stream) });
  new HealthImplementation({ "": "SERVING", "tianming.v1.BotService": "SERVING" }).addToServer(
    server,
  );
  const { target } = parseAddress(address, "to listen at (TIANMING_LISTEN)");
  const port = await bind(server, address, target);
  const isSocket = target.startsWith("unix:");
  context.log(`tianming: listening on ${isSocket ? target : target.replace(/\d+$/, `${port}`)}`);
  try {
    await aborted(context.leave);
    const timeout = setTimeout(LEAVE_TIMEOUT, undefined, { ref: false });
    await Promise.race([promisify(server.tryShutdown.bind(server))(), timeout]);
  } finally {
    server.forceShutdown();
  }
}

/** The streams of referees. */
class Streams {
  readonly #context: RunContext;
  /** The matches of streams that broke, for the streams that come after them. */
  readonly #waiting: Matches[] = [];

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** Plays on a stream until it ends. */
  async serve(stream: ServeStream): Promise<void> {
    if (!this.#isAllowed(stream.metadata)) {
      const details = "The call has no token, or another than the bot (TIANMING_TOKEN).";
      stream.emit("error", { code: status.UNAUTHENTICATED, details });
      return;
    }
    stream.once("end", () => stream.end());
    const matches = this.#waiting.pop() ?? new Matches();
    try {
      await new Session(this.#context, stream, { address: stream.getPeer(), matches }).play();
    } catch (error) {
      if (!isBroken(error)) {
        this.#context.fail(error);
      }
    } finally {
      if (!matches.isEmpty) {
        this.#waiting.push(matches);
      }
    }
  }

  #isAllowed(metadata: Metadata): boolean {
    const { token } = this.#context.settings;
    const expected = Buffer.from(`Bearer ${token}`);
    const given = Buffer.from(String(metadata.get("authorization")[0]));
    return !token || (given.length === expected.length && timingSafeEqual(given, expected));
  }
}

/** Whether an error is that of a stream that has ended too early. */
function isBroken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) {
    await once(signal, "abort");
  }
}

async function bind(server: Server, address: string, target: string): Promise<number> {
  if (address.startsWith("https://") && !hasCertificate()) {
    throw new TianmingError(
      `TIANMING_LISTEN is "${address}", which needs a certificate: set TIANMING_CERTIFICATE and ` +
        `TIANMING_KEY, or give http://${target}`,
    );
  }
  const credentials = serverCredentials();
  try {
    return await promisify(server.bindAsync.bind(server))(target, credentials);
  } catch (error) {
    throw new TianmingError(
      `the bot cannot listen on ${address} (TIANMING_LISTEN): ${messageOf(error)}`,
    );
  }
}
