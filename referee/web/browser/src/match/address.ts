/** The part of the address after `#`: the step on show, and whose view it is. */

export interface Address {
  /** Number of the step in the record. */
  readonly step: number | null;
  readonly seat: number | null;
}

export function parseAddress(hash: string): Address {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  return { step: whole(words.get("step")), seat: whole(words.get("seat")) };
}

export function formatAddress({ step, seat }: Address): string {
  const words = new URLSearchParams();
  if (step !== null && step >= 0) words.set("step", String(step));
  if (seat !== null) words.set("seat", String(seat));
  return `#${words}`;
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
