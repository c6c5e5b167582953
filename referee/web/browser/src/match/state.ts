/** The state of the page of a match: what is known of it, and where the reader is. */

import type { MatchAnalysis, Question, Step, Steps } from "../api/model.ts";
import { advancePlayer, type Player, type PlayerEvent } from "./player.ts";
import {
  extend,
  find,
  neighbour,
  type Timeline,
  timeline,
  type Unit,
  withAnalysis,
  withQuestion,
} from "./timeline.ts";

/** A question that a seat has now. */
export interface OpenQuestion {
  readonly seat: number;
  /** When the time for it is over, by the clock of this page, in milliseconds. */
  readonly deadline: number;
}

export interface MatchState {
  readonly steps: Steps;
  readonly line: Timeline;
  readonly player: Player;
  readonly live: boolean;
  /** Open questions of a live match, by seat. */
  readonly questions: readonly OpenQuestion[];
  readonly analysis?: MatchAnalysis;
}

export type MatchEvent =
  | PlayerEvent
  | { readonly kind: "walk"; readonly unit: Unit; readonly direction: 1 | -1 }
  | { readonly kind: "step"; readonly step: Step; readonly now: number }
  | { readonly kind: "question"; readonly question: Question; readonly now: number }
  | { readonly kind: "end" }
  | { readonly kind: "analysed"; readonly analysis: MatchAnalysis }
  | { readonly kind: "loaded"; readonly steps: Steps };

/** The state at first: at the step of the link, or else at the newest of a live match. */
export function begin(steps: Steps, number: number | null): MatchState {
  const line = timeline(steps);
  const live = !steps.over;
  const last = line.length - 1;
  const at = number === null ? (live ? last : 0) : find(line, number);
  const player: Player = {
    at,
    playing: false,
    speed: 1,
    following: live && at === last,
    gentle: false,
  };
  return { steps, line, player, live, questions: [] };
}

export function advanceMatch(state: MatchState, event: MatchEvent): MatchState {
  switch (event.kind) {
    case "walk":
      return walked(state, event.unit, event.direction);
    case "step":
      return stepped(state, event.step, event.now);
    case "question":
      return asked(state, event.question, event.now);
    case "end":
      return {
        ...state,
        live: false,
        questions: [],
        player: { ...state.player, following: false },
      };
    case "analysed":
      return {
        ...state,
        analysis: event.analysis,
        line: withAnalysis(state.line, event.analysis),
      };
    case "loaded":
      return reloaded(state, event.steps);
    default:
      return {
        ...state,
        player: advancePlayer(state.player, event, state.line.length - 1, state.live),
      };
  }
}

/** To the next or previous of a unit, from where the reader is by now. */
function walked(state: MatchState, unit: Unit, direction: 1 | -1): MatchState {
  const to = neighbour(state.line, state.player.at, unit, direction);
  return advanceMatch(state, { kind: "go", to });
}

/** A step: the seat that it is about has no question any more, others may have one. */
function stepped(state: MatchState, step: Step, now: number): MatchState {
  const line = extend(state.line, [step]);
  if (line === state.line) return state;
  const open = state.questions.filter(({ seat }) => seat !== step.seat);
  const fresh = (step.asked ?? []).map(({ seat, budget }) => ({
    seat,
    deadline: now + 1000 * budget,
  }));
  const questions = [
    ...open.filter(({ seat }) => !fresh.some((one) => one.seat === seat)),
    ...fresh,
  ];
  const player = advancePlayer(state.player, { kind: "grew" }, line.length - 1, state.live);
  return { ...state, line, questions, player };
}

/** A new question: it belongs to the last step before it, and its clock runs. */
function asked(state: MatchState, question: Question, now: number): MatchState {
  const { n, seat, budget, elapsed } = question;
  if (n < (state.line.at(-1)?.step?.n ?? 0)) return state; // from a stream that begins again
  const others = state.questions.filter((one) => one.seat !== seat);
  const questions = [...others, { seat, deadline: now + 1000 * (budget - elapsed) }];
  return { ...state, line: withQuestion(state.line, question), questions };
}

/** All steps as another seat sees them, or with their options; the reader stays where they are. */
function reloaded(state: MatchState, steps: Steps): MatchState {
  const line = withAnalysis(timeline(steps), state.analysis);
  const number = state.line[state.player.at]?.step?.n ?? -1;
  const at = state.player.following ? line.length - 1 : find(line, number);
  return {
    ...state,
    steps,
    line,
    live: !steps.over,
    player: { ...state.player, at, gentle: false },
  };
}
