/** Options that a person means: by number, by words, or by a place of the board. */

import type { SeatOption } from "../api/model.ts";

/**
 * The indexes of the options that a text means, as in the terminal.
 *
 * A number from 1 names one option, and so does its notation. Any other text means the options
 * that contain all its words.
 */
export function matching(options: readonly SeatOption[], text: string): number[] {
  const every = [...options.keys()];
  const wanted = text.trim().toLowerCase();
  if (/^\d+$/.test(wanted)) return every.filter((at) => at + 1 === Number(wanted));
  const exact = every.filter((at) => options[at]?.notation.toLowerCase() === wanted);
  if (exact.length > 0) return exact;
  const parts = wanted.split(/\s+/).filter(Boolean);
  return every.filter((at) => {
    const searched = `${options[at]?.words} ${options[at]?.notation}`.toLowerCase();
    return parts.every((part) => searched.includes(part));
  });
}

/** A place of the board, and the indexes of the options there. */
export interface Spot {
  readonly at: readonly [number, number];
  readonly options: readonly number[];
}

/** Places that are nearer to each other, in units of the board, are one, so that none covers another. */
const NEAR = 30;

/** The places of some options. */
export function spots(options: readonly SeatOption[], listed: readonly number[]): Spot[] {
  const found: { at: readonly [number, number]; options: number[] }[] = [];
  for (const index of listed)
    for (const [x, y] of options[index]?.at ?? []) {
      const near = found.find(({ at }) => Math.hypot(at[0] - x, at[1] - y) < NEAR);
      if (!near) found.push({ at: [x, y], options: [index] });
      else if (!near.options.includes(index)) near.options.push(index);
    }
  return found;
}
