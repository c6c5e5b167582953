import { readFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { type ChannelOptions, ChannelCredentials, ServerCredentials } from "@grpc/grpc-js";
import { bare, isLocal, split } from "./address.js";
import { messageOf, TianmingError } from "./error.js";

/** Options of both sides of a connection. */
export const CHANNEL_OPTIONS: ChannelOptions = {
  "grpc.keepalive_time_ms": 30_000,
  "grpc.keepalive_timeout_ms": 10_000,
  "grpc.max_receive_message_length": -1, // the referee announces its limit after the call began
  "grpc.use_local_subchannel_pool": 1, // no back-off beside ours
};

/** Returns the bytes of a frame as gRPC takes them. */
export function frameBytes(frame: Uint8Array): Buffer {
  return Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
}

/** Returns credentials to call a referee; TLS uses the files that the environment names. */
export function channelCredentials(usesTls: boolean): ChannelCredentials {
  if (!usesTls) {
    return ChannelCredentials.createInsecure();
  }
  const authority = read("TIANMING_CA");
  const own = ownCertificate();
  return pem(() => ChannelCredentials.createSsl(authority, own?.key, own?.certificate));
}

/**
 * Returns credentials to serve: TLS if the environment names a certificate. With `TIANMING_CA`, only
 * callers with a certificate of that authority are served.
 */
export function serverCredentials(): ServerCredentials {
  const own = ownCertificate();
  if (!own) {
    return ServerCredentials.createInsecure();
  }
  const authority = read("TIANMING_CA");
  const pair = { private_key: own.key, cert_chain: own.certificate };
  return pem(() => ServerCredentials.createSsl(authority, [pair], authority !== null));
}

/** Whether the environment names a certificate of the bot. */
export function hasCertificate(): boolean {
  return ownCertificate() !== undefined;
}

/** Returns the options of a channel: no proxy for addresses on this machine. */
export function channelOptions(target: string): ChannelOptions {
  return isLocal(target) ? { ...CHANNEL_OPTIONS, "grpc.enable_http_proxy": 0 } : CHANNEL_OPTIONS;
}

/** Variables that name a proxy, and those that list exceptions: the first that is set counts. */
const PROXIES = ["grpc_proxy", "https_proxy", "http_proxy"];
const EXCEPTIONS = ["no_grpc_proxy", "no_proxy"];

/** Returns a remark for a sentence: the variable whose proxy gRPC uses; empty without one. */
export function proxyRemark(target: string): string {
  const variable = PROXIES.find((name) => process.env[name]);
  const listed = EXCEPTIONS.map((name) => process.env[name]).find(Boolean) ?? "";
  const host = bare(split(target).host).toLowerCase();
  const isException = listed.split(",").some((entry) => covers(entry.trim().toLowerCase(), host));
  const isDirect = isLocal(target) || isException || variable === undefined;
  return isDirect ? "" : `; ${variable} sends the call through a proxy`;
}

/** Whether an entry of `no_proxy` covers a host: the end of a name, or a network. */
function covers(entry: string, host: string): boolean {
  const [network = "", bits] = entry.split("/");
  if (bits === undefined || isIP(network) === 0) {
    return entry === "*" || (entry !== "" && host.endsWith(entry));
  }
  const list = new BlockList();
  const kind = isIP(network) === 4 ? "ipv4" : "ipv6";
  list.addSubnet(network, Number(bits), kind);
  return isIP(host) !== 0 && list.check(host, isIP(host) === 4 ? "ipv4" : "ipv6");
}

function ownCertificate(): { certificate: Buffer; key: Buffer } | undefined {
  const certificate = read("TIANMING_CERTIFICATE");
  const key = read("TIANMING_KEY");
  if (certificate && key) {
    return { certificate, key };
  }
  if (certificate ?? key) {
    throw new TianmingError("TIANMING_CERTIFICATE and TIANMING_KEY go together: set both or none");
  }
  return undefined;
}

function read(variable: string): Buffer | null {
  const path = process.env[variable];
  try {
    return path ? readFileSync(path) : null;
  } catch (error) {
    throw new TianmingError(
      `${variable} is "${path}", which cannot be read: ${messageOf(error)}; name a PEM file`,
    );
  }
}

function pem<T>(create: () => T): T {
  try {
    return create();
  } catch (error) {
    throw new TianmingError(
      "the files in TIANMING_CA, TIANMING_CERTIFICATE and TIANMING_KEY cannot be used: " +
        `${messageOf(error)}; name PEM files`,
    );
  }
}
