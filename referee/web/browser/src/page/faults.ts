/** The kinds of faults in words. */

const KINDS: Readonly<Record<string, string>> = {
  late: "late answer",
  illegal: "illegal choice",
  malformed: "malformed message",
  disconnected: "not connected",
  flood: "too many messages",
  resigned: "resigned",
};

/** All kinds with their words. */
export const FAULTS = Object.entries(KINDS);

/** A kind in words. */
export function faultWords(kind: string): string {
  return KINDS[kind] ?? kind;
}
