/** A small match for tests: two seats, two rounds of two turns, a fault, and a scoring. */

import type { Step, Steps } from "../src/api/model.ts";

export function step(n: number, more: Partial<Step> = {}): Step {
  return { n, kind: "action", words: `step ${n}`, ...more };
}

export const STEPS: readonly Step[] = [
  step(3, { seat: 0, moment: { round: "Round 1", turn: "Red" }, clock: [9, 10] }),
  step(4, { seat: 0, time: 0.5 }),
  step(6, { seat: 1, moment: { round: "Round 1", turn: "Blue" }, scores: [2, 0] }),
  step(9, { seat: 1, kind: "fault", fault: "late", strikes: 1 }),
  step(10, { seat: 0, moment: { round: "Round 2", turn: "Red" } }),
  step(12, {
    seat: 1,
    moment: { round: "Round 2", turn: "Blue" },
    scores: [2, 3],
    forfeited: true,
  }),
];

export function match(more: Partial<Steps> = {}): Steps {
  return {
    id: "m",
    over: true,
    seats: ["red", "blue"],
    clock: [10, 10],
    moment: { round: "", turn: "" },
    scores: [0, 0],
    steps: STEPS,
    ...more,
  };
}
