/** Keys that work wherever the reader is on the page of a match. */

import { useEffect } from "preact/hooks";
import type { MatchEvent, MatchState } from "./state.ts";
import { neighbour, type Unit } from "./timeline.ts";

/** Elements that need these keys themselves. */
const OWN_KEYS = "input, select, textarea, [contenteditable]";
const OWN_SPACE = `${OWN_KEYS}, a, button, summary`;

/** What a key does: by how much it goes, and where to; or whether it plays. */
export function keyEvent(event: KeyboardEvent, { line, player }: MatchState): MatchEvent | null {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element))
    return null;
  if (event.key === " ") return event.target.closest(OWN_SPACE) ? null : { kind: "toggle" };
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return null;
  if (event.target.closest(OWN_KEYS) && !event.shiftKey) return null;
  const unit: Unit = event.shiftKey ? "turn" : "step";
  const to = neighbour(line, player.at, unit, event.key === "ArrowRight" ? 1 : -1);
  return { kind: "go", to };
}

export function useKeys(state: MatchState, send: (event: MatchEvent) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const meant = keyEvent(event, state);
      if (!meant) return;
      event.preventDefault();
      send(meant);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [state]);
}
