/**
 * The timeline of a match: what holds before its first step and after each one.
 *
 * A moment is the match after a number of steps: moment 0 is before the first step, and the last
 * one is the newest. All moments are kept, so that a reader can go to any of them at once;
 * scenes share their pieces.
 */

import type { AnalysedChoice, Asked, MatchAnalysis, Question, Step, Steps } from "../api/model.ts";
import { advance, type Scene, sceneOf } from "../board/scene.ts";

export interface Moment {
  /** The step that led here; absent in the first moment. */
  readonly step: Step | undefined;
  readonly scene: Scene;
  readonly round: string;
  readonly turn: string;
  /** Seconds in each bank. */
  readonly clock: readonly number[];
  readonly scores: readonly number[] | undefined;
  readonly asked: readonly Asked[];
  /** Strikes so far, by seat. */
  readonly strikes: readonly number[];
  readonly forfeited: readonly boolean[];
  /** What the analysis of the match says of the choice that led here. */
  readonly judged?: AnalysedChoice;
}

export type Timeline = readonly Moment[];

/** The moments of a match as far as it is known. */
export function timeline(steps: Steps): Timeline {
  const first: Moment = {
    step: undefined,
    scene: sceneOf(steps.scene ?? {}),
    round: steps.moment.round ?? "",
    turn: steps.moment.turn ?? "",
    clock: steps.clock,
    scores: steps.scores ?? undefined,
    asked: steps.asked ?? [],
    strikes: steps.seats.map(() => 0),
    forfeited: steps.seats.map(() => false),
  };
  return extend([first], steps.steps);
}

/** The same with the steps that follow. Steps that it has already are left out. */
export function extend(line: Timeline, steps: Iterable<Step>): Timeline {
  const moments = [...line];
  for (const step of steps) {
    const last = moments.at(-1);
    if (last && step.n > numberOf(last)) moments.push(after(last, step));
  }
  return moments.length > line.length ? moments : line;
}

/** The same with a question that follows the newest step. */
export function withQuestion(line: Timeline, { n, seat, budget }: Question): Timeline {
  const last = line.at(-1);
  if (!last?.step || last.step.n !== n || last.asked.some((one) => one.seat === seat)) return line;
  return line.with(-1, { ...last, asked: [...last.asked, { seat, budget }] });
}

/** The same with what an analysis says of its choices. */
export function withAnalysis(line: Timeline, analysis: MatchAnalysis | undefined): Timeline {
  if (!analysis) return line;
  const choices = new Map(analysis.choices.map((choice) => [choice.n, choice]));
  return line.map((moment) => {
    const judged = choices.get(numberOf(moment));
    return judged ? { ...moment, judged } : moment;
  });
}

/** The moment after a step. */
function after(before: Moment, step: Step): Moment {
  const seat = step.seat ?? -1;
  return {
    step,
    scene: advance(before.scene, step.delta),
    round: step.moment ? (step.moment.round ?? "") : before.round,
    turn: step.moment ? (step.moment.turn ?? "") : before.turn,
    clock: step.clock ?? before.clock,
    scores: step.scores ?? before.scores,
    asked: step.asked ?? [],
    strikes: step.strikes == null ? before.strikes : before.strikes.with(seat, step.strikes),
    forfeited: step.forfeited ? before.forfeited.with(seat, true) : before.forfeited,
  };
}

/** The number of a moment's step in the record; -1 before the first. */
export function numberOf(moment: Moment): number {
  return moment.step?.n ?? -1;
}

/** The index of the moment that a link to a step means: the last whose number is not greater. */
export function find(line: Timeline, number: number): number {
  const index = line.findLastIndex((moment) => numberOf(moment) <= number);
  return Math.max(0, index);
}

/** What a reader can go by. */
export type Unit = "step" | "turn" | "round" | "fault" | "scoring" | "blunder";

/** The index of the next or previous moment that begins a unit, or `from` where there is none. */
export function neighbour(line: Timeline, from: number, unit: Unit, direction: 1 | -1): number {
  for (let index = from + direction; index >= 0 && index < line.length; index += direction) {
    if (begins(line, index, unit)) return index;
  }
  const end = direction === 1 ? line.length - 1 : 0;
  return unit === "fault" || unit === "scoring" || unit === "blunder" ? from : end;
}

/** Whether a unit begins with a moment. */
export function begins(line: Timeline, index: number, unit: Unit): boolean {
  const [before, moment] = [line[index - 1], line[index]];
  if (!moment || unit === "step") return moment !== undefined;
  if (unit === "fault") return moment.step?.fault != null;
  if (unit === "blunder") return moment.judged?.blunder ?? false;
  if (!before) return unit !== "scoring";
  if (unit === "scoring") return scored(before, moment);
  if (before.round !== moment.round) return true;
  return unit === "turn" && before.turn !== moment.turn;
}

/** Whether points were counted between two moments. */
function scored({ scores: before }: Moment, { scores }: Moment): boolean {
  return scores?.some((points, seat) => points !== before?.[seat]) ?? false;
}
