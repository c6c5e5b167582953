/** The course of a match: its points, expectations and marks, as lines of a graph. */

import type { Timeline } from "../match/timeline.ts";
import { begins } from "../match/timeline.ts";
import type { GraphLine, GraphMark, Point } from "./StepGraph.tsx";

export interface Course {
  readonly points: readonly GraphLine[];
  readonly pointMarks: readonly GraphMark[];
  readonly range: readonly [low: number, high: number];
  /** What the bots expected, and what a search does; none where nobody said it. */
  readonly expected: readonly GraphLine[];
  readonly blunders: readonly GraphMark[];
}

export function courseOf(line: Timeline): Course {
  const seats = line[0]?.strikes.map((_, seat) => seat) ?? [];
  const points = seats.map((seat) => stairs(line, seat)).filter(({ points }) => points.length > 0);
  const values = points.flatMap((one) => one.points.map(([, value]) => value));
  const own = seats.map((seat) => expectation(line, seat, "own"));
  const search = seats.map((seat) => expectation(line, seat, "search"));
  return {
    points,
    pointMarks: line.flatMap((_, index) => marksAt(line, index)),
    range: [Math.min(0, ...values), Math.max(1, ...values)],
    expected: [...search, ...own].filter(({ points }) => points.length > 0),
    blunders: search.flatMap(({ points }) =>
      points
        .filter(([index]) => begins(line, index, "blunder"))
        .map((at) => ({ at, kind: "blunder" }) as const),
    ),
  };
}

/** The points of a seat: where they change, and at both ends. */
function stairs(line: Timeline, seat: number): GraphLine {
  const points = line.flatMap(({ scores }, index): Point[] => {
    const value = scores?.[seat];
    const isEnd = index === 0 || index === line.length - 1;
    const isSame = value === line[index - 1]?.scores?.[seat];
    return value == null || (isSame && !isEnd) ? [] : [[index, value]];
  });
  return { seat, kind: "stairs", points };
}

/** The result that a seat's bot, or a search, expects after each of its choices. */
function expectation(line: Timeline, seat: number, kind: "own" | "search"): GraphLine {
  const points = line.flatMap(({ step, judged }, index): Point[] => {
    if (step?.seat !== seat) return [];
    const value = kind === "own" ? step.thought?.value : judged?.values[judged.chosen];
    return value == null ? [] : [[index, Math.min(1, Math.max(0, value))]];
  });
  return { seat, kind, points };
}

/** Faults, at the points of their seats, and where points are counted. */
function marksAt(line: Timeline, index: number): GraphMark[] {
  const { step, scores } = line[index] ?? {};
  const before = line[index - 1]?.scores;
  const found: GraphMark[] = [];
  if (begins(line, index, "fault")) {
    found.push({ at: [index, scores?.[step?.seat ?? 0] ?? 0], kind: "fault" });
  }
  if (begins(line, index, "scoring")) {
    for (const [seat, value] of scores?.entries() ?? []) {
      if (value !== before?.[seat]) found.push({ at: [index, value], kind: "scoring" });
    }
  }
  return found;
}

/** The last value of a line at or before an index; undefined before its first. */
export function valueAt({ points }: GraphLine, at: number): number | undefined {
  return points.findLast(([index]) => index <= at)?.[1];
}
