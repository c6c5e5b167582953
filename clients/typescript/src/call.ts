import { Client, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { parseAddress } from "./address.js";
import { channelCredentials, channelOptions, frameBytes, proxyRemark } from "./channel.js";
import { distrustOf, mismatchOf } from "./diagnosis.js";
import { RefusedError, TianmingError } from "./error.js";
import { PlayResponse, RefereeServiceService } from "./gen/tianming/v1/play.js";
import { type Peer, Session, type SessionContext } from "./session.js";

/** Codes after which another try would end the same way. */
const FINAL: ReadonlySet<status> = new Set([
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.FAILED_PRECONDITION,
  status.INVALID_ARGUMENT,
  status.ABORTED,
  status.UNIMPLEMENTED,
]);

/**
 * Calls a referee, and plays until the stream ends.
 *
 * @returns Why it ended, where another try can succeed.
 * @throws `TianmingError` where no other try can succeed, and `BotError` when the bot fails.
 */
export async function call(context: SessionContext, token: string, peer: Peer): Promise<string> {
  const { target, usesTls } = parseAddress(peer.address);
  const client = new Client(target, channelCredentials(usesTls), channelOptions(target));
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  const stream = client.makeBidiStreamRequest(
    RefereeServiceService.play.path,
    frameBytes,
    (bytes: Buffer) => PlayResponse.decode(bytes),
    metadata,
  );
  try {
    await new Session(context, stream, peer).play();
    return "the referee ended the stream";
  } catch (error) {
    return await explain(error, peer.address);
  } finally {
    stream.cancel();
    client.close();
  }
}

/** The error of the last try in the details of gRPC, without the time. */
const LAST_ERROR = /Last error: (?:Error: )?(.*?)(?: \([\dTZ:.-]+\))?\s*\. Resolution note/s;

async function explain(error: unknown, address: string): Promise<string> {
  if (!isServiceError(error)) {
    throw error;
  }
  if (FINAL.has(error.code)) {
    throw new RefusedError(status[error.code], error.details || "no reason was given");
  }
  const why = LAST_ERROR.exec(error.details)?.[1]?.replaceAll(/\s+/g, " ");
  const { target, usesTls } = parseAddress(address);
  const distrust = why === undefined ? "" : await distrustOf(address, target, why);
  if (distrust) {
    throw new TianmingError(distrust);
  }
  if (error.code === status.UNAVAILABLE && why !== undefined && !/ECONNREFUSED|ENOENT/.test(why)) {
    const mismatch = await mismatchOf(address, target, usesTls);
    if (mismatch) {
      throw new TianmingError(mismatch);
    }
  }
  return (why ?? (error.details || status[error.code])) + proxyRemark(target);
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "code" in error && typeof error.code === "number";
}
