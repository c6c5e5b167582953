import { BlockList, isIPv4, isIPv6 } from "node:net";
import { TianmingError } from "./error.js";

/** Where an address leads. */
export interface Target {
  /** The target as gRPC takes it: `host:port` or `unix:/path`. */
  readonly target: string;
  /** Whether the stream uses TLS. */
  readonly usesTls: boolean;
}

const FORM = /^(?:(?<scheme>https?):\/\/(?<authority>.*?)\/*|(?<target>.*))$/s;
const NAME = /^\w(?:[\w.-]*[\w.])?$/;
const ONLY_NUMBERS = /^[\d.]+$/;
const LAST_PORT = 65_535;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8);
LOOPBACK.addAddress("::1", "ipv6");

/**
 * Returns the target of an address: `host:port`, `http://host:port`, `https://host:port` or
 * `unix:/path`. An address without a scheme uses TLS unless it stays on this machine.
 *
 * @param use - What the address is for, in the error.
 * @throws {@link TianmingError} for any other text.
 */
export function parseAddress(text: string, use = "of a referee (TIANMING_SERVER)"): Target {
  const { scheme, authority, target = authority } = FORM.exec(text)?.groups ?? {};
  if (target === undefined || !isTarget(target, scheme)) {
    throw new TianmingError(
      `"${text}" is no address ${use}: give host:port, ` +
        "https://host:port or http://host:port, or unix:/path",
    );
  }
  return { target, usesTls: scheme === undefined ? !isLocal(target) : scheme === "https" };
}

/**
 * Returns a token without the white space around it.
 *
 * @throws {@link TianmingError} for characters that no token has; it does not repeat the token.
 */
export function parseToken(text: string): string {
  const token = text.trim();
  if (!/^[!-~]*$/.test(token)) {
    throw new TianmingError(
      "the token (TIANMING_TOKEN) has characters that no token has, such as spaces, line breaks " +
        "or accents: give what `referee token` printed, and nothing else",
    );
  }
  return token;
}

function isTarget(target: string, scheme: string | undefined): boolean {
  if (target.startsWith("unix:")) {
    return scheme === undefined && target !== "unix:" && !target.includes("\0");
  }
  const { host, port } = split(target);
  const isName = NAME.test(host) && !ONLY_NUMBERS.test(host);
  const isPort = /^\d{1,5}$/.test(port) && Number(port) <= LAST_PORT;
  return isPort && (isName || isIPv4(host) || (host.startsWith("[") && isIPv6(bare(host))));
}

/** Whether a connection stays on this machine: a Unix socket, a loopback address, or `localhost`. */
export function isLocal(target: string): boolean {
  const { host } = split(target);
  if (target.startsWith("unix:") || host === "localhost") {
    return true;
  }
  return LOOPBACK.check(bare(host), isIPv6(bare(host)) ? "ipv6" : "ipv4");
}

/** Splits `host:port`; an IPv6 address keeps its brackets. */
export function split(target: string): { host: string; port: string } {
  const colon = target.lastIndexOf(":");
  return { host: target.slice(0, Math.max(0, colon)), port: target.slice(colon + 1) };
}

/** Returns a host without the brackets of an IPv6 address. */
export function bare(host: string): string {
  return host.endsWith("]") ? host.slice(1, -1) : host;
}
