import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls, type PeerCertificate, type TLSSocket } from "node:tls";
import { bare, split } from "./address.js";

/** Milliseconds for the answer to a probe. */
const PROBE_TIMEOUT = 2000;

/** The start of an HTTP/2 connection without TLS: the preface and a SETTINGS frame. */
const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/** Type of a SETTINGS frame, with which an HTTP/2 server begins. */
const SETTINGS = 4;

/** Returns a sentence if the error of a handshake is about the certificate of the referee; else empty. */
export async function distrustOf(address: string, target: string, why: string): Promise<string> {
  const names = /not in the cert's (?:altnames|list): (.*)$/
    .exec(why)?.[1]
    ?.replaceAll(/DNS:|IP Address:/g, "");
  if (why.includes("altnames")) {
    const host = bare(split(target).host);
    return (
      `the certificate of ${address} has another name: it is for ${names ?? "no such host"}, not for ` +
      `${host}; use a name that it has, or issue one for ${host} (${why})`
    );
  }
  if (why.includes("certificate has expired")) {
    const end = (await certificateOf(target))?.valid_to;
    return end !== undefined && Date.parse(end) < Date.now()
      ? `the certificate of ${address} expired on ${dayOf(end)}: renew it there (${why})`
      : `the certificate of ${address}, or of its authority, has expired: renew it (${why})`;
  }
  if (why.includes("certificate") && !why.includes("alert")) {
    return (
      `the certificate of ${address} is not trusted: name the file of its authority in TIANMING_CA ` +
      `(${why.replace(/;.*/, "")})`
    );
  }
  return "";
}

/** Returns a day in UTC, such as 2026-01-31. */
function dayOf(time: string): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns the certificate of a server, valid or not, over a connection of its own. */
async function certificateOf(target: string): Promise<PeerCertificate | undefined> {
  let found: PeerCertificate | undefined;
  await probe(target, (socket, signal) =>
    speaksTls(socket, signal, (secure) => {
      found = secure.getPeerCertificate();
    }),
  );
  return found;
}

/**
 * Returns a sentence if only one of the bot and the referee uses TLS; empty otherwise. It opens a
 * connection of its own.
 */
export async function mismatchOf(
  address: string,
  target: string,
  usesTls: boolean,
): Promise<string> {
  if (target.startsWith("unix:")) {
    return "";
  }
  if (usesTls) {
    const isPlain = await probe(target, speaksPlaintext);
    return isPlain ? `the referee at ${address} does not use TLS: give http://${target}` : "";
  }
  const isSecure = await probe(target, speaksTls);
  return isSecure ? `the referee at ${address} uses TLS: give https://${target}` : "";
}

/** Connects, and returns what `speaks` finds; false for every error. */
async function probe(
  target: string,
  speaks: (socket: Socket, signal: AbortSignal) => Promise<boolean>,
): Promise<boolean> {
  const { host, port } = split(target);
  const socket = connect(Number(port), bare(host));
  socket.on("error", () => undefined);
  const signal = AbortSignal.timeout(PROBE_TIMEOUT);
  try {
    await once(socket, "connect", { signal });
    return await speaks(socket, signal);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function speaksPlaintext(socket: Socket, signal: AbortSignal): Promise<boolean> {
  socket.write(PREFACE, "latin1");
  const [data] = (await once(socket, "data", { signal })) as [Buffer];
  return data[3] === SETTINGS;
}

/** It need not trust the server, because it sends nothing but the handshake. */
async function speaksTls(
  socket: Socket,
  signal: AbortSignal,
  look: (secure: TLSSocket) => void = () => undefined,
): Promise<boolean> {
  const secure = connectTls({ socket, rejectUnauthorized: false, ALPNProtocols: ["h2"] });
  secure.on("error", () => undefined);
  try {
    await once(secure, "secureConnect", { signal });
    look(secure);
    return true;
  } catch (error) {
    return String(error).includes("alert"); // such as that of a server that wants a certificate
  } finally {
    secure.destroy();
  }
}
