/** The state of the page of a match, fed by the stream, by the clock, and by the address. */

import { useEffect, useReducer } from "preact/hooks";
import type { Steps } from "../api/model.ts";
import { get, isStatic } from "../api/site.ts";
import { follow } from "../api/stream.ts";
import { currentAddress, formatAddress, otherWords, parseAddress } from "./address.ts";
import { pace } from "./player.ts";
import { advanceMatch, begin, type MatchEvent, type MatchState } from "./state.ts";
import { find, numberOf } from "./timeline.ts";

type Send = (event: MatchEvent) => void;

/** The state of a match, and what sends events to it. Without a server, no steps follow. */
export function useMatch(first: Steps): readonly [MatchState, Send] {
  const [state, send] = useReducer(advanceMatch, undefined, () =>
    begin(isStatic ? { ...first, over: true } : first, currentAddress().step),
  );
  useStream(state, send);
  useTicks(state, send);
  useAddress(state, send);
  return [state, send];
}

/** The state of a match that is shown as it is played, with no ways through it. */
export function useLiveMatch(first: Steps): readonly [MatchState, Send] {
  const [state, send] = useReducer(advanceMatch, undefined, () => begin(first, null));
  useStream(state, send);
  return [state, send];
}

/** What of a match is loaded. */
export interface View {
  /** Whose view it is; null for what everybody may see. */
  readonly seat: number | null;
  /** Whether choices come with all their options. */
  readonly options: boolean;
}

/** The path of all steps of a match. */
export function stepsPath(id: string, { seat, options }: View): string {
  const query = new URLSearchParams();
  if (seat !== null) query.set("seat", String(seat));
  if (options) query.set("options", "1");
  return `matches/${encodeURIComponent(id)}/steps${query.size > 0 ? `?${query}` : ""}`;
}

/** Load the match in another view. A view that cannot be loaded changes nothing. */
export function changeView(id: string, view: View, send: Send): void {
  get<Steps>(stepsPath(id, view)).then(
    (steps) => send({ kind: "loaded", steps }),
    () => {},
  );
}

function useStream({ live, steps: { id } }: MatchState, send: Send): void {
  useEffect(() => {
    if (!live) return;
    return follow(id, {
      step: (step) => send({ kind: "step", step, now: performance.now() }),
      question: (question) => send({ kind: "question", question, now: performance.now() }),
      end: () => send({ kind: "end" }),
      refused: () => changeView(id, { seat: null, options: false }, send),
    });
  }, [live, id]);
}

/** Step on while the match plays. */
function useTicks({ player }: MatchState, send: Send): void {
  useEffect(() => {
    if (!player.playing) return;
    const timer = setTimeout(() => send({ kind: "tick" }), 1000 * pace(player));
    return () => clearTimeout(timer);
  }, [player]);
}

/** The address before `#`; a shared link had the step there. */
function path(): string {
  return otherWords(location.search) || location.pathname;
}

/**
 * Keep the address and the step on show the same. The address waits until the reader stays at a
 * step, for browsers limit how often it may change, and a live match that is followed has none.
 */
function useAddress({ line, player, steps }: MatchState, send: Send): void {
  const moment = line[player.at];
  const number = player.following || !moment ? null : numberOf(moment);
  const address = formatAddress({ step: number, seat: steps.seat ?? null });
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(history.state, "", path() + address), 250);
    return () => clearTimeout(timer);
  }, [address]);
  useEffect(() => {
    // The address may have changed again by now; the event keeps the one that was asked for.
    const read = ({ newURL }: HashChangeEvent) => {
      const { step } = parseAddress(new URL(newURL).hash);
      if (step !== null) send({ kind: "go", to: find(line, step) });
    };
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, [line]);
}
